import type { Attempt, Provider } from "./provider";

export interface AnimateRequest extends Attempt {
  image: { bytes: Uint8Array; mediaType: string };
  prompt: string;
  seed: string;
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

/** Its errors are `content_flagged`, `ai_rate_limited`, `ai_unavailable` and `video_failed`. */
export type Animator = Provider<AnimateRequest, AnimatedVideo>;
