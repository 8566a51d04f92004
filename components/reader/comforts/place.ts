import { ifKept } from "@/components/ui/if-kept";

/** Where somebody stopped reading a story, remembered on this device. */
export interface Place {
  /** Number of the scene. */
  scene: number;
  /** Place of the panel in the scene, from 0. */
  panel: number;
}

const key = "inkwright:places";
/** Stories that are remembered; the ones read longest ago are forgotten first. */
const most = 100;

type Places = Record<string, Place>;

const isPlace = (value: unknown): value is Place => {
  const { scene, panel } = (value ?? {}) as Place;
  return Number.isInteger(scene) && Number.isInteger(panel) && scene > 0 && panel >= 0;
};

const read = (): Places =>
  ifKept(() => {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return Object.fromEntries(
      Object.entries((stored ?? {}) as object).filter(([, value]) => isPlace(value)),
    );
  }) ?? {};

export const placeIn = (storyId: string): Place | null => read()[storyId] ?? null;

/** Keeps the place in a story; null when it was read to its end. */
export function keepPlace(storyId: string, place: Place | null): void {
  const { [storyId]: _, ...others } = read();
  // The latest stands last: ids are no numbers, so the order holds.
  const entries = [...Object.entries(others), ...(place ? [[storyId, place] as const] : [])];
  ifKept(() => localStorage.setItem(key, JSON.stringify(Object.fromEntries(entries.slice(-most)))));
}
