import { continueHint, readingsKey } from "@/components/reading-progress/storage-keys";
import { tryStorage } from "@/lib/platform/try-storage";
import { maxDeviceReadings } from "@/lib/stories/limits";
import type { PanelPosition, SceneCounts } from "@/lib/stories/reading/parts";
import type { Reading } from "@/lib/stories/reading/progress-schema";
import { placeOf, toProgression } from "@/lib/stories/reading/progression";

export type { PanelPosition };

/** What this device keeps of a story: the last position, and what 'Continue reading' shows. */
interface StoredReading extends PanelPosition, Partial<Omit<Reading, "storyId">> {
  /** The account that has it too; without one, the reader is a visitor. */
  by?: string;
}

type StoredReadings = Record<string, StoredReading>;

const isStored = (value: unknown): value is StoredReading => {
  const { scene, panel } = (value ?? {}) as PanelPosition;
  return Number.isInteger(scene) && Number.isInteger(panel) && scene > 0 && panel >= 0;
};

const readAll = (): StoredReadings =>
  tryStorage(() => {
    const stored: unknown = JSON.parse(localStorage.getItem(readingsKey) ?? "{}");
    return Object.fromEntries(
      Object.entries((stored ?? {}) as object).filter(([, value]) => isStored(value)),
    );
  }) ?? {};

/** The latest comes last: ids are not numeric, so objects keep the order. */
const writeAll = (readings: [string, StoredReading][]) =>
  tryStorage(() =>
    localStorage.setItem(
      readingsKey,
      JSON.stringify(Object.fromEntries(readings.slice(-maxDeviceReadings))),
    ),
  );

/** The last position in a story; null after the end. */
export function readStoredPosition(storyId: string): PanelPosition | null {
  const { scene, panel, progression } = readAll()[storyId] ?? {};
  return scene && panel !== undefined && progression !== 1 ? { scene, panel } : null;
}

/** A story that is being read. */
export interface ReadStory {
  storyId: string;
  counts: SceneCounts;
  /** Null for a draft: it is no story to continue reading. */
  shown: { title: string; cover: string | null } | null;
}

/** Stores the position in a story. @param by id of the viewer */
export function storePosition(
  { storyId, counts, shown }: ReadStory,
  at: PanelPosition | "end",
  by: string | undefined,
): void {
  const { [storyId]: _, ...others } = readAll();
  const progression = toProgression(counts, at);
  const position = at === "end" ? { scene: counts.at(-1)?.number ?? 1, panel: 0 } : at;
  const card = shown && progression < 1 ? { ...shown, ...placeOf(counts, position) } : null;
  const reading = { ...position, progression, modified: new Date().toISOString(), card };
  writeAll([...Object.entries(others), [storyId, by ? { ...reading, by } : reading]]);
  if (card) setContinueHint(true);
}

const isFor = (viewerId: string | undefined) => (reading: StoredReading) =>
  reading.by === undefined || reading.by === viewerId;

/** What this device knows of the viewer's readings; of a visitor's without a viewer. */
export const deviceReadings = (viewerId: string | undefined): Reading[] =>
  Object.entries(readAll())
    .filter(([, reading]) => isFor(viewerId)(reading))
    .flatMap(([storyId, { progression, modified, card = null }]) =>
      progression === undefined || modified === undefined
        ? []
        : [{ storyId, progression, modified, card }],
    );

/** Readings of a visitor, which no account has. */
export const unclaimedReadings = () =>
  Object.entries(readAll()).flatMap(([storyId, { progression, modified, scene, by }]) =>
    by || progression === undefined || modified === undefined
      ? []
      : [{ storyId, progression, modified, scene }],
  );

/** The account has them now: no other account on this device gets them. */
export function claimReadings(viewerId: string): void {
  writeAll(Object.entries(readAll()).map(([id, reading]) => [id, { by: viewerId, ...reading }]));
}

/** Removes a story from 'Continue reading'; the place is kept. */
export function removeCard(storyId: string): void {
  writeAll(
    Object.entries(readAll()).map(([id, reading]) => [
      id,
      id === storyId ? { ...reading, card: null, modified: new Date().toISOString() } : reading,
    ]),
  );
}

/** Whether the home page reserves the height of 'Continue reading' before the first paint. */
export function setContinueHint(hasCards: boolean): void {
  tryStorage(() =>
    hasCards ? localStorage.setItem(continueHint, "1") : localStorage.removeItem(continueHint),
  );
  document.documentElement.toggleAttribute("data-continue", hasCards);
}
