/** Scenes that wait for their turn: how many begin before each. */
import "server-only";
import { painter } from "@/lib/ai";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

/** The two places where a scene waits: for the writer, then for the painter of its first panel. */
type QueueKind = "scene" | "panel_image";

/** Waiting jobs of a kind that are looked at, the oldest of them. */
const maxWaiting = 20_000;
/** Ended jobs that are looked at to know whose turn was when. */
const maxEnded = 5_000;
/** Everybody who asks within so many milliseconds gets one answer of the database. */
const cacheMs = 1_000;
/** A scene that has been asked for so lately is not said to wait, in milliseconds. */
const graceMs = 2_000;

/**
 * How many scenes begin before one that waits: authors take turns, the one who waits longest since
 * their last first, and each has one scene in a turn. It is an estimate from our own rows, the same
 * whatever engine runs: that one knows of limits and of steps that come again.
 * @param since when it began to wait
 * @returns null where it does not wait because of others
 */
export async function findQueuePosition(
  sceneId: string,
  waitsFor: QueueKind,
  since: Date,
): Promise<number | null> {
  if (Date.now() - since.getTime() < graceMs) return null;
  const { positions, isFull } = await loadSnapshot();
  // A scene waits for its author's other scenes as well, and for an engine that is away; panels for
  // portraits: none of that has to do with others.
  if (!isFull[waitsFor]) return null;
  return positions.get(`${waitsFor} ${sceneId}`) ?? null;
}

interface QueueSnapshot {
  positions: Map<string, number>;
  /** Whether the writer, or the painter, has as much to do as it may. */
  isFull: Record<QueueKind, boolean>;
}

let cached: { until: number; look: Promise<QueueSnapshot> } | undefined;

/** One look at a time, however long it takes. */
function loadSnapshot(): Promise<QueueSnapshot> {
  if (cached && Date.now() < cached.until) return cached.look;
  const fresh = { until: Number.POSITIVE_INFINITY, look: readQueue() };
  cached = fresh;
  fresh.look.then(
    () => {
      fresh.until = Date.now() + cacheMs;
    },
    // The next one asks again.
    () => {
      cached = undefined;
    },
  );
  return fresh.look;
}

async function readQueue(): Promise<QueueSnapshot> {
  const [rows, atWork] = await Promise.all([
    db.$queryRaw<{ kind: QueueKind; sceneId: string; before: number }[]>`
      WITH waiting AS (
        (SELECT kind, owner_id, scene_id, created_at FROM job
          WHERE status = 'queued' AND kind = 'scene' ORDER BY created_at LIMIT ${maxWaiting})
        UNION ALL
        (SELECT kind, owner_id, scene_id, created_at FROM job
          WHERE status = 'queued' AND kind = 'panel_image' ORDER BY created_at LIMIT ${maxWaiting})
      ), scenes AS (
        SELECT kind, owner_id, scene_id, min(created_at) AS since FROM waiting
        WHERE scene_id IS NOT NULL GROUP BY kind, owner_id, scene_id
      ), turns AS (
        SELECT *, row_number() OVER (PARTITION BY kind, owner_id ORDER BY since, scene_id) AS turn
        FROM scenes
      ), begun AS (
        (SELECT kind, owner_id, started_at FROM job WHERE finished_at IS NOT NULL
          ORDER BY finished_at DESC LIMIT ${maxEnded})
        UNION ALL
        (SELECT kind, owner_id, started_at FROM job
          WHERE status IN ('queued', 'processing') AND heartbeat_at IS NOT NULL)
      ), served AS (
        SELECT kind, owner_id, max(started_at) AS served_at FROM begun GROUP BY kind, owner_id
      )
      SELECT kind, scene_id AS "sceneId",
        (row_number() OVER (
          PARTITION BY kind ORDER BY turn, served_at NULLS FIRST, since, scene_id) - 1)::int AS before
      FROM turns LEFT JOIN served USING (kind, owner_id)`,
    // In these words the index of open jobs answers.
    db.$queryRaw<{ writing: number; painting: number }[]>`
      SELECT count(*) FILTER (WHERE kind = 'scene')::int AS writing,
        count(*) FILTER (WHERE kind <> 'scene')::int AS painting
      FROM job WHERE status IN ('queued', 'processing') AND status = 'processing'
        AND heartbeat_at IS NOT NULL`,
  ]);
  const { writing = 0, painting = 0 } = atWork[0] ?? {};
  return {
    positions: new Map(rows.map(({ kind, sceneId, before }) => [`${kind} ${sceneId}`, before])),
    isFull: {
      scene: writing >= env().WRITER_CALLS_AT_ONCE,
      // What a painter has taken as an order holds none of its places.
      panel_image: !painter().deferred && painting >= env().PAINTER_CALLS_AT_ONCE,
    },
  };
}
