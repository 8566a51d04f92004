import { isSameValue, readDraft, writeDraft } from "@/components/ui/forms/draft-storage";
import { z } from "@/lib/platform/zod";
import { textBubble } from "@/lib/scenes/bubble";
import type { Bubbles } from "@/lib/scenes/bubble-editing";

/** Bubbles of a panel that were edited and not saved, with those that they were edited from. */
interface BubbleDraft {
  mine: Bubbles;
  base: Bubbles;
}

const storageKeyOf = (sceneId: string, panelId: string) =>
  `inkwright:form:bubbles:${sceneId}:${panelId}`;
/** As they were edited: a text may still be blank, or too long. */
const draftBubblesSchema = z.array(textBubble.extend({ text: z.string().max(100_000) })).max(100);

/** What this device keeps of a panel's bubbles; null where there is nothing, or nothing usable. */
export function loadBubbleDraft(sceneId: string, panelId: string): BubbleDraft | null {
  const stored = readDraft(storageKeyOf(sceneId, panelId));
  const mine = draftBubblesSchema.safeParse(stored?.values.bubbles).data;
  const base = draftBubblesSchema.safeParse(stored?.base.bubbles).data;
  return mine && base ? { mine, base } : null;
}

/** Keeps them until they are saved; those that are as they were, or null, are forgotten. */
export function saveBubbleDraft(sceneId: string, panelId: string, draft: BubbleDraft | null): void {
  const isChanged = draft !== null && !isSameValue(draft.mine, draft.base);
  writeDraft(
    storageKeyOf(sceneId, panelId),
    isChanged ? { values: { bubbles: draft.mine }, base: { bubbles: draft.base } } : null,
  );
}
