import type { DeferredApi } from "./deferred-api";
import type { BilledModel, OnUsage } from "./usage";

export interface AnimateRequest {
  image: { bytes: Uint8Array; mediaType: string };
  prompt: string;
  seed: string;
  attemptId: string;
  signal?: AbortSignal;
  onUsage?: OnUsage;
}

export interface AnimatedVideo {
  bytes: Uint8Array;
  /** As the animator declares it; storing the video detects the real type. */
  mediaType?: "video/webm" | "video/mp4";
  width?: number;
  height?: number;
  /** Length in seconds. */
  duration?: number;
  /** Model that made the video; absent means the animator's name. */
  model?: string;
}

export interface Animator {
  readonly name: string;
  readonly demo: boolean;
  /** Price model and length of a video in seconds; absent when the price is unknown. */
  readonly billed?: BilledModel & { seconds: number };
  /** @throws AppError (`content_flagged`, `ai_rate_limited`, `ai_unavailable`, `video_failed`) */
  animate(request: AnimateRequest): Promise<AnimatedVideo>;
  /** The same request in two phases, because a video takes minutes. */
  readonly deferred?: DeferredApi<AnimateRequest, AnimatedVideo>;
}
