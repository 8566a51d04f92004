import "server-only";
import { db } from "@/lib/platform/db";

/** How long a reading waits for others to be written with. Nobody waits for its answer. */
const batchWindowMs = 40;
const maxBatch = 500;

interface View {
  storyId: string;
  /** `YYYY-MM-DD`. */
  day: string;
  /** A keyed hash, never a name or an address. */
  viewer: string;
  /** Whether it counts at all: programs and the author alone are only told that the story is there. */
  counts: boolean;
  userId: string | null;
  seesAll: boolean;
}

interface PendingView extends View {
  settle: { resolve: (found: boolean) => void; reject: (error: unknown) => void };
}

// Next may bundle this module more than once; the process is there once.
const globalStore = globalThis as { inkwrightReadings?: PendingView[] };
globalStore.inkwrightReadings ??= [];
const pendingViews = globalStore.inkwrightReadings;

/**
 * Writes a reading together with those that come at the same moment, and tells whether there is such
 * a story for this viewer. It is stored when this returns: nothing is lost with the process.
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

/** One statement, in one order of rows, so that several processes never wait for each other in a ring. */
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
