/** Queue positions of scenes: the number of scenes that begin before each. */
import "server-only";
import { painter } from "@/lib/ai";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

/** The two queues of a scene: for the writer, then for the painter of its first panel. */
type QueueKind = "scene" | "panel_image";

/** Waiting jobs of a kind that a snapshot reads, oldest first. */
const maxWaiting = 20_000;
/** Ended jobs that a snapshot reads to learn whose turn was when. */
const maxEnded = 5_000;
/** Milliseconds for which all requests share one answer of the database. */
const cacheMs = 1_000;
/** Milliseconds. A younger scene is not shown as waiting. */
const graceMs = 2_000;

/**
 * How many scenes begin before a waiting scene. Authors take turns, longest wait first, with one
 * scene in each turn. The number is an estimate from our own rows, since only the engine knows its
 * limits and repeated steps.
 * @param since when the scene began to wait
 * @returns null if the scene does not wait for other scenes
 */
export async function findQueuePosition(
  sceneId: string,
  waitsFor: QueueKind,
  since: Date,
): Promise<number | null> {
  if (Date.now() - since.getTime() < graceMs) return null;
  const { positions, isFull } = await loadSnapshot();
  // A scene also waits for its author's other scenes and for an engine that is away; panels wait
  // for portraits. Scenes of other authors do not cause such waits.
  if (!isFull[waitsFor]) return null;
  return positions.get(`${waitsFor} ${sceneId}`) ?? null;
}

interface QueueSnapshot {
  positions: Map<string, number>;
  /** Whether writer or painter are at their limit. */
  isFull: Record<QueueKind, boolean>;
}

let cached: { until: number; look: Promise<QueueSnapshot> } | undefined;

/** One query at a time, however long it takes. */
function loadSnapshot(): Promise<QueueSnapshot> {
  if (cached && Date.now() < cached.until) return cached.look;
  const fresh = { until: Number.POSITIVE_INFINITY, look: readQueue() };
  cached = fresh;
  fresh.look.then(
    () => {
      fresh.until = Date.now() + cacheMs;
    },
    // After an error the next request queries again.
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
    // Phrased so that PostgreSQL uses the index of open jobs.
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
      // A deferred prediction occupies no place of the painter.
      panel_image: !painter().deferred && painting >= env().PAINTER_CALLS_AT_ONCE,
    },
  };
}
