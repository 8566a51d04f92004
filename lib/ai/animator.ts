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
  /** As far as the animator knows; what it is, is looked at when it is stored. */
  mediaType?: "video/webm" | "video/mp4";
  width?: number;
  height?: number;
  /** Seconds. */
  duration?: number;
  /** What made it, where that is not the animator's own name. */
  model?: string;
}

export interface Animator {
  readonly name: string;
  readonly demo: boolean;
  /** With the seconds that a video will have; absent where nobody can tell what it will cost. */
  readonly billed?: BilledModel & { seconds: number };
  /** @throws AppError (`content_flagged`, `ai_rate_limited`, `ai_unavailable`, `video_failed`) */
  animate(request: AnimateRequest): Promise<AnimatedVideo>;
  /** The same in two phases: a video takes minutes. */
  readonly deferred?: DeferredApi<AnimateRequest, AnimatedVideo>;
}
