import "server-only";
import type { db, Tx } from "@/lib/platform/db";
import { findMentions } from "./find-mentions";

export interface PanelCast {
  imagePrompt: string;
  characterIds: string[];
}

/** The characters that an author's prompt for a panel names, else those of its script. */
export async function castOf(
  tx: Tx | typeof db,
  storyId: string,
  { imagePrompt, characterIds }: PanelCast,
  prompt: string,
): Promise<string[]> {
  if (prompt === imagePrompt) return characterIds;
  const all = await tx.character.findMany({
    where: { storyId },
    select: { id: true, name: true, formerNames: true },
  });
  const named = findMentions(prompt, all).map(({ id }) => id);
  return named.length > 0 ? named : characterIds;
}
