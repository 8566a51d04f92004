import { api } from "@/lib/platform/http/fetch";
import { tryStorage } from "@/lib/platform/try-storage";
import { maxDeviceReadings } from "@/lib/stories/limits";
import type { PanelPosition, SceneCounts } from "@/lib/stories/reading/parts";
import type { Reading } from "@/lib/stories/reading/progress-schema";
import { placeOf, toProgression } from "@/lib/stories/reading/progression";
import { continueHint, readingsKey } from "./storage-keys";

/** What this device stores of a story: the last position, and what 'Continue reading' shows. */
interface StoredReading extends PanelPosition, Partial<Omit<Reading, "storyId">> {
  /** The reader's account; undefined for a visitor's. */
  by?: string;
  /** That account does not have it yet. */
  unsent?: boolean | undefined;
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

/** What the viewer and visitors have read on this device. */
const readingsOf = (viewerId: string | undefined): [string, StoredReading][] =>
  Object.entries(readAll()).filter(([, { by }]) => by === undefined || by === viewerId);

/** The last position in a story; null after the end. */
export function readStoredPosition(storyId: string, viewerId?: string): PanelPosition | null {
  const [, reading] = readingsOf(viewerId).find(([id]) => id === storyId) ?? [];
  const { scene, panel, progression } = reading ?? {};
  return scene && panel !== undefined && progression !== 1 ? { scene, panel } : null;
}

/** The story on the page. */
export interface ReadStory {
  storyId: string;
  counts: SceneCounts;
  /** What 'Continue reading' shows; null for a draft, which is not listed there. */
  shown: { title: string; cover: string | null } | null;
}

/**
 * Stores the position in a story.
 * @param by id of the viewer
 * @returns its time
 */
export function storePosition(
  { storyId, counts, shown }: ReadStory,
  at: PanelPosition | "end",
  by: string | undefined,
): string {
  const { [storyId]: _, ...others } = readAll();
  const progression = toProgression(counts, at);
  const position = at === "end" ? { scene: counts.at(-1)?.number ?? 1, panel: 0 } : at;
  const card = shown && progression < 1 ? { ...shown, ...placeOf(counts, position) } : null;
  const modified = new Date().toISOString();
  const reading = { ...position, progression, modified, card };
  writeAll([...Object.entries(others), [storyId, by ? { ...reading, by, unsent: true } : reading]]);
  if (card) setContinueHint(true);
  return modified;
}

/** What was read on this device by the viewer and by visitors. */
export const deviceReadings = (viewerId: string | undefined): Reading[] =>
  readingsOf(viewerId).flatMap(([storyId, { progression, modified, card = null }]) =>
    progression === undefined || modified === undefined
      ? []
      : [{ storyId, progression, modified, card }],
  );

let sending: Promise<void> | undefined;

/**
 * Sends what the account lacks: what visitors have read on this device, which then belongs to the
 * account and to no other, and what the viewer has read without a connection. Calls at the same
 * time share one request.
 * @throws ApiError
 */
export const sendUnsentReadings = (viewerId: string): Promise<void> =>
  (sending ??= putUnsentReadings(viewerId).finally(() => {
    sending = undefined;
  }));

async function putUnsentReadings(viewerId: string): Promise<void> {
  const readings = readingsOf(viewerId).flatMap(
    ([storyId, { progression, modified, scene, by, unsent }]) =>
      (by && !unsent) || progression === undefined || modified === undefined
        ? []
        : [{ storyId, progression, modified, scene }],
  );
  if (readings.length === 0) return;
  const body = { readings };
  await api("/readings", { method: "PUT", body, skipSessionCheck: true, response: null });
  const sent = new Map(readings.map(({ storyId, modified }) => [storyId, modified]));
  writeAll(
    Object.entries(readAll()).map(([id, reading]) => [
      id,
      {
        by: viewerId,
        ...reading,
        // Another tab may have stored a later position meanwhile.
        ...(sent.get(id) === reading.modified && { unsent: undefined }),
      },
    ]),
  );
}

const changeReading = (storyId: string, changes: Partial<StoredReading>) =>
  writeAll(
    Object.entries(readAll()).map(([id, reading]) => [
      id,
      id === storyId ? { ...reading, ...changes } : reading,
    ]),
  );

/** The reader's account has the position of that time; another tab may have stored a later one. */
export function markSent(storyId: string, modified: string | null): void {
  if (readAll()[storyId]?.modified === modified) changeReading(storyId, { unsent: undefined });
}

/** Removes a story from 'Continue reading' and keeps its place. */
export const removeCard = (storyId: string) =>
  // Sent once more, it would return to the row.
  void changeReading(storyId, {
    card: null,
    modified: new Date().toISOString(),
    unsent: undefined,
  });

/** Whether the home page reserves the height of 'Continue reading' before the first paint. */
export function setContinueHint(hasCards: boolean): void {
  tryStorage(() =>
    hasCards ? localStorage.setItem(continueHint, "1") : localStorage.removeItem(continueHint),
  );
  document.documentElement.toggleAttribute("data-continue", hasCards);
}
