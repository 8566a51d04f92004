import { formDrafts } from "@/components/ui/forms/form-drafts";
import { isSameValue } from "@/components/ui/forms/merge-values";
import { z } from "@/lib/platform/zod";
import type { Bubbles } from "@/lib/scenes/bubbles/editing";
import { textBubble } from "@/lib/scenes/bubbles/schema";

/** Unsaved bubbles of a panel, with the saved ones that they are based on. */
interface BubbleDraft {
  mine: Bubbles;
  base: Bubbles;
}

const keyOf = (sceneId: string, panelId: string) => `bubbles:${sceneId}:${panelId}`;
/** As edited: texts may still be blank or too long. */
const draftBubblesSchema = z.array(textBubble.extend({ text: z.string().max(100_000) })).max(100);

/** Loads the draft of a panel's bubbles; null if there is none or it is invalid. */
export function loadBubbleDraft(sceneId: string, panelId: string): BubbleDraft | null {
  const stored = formDrafts.get(keyOf(sceneId, panelId));
  const mine = draftBubblesSchema.safeParse(stored?.values.bubbles).data;
  const base = draftBubblesSchema.safeParse(stored?.base.bubbles).data;
  return mine && base ? { mine, base } : null;
}

/** Saves the draft; removes it if nothing has changed or `bubbles` is null. */
export function saveBubbleDraft(sceneId: string, panelId: string, draft: BubbleDraft | null): void {
  const isChanged = draft !== null && !isSameValue(draft.mine, draft.base);
  formDrafts.set(
    keyOf(sceneId, panelId),
    isChanged ? { values: { bubbles: draft.mine }, base: { bubbles: draft.base } } : null,
  );
}
