import { readKept, sameValue, writeKept } from "@/components/ui/kept-values";
import { z } from "@/lib/platform/zod";
import { textBubble } from "@/lib/scenes/bubble";
import type { Bubbles } from "@/lib/scenes/bubble-editing";

/** Bubbles of a panel that were edited and not saved, with those that they were edited from. */
interface KeptBubbles {
  mine: Bubbles;
  base: Bubbles;
}

const keyOf = (sceneId: string, panelId: string) => `inkwright:form:bubbles:${sceneId}:${panelId}`;
/** As they were edited: a text may still be blank, or too long. */
const edited = z.array(textBubble.extend({ text: z.string().max(100_000) })).max(100);

/** What this device keeps of a panel's bubbles; null where there is nothing, or nothing usable. */
export function readKeptBubbles(sceneId: string, panelId: string): KeptBubbles | null {
  const kept = readKept(keyOf(sceneId, panelId));
  const mine = edited.safeParse(kept?.values.bubbles).data;
  const base = edited.safeParse(kept?.base.bubbles).data;
  return mine && base ? { mine, base } : null;
}

/** Keeps them until they are saved; those that are as they were, or null, are forgotten. */
export function keepBubbles(sceneId: string, panelId: string, kept: KeptBubbles | null): void {
  const isChanged = kept !== null && !sameValue(kept.mine, kept.base);
  writeKept(
    keyOf(sceneId, panelId),
    isChanged ? { values: { bubbles: kept.mine }, base: { bubbles: kept.base } } : null,
  );
}
