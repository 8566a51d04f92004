import { tryStorage } from "@/components/ui/utils/try-storage";
import type { PanelPosition } from "@/lib/stories/reading-parts";

export type { PanelPosition };

const key = "inkwright:places";
/** Number of stored stories; the least recently read are dropped first. */
const maxStories = 100;

type StoredPositions = Record<string, PanelPosition>;

const isPanelPosition = (value: unknown): value is PanelPosition => {
  const { scene, panel } = (value ?? {}) as PanelPosition;
  return Number.isInteger(scene) && Number.isInteger(panel) && scene > 0 && panel >= 0;
};

const readPositions = (): StoredPositions =>
  tryStorage(() => {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return Object.fromEntries(
      Object.entries((stored ?? {}) as object).filter(([, value]) => isPanelPosition(value)),
    );
  }) ?? {};

export const readStoredPosition = (storyId: string): PanelPosition | null =>
  readPositions()[storyId] ?? null;

/** Stores the position in a story; null removes it after the end. */
export function storePosition(storyId: string, position: PanelPosition | null): void {
  const { [storyId]: _, ...others } = readPositions();
  // The latest comes last: ids are not numeric, so objects keep the order.
  const entries = [...Object.entries(others), ...(position ? [[storyId, position] as const] : [])];
  tryStorage(() =>
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(entries.slice(-maxStories)))),
  );
}
