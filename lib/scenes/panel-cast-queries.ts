import "server-only";
import type { db, Tx } from "@/lib/platform/db";
import { findMentions } from "./find-mentions";

export interface PanelCast {
  imagePrompt: string;
  characterIds: string[];
}

/** Whom a panel shows: those whom its author names in other words than its script has, else its own. */
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
