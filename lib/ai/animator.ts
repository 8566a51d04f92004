import type { Attempt, Provider } from "./provider";

export interface AnimateRequest extends Attempt {
  image: { bytes: Uint8Array };
  prompt: string;
  seed: string;
}

export interface AnimatedVideo {
  /** Storing the video detects its type, size and length. */
  bytes: Uint8Array;
  /** Model that made the video; absent means the animator's name. */
  model?: string;
}

/** Its errors are `content_flagged`, `ai_rate_limited`, `ai_unavailable` and `video_failed`. */
export type Animator = Provider<AnimateRequest, AnimatedVideo>;
