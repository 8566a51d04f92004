import "server-only";
import type { Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { maxBubblesPerStory, tooManyBubblesMessage } from "./schema";

/**
 * Refuses more bubbles in a story than the limit. Call it after adding them, in the same transaction.
 * @throws AppError `conflict`
 */
export async function requireBelowBubbleLimit(tx: Tx, storyId: string): Promise<void> {
  const [row] = await tx.$queryRaw<{ bubbles: number }[]>`
    SELECT coalesce(sum(jsonb_array_length(p.text_bubbles)), 0)::int AS bubbles
    FROM panel p JOIN scene s ON s.id = p.scene_id WHERE s.story_id = ${storyId}::uuid`;
  if ((row?.bubbles ?? 0) > maxBubblesPerStory)
    throw new AppError("conflict", tooManyBubblesMessage);
}
