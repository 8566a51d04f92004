import { api } from "@/lib/platform/http/fetch";
import { tryStorage } from "@/lib/platform/try-storage";
import { maxDeviceReadings } from "@/lib/stories/limits";
import type { PanelPosition, SceneCounts } from "@/lib/stories/reading/parts";
import type { Reading } from "@/lib/stories/reading/progress-schema";
import { placeOf, toProgression } from "@/lib/stories/reading/progression";
import { continueHint, readingsKey } from "./storage-keys";

/** What this device stores of a story: the last position, and what 'Continue reading' shows. */
interface StoredReading extends PanelPosition, Partial<Omit<Reading, "storyId">> {
  /** The account that has it too; undefined for a visitor's. */
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

/** Stores the latest readings. The order of keys holds, because ids are not numeric. */
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

/** The story on the page. */
export interface ReadStory {
  storyId: string;
  counts: SceneCounts;
  /** What 'Continue reading' shows; null for a draft, which is not listed there. */
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

/** What was read on this device by the viewer and by visitors. */
export const deviceReadings = (viewerId: string | undefined): Reading[] =>
  Object.entries(readAll())
    .filter(([, { by }]) => by === undefined || by === viewerId)
    .flatMap(([storyId, { progression, modified, card = null }]) =>
      progression === undefined || modified === undefined
        ? []
        : [{ storyId, progression, modified, card }],
    );

/**
 * Sends what visitors have read on this device to the account, to which it then belongs: no other
 * account on this device gets it.
 * @throws ApiError
 */
export async function sendUnclaimedReadings(viewerId: string): Promise<void> {
  const readings = Object.entries(readAll()).flatMap(
    ([storyId, { progression, modified, scene, by }]) =>
      by || progression === undefined || modified === undefined
        ? []
        : [{ storyId, progression, modified, scene }],
  );
  if (readings.length === 0) return;
  const body = { readings };
  await api("/readings", { method: "PUT", body, skipSessionCheck: true, response: null });
  writeAll(Object.entries(readAll()).map(([id, reading]) => [id, { by: viewerId, ...reading }]));
}

/** Removes a story from 'Continue reading' and keeps its place. */
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
