import { tryStorage } from "@/components/ui/utils/try-storage";

/** Where somebody stopped reading a story, remembered on this device. */
export interface PanelPosition {
  /** Number of the scene. */
  scene: number;
  /** Place of the panel in the scene, from 0. */
  panel: number;
}

const key = "inkwright:places";
/** Stories that are remembered; the ones read longest ago are forgotten first. */
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

/** Keeps the place in a story; null when it was read to its end. */
export function storePosition(storyId: string, place: PanelPosition | null): void {
  const { [storyId]: _, ...others } = readPositions();
  // The latest stands last: ids are no numbers, so the order holds.
  const entries = [...Object.entries(others), ...(place ? [[storyId, place] as const] : [])];
  tryStorage(() =>
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(entries.slice(-maxStories)))),
  );
}
