import type { OnUsage } from "./usage";

/** The port for a look at texts before anything is made of them. */
export interface Moderator {
  /**
   * Passes where nothing is wrong with the texts, or where the server has no opinion on them. A text
   * that was looked at before is not sent again.
   * @throws AppError `content_flagged`; `ai_unavailable`, `ai_rate_limited` where it cannot tell
   */
  check(texts: string[], options?: { signal?: AbortSignal; onUsage?: OnUsage }): Promise<void>;
}
