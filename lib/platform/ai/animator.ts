import type { OnUsage } from "./usage";

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
  mediaType: "video/webm" | "video/mp4";
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
}

export interface Animator {
  readonly name: string;
  readonly demo: boolean;
  /** @throws AppError (`content_flagged`, `ai_rate_limited`, `ai_unavailable`, `video_failed`) */
  animate(request: AnimateRequest): Promise<AnimatedVideo>;
}
