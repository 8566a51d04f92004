import "server-only";
import { moderator } from "@/lib/ai";
import { type CallOwner, withUsage } from "@/lib/spending/service";

/**
 * Has texts looked at before anything is made of them, where somebody does that.
 * @throws AppError `content_flagged`; `ai_unavailable`, `ai_rate_limited` where that cannot be told
 */
export async function moderate(
  owner: CallOwner,
  texts: string[],
  signal?: AbortSignal,
): Promise<void> {
  const look = moderator();
  if (!look) return;
  await withUsage(owner, "text", (onUsage) =>
    look.check(texts, { onUsage, ...(signal ? { signal } : {}) }),
  );
}
