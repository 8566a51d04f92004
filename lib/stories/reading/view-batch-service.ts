import "server-only";
import { db } from "@/lib/platform/db";

/**
 * Milliseconds for which a view waits for others, to be written in one batch. No reader waits for
 * its answer.
 */
const batchWindowMs = 40;
const maxBatch = 500;

interface View {
  storyId: string;
  /** `YYYY-MM-DD`. */
  day: string;
  /** A keyed hash, never a name or an address. */
  viewer: string;
  /** False for programs and the author: they only learn that the story exists. */
  counts: boolean;
  userId: string | null;
  seesAll: boolean;
}

interface PendingView extends View {
  settle: { resolve: (found: boolean) => void; reject: (error: unknown) => void };
}

// Next may bundle this module more than once, but the process is one.
const globalStore = globalThis as { inkwrightReadings?: PendingView[] };
globalStore.inkwrightReadings ??= [];
const pendingViews = globalStore.inkwrightReadings;

/**
 * Writes a view in a batch with concurrent views, and returns whether the story exists for this
 * viewer. The view is committed when this returns, so a crash loses no view.
 */
export function enqueueView(reading: View): Promise<boolean> {
  return new Promise((resolve, reject) => {
    pendingViews.push({ ...reading, settle: { resolve, reject } });
    if (pendingViews.length === 1) setTimeout(flushPendingViews, batchWindowMs);
    else if (pendingViews.length >= maxBatch) void flushPendingViews();
  });
}

async function flushPendingViews(): Promise<void> {
  const batch = pendingViews.splice(0, maxBatch);
  if (batch.length === 0) return;
  if (pendingViews.length > 0) setTimeout(flushPendingViews, 0);
  try {
    const found = await insertViews(batch);
    for (const [index, { settle }] of batch.entries()) settle.resolve(found.has(index));
  } catch (error) {
    for (const { settle } of batch) settle.reject(error);
  }
}

/** One statement, with a fixed order of rows, so that several processes cannot deadlock. */
async function insertViews(batch: PendingView[]): Promise<Set<number>> {
  const column = <K extends keyof View>(key: K) => batch.map((reading) => reading[key]);
  const rows = await db.$queryRaw<{ place: number }[]>`
    WITH readings AS (
      SELECT r.*, s.author_id FROM unnest(${column("storyId")}::uuid[], ${column("day")}::date[],
        ${column("viewer")}::text[], ${column("counts")}::boolean[],
        ${column("userId")}::uuid[], ${column("seesAll")}::boolean[])
        WITH ORDINALITY AS r (story_id, day, viewer, counts, user_id, sees_all, place)
      JOIN story s ON s.id = r.story_id
      WHERE s.status = 'published' OR r.sees_all OR s.author_id = r.user_id),
    added AS (
      INSERT INTO story_view (story_id, day, viewer)
      SELECT DISTINCT story_id, day, viewer FROM readings
      WHERE counts AND author_id IS DISTINCT FROM user_id
      ORDER BY story_id, day, viewer
      ON CONFLICT DO NOTHING)
    SELECT (place - 1)::int AS place FROM readings`;
  return new Set(rows.map(({ place }) => place));
}
