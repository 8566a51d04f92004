/** Scenes that wait for their turn: how many begin before each. */
import "server-only";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

/** The two places where a scene waits: for the writer, then for the painter of its first panel. */
type WaitsFor = "scene" | "panel_image";

/** Waiting jobs of a kind that are looked at, the oldest of them. */
const mostWaiting = 20_000;
/** Ended jobs that are looked at to know whose turn was when. */
const mostEnded = 5_000;
/** Everybody who asks within so many milliseconds gets one answer of the database. */
const keptFor = 1_000;
/** A scene that has been asked for so lately is not said to wait, in milliseconds. */
const soon = 2_000;

/** What the painter's slots are for. */
const painted = ["panel_image", "image", "character_image", "location_image", "video"] as const;

/**
 * How many scenes begin before one that waits: authors take turns, the one who waits longest since
 * their last first, and each has one scene in a turn. It is an estimate from our own rows, the same
 * whatever engine runs: that one knows of limits and of steps that come again.
 * @param since when it began to wait
 * @returns null where it does not wait because of others
 */
export async function scenesBefore(
  sceneId: string,
  waitsFor: WaitsFor,
  since: Date,
): Promise<number | null> {
  if (Date.now() - since.getTime() < soon) return null;
  const { places, isPainterFull } = await look();
  // Panels wait for portraits as well, which has nothing to do with others.
  if (waitsFor === "panel_image" && !isPainterFull) return null;
  return places.get(`${waitsFor} ${sceneId}`) ?? null;
}

interface Look {
  places: Map<string, number>;
  isPainterFull: boolean;
}

let latest: { at: number; look: Promise<Look> } | undefined;

function look(): Promise<Look> {
  if (!latest || Date.now() - latest.at >= keptFor) {
    const fresh = readPlaces();
    latest = { at: Date.now(), look: fresh };
    // The next one asks again.
    fresh.catch(() => {
      latest = undefined;
    });
  }
  return latest.look;
}

async function readPlaces(): Promise<Look> {
  const [rows, atWork] = await Promise.all([
    db.$queryRaw<{ kind: WaitsFor; sceneId: string; before: number }[]>`
      WITH waiting AS (
        (SELECT kind, owner_id, scene_id, created_at FROM job
          WHERE status = 'queued' AND kind = 'scene' ORDER BY created_at LIMIT ${mostWaiting})
        UNION ALL
        (SELECT kind, owner_id, scene_id, created_at FROM job
          WHERE status = 'queued' AND kind = 'panel_image' ORDER BY created_at LIMIT ${mostWaiting})
      ), scenes AS (
        SELECT kind, owner_id, scene_id, min(created_at) AS since FROM waiting
        WHERE scene_id IS NOT NULL GROUP BY kind, owner_id, scene_id
      ), turns AS (
        SELECT *, row_number() OVER (PARTITION BY kind, owner_id ORDER BY since, scene_id) AS turn
        FROM scenes
      ), begun AS (
        (SELECT kind, owner_id, started_at FROM job WHERE finished_at IS NOT NULL
          ORDER BY finished_at DESC LIMIT ${mostEnded})
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
    db.job.count({
      where: { status: "processing", heartbeatAt: { not: null }, kind: { in: [...painted] } },
    }),
  ]);
  return {
    places: new Map(rows.map(({ kind, sceneId, before }) => [`${kind} ${sceneId}`, before])),
    isPainterFull: atWork >= env().PAINTER_CALLS_AT_ONCE,
  };
}
