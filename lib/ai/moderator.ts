import type { OnUsage } from "./usage";

/** The port that checks texts before generation. */
export interface Moderator {
  /**
   * Resolves if the texts are harmless or the server has no moderation. A text that has passed is
   * not sent again.
   * @throws AppError `content_flagged`; `ai_unavailable` or `ai_rate_limited` if the check fails
   */
  check(texts: string[], options?: { signal?: AbortSignal; onUsage?: OnUsage }): Promise<void>;
}
