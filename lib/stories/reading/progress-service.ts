import "server-only";
import type { Device } from "@/lib/platform/auth/sessions";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, Prisma } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { absoluteUrl, siteOrigin } from "@/lib/platform/site";
import { visibleTo } from "../queries";
import { sceneHref } from "./parts";
import type { Progression, ReadingPosition } from "./progress-schema";

interface Row {
  title: string;
  modified: Date;
  deviceId: string;
  deviceName: string;
  progression: number;
  references: string[];
}

const toProgression = (row: Row): Progression => ({
  ...(row.title && { title: row.title }),
  modified: row.modified.toISOString(),
  device: { id: row.deviceId, name: row.deviceName },
  progression: row.progression,
  ...(row.references.length > 0 && { references: row.references }),
});

const columns = Prisma.sql`r.title, r.modified, r.device_id AS "deviceId",
  r.device_name AS "deviceName", r.progression, r."references"`;

/**
 * The viewer's progress in a story, null where they have not begun.
 * @throws AppError `not_found` for a story that the viewer may not see
 */
export async function getProgression(viewer: Viewer, storyId: string): Promise<Progression | null> {
  const [row] = await db.$queryRaw<(Row | { progression: null })[]>`
    SELECT ${columns} FROM story s
    LEFT JOIN reading_progress r ON r.story_id = s.id AND r.user_id = ${viewer.id}::uuid
    WHERE s.id = ${storyId}::uuid AND ${visibleTo(viewer)}`;
  if (!row) throw notFound("story");
  return row.progression === null ? null : toProgression(row);
}

/**
 * Stores the viewer's progress. Keeps later progress from another device, also if both requests
 * arrive simultaneously. A device with a fast clock would block all other devices, so no time
 * counts as later than its arrival.
 * @param unmodifiedSince refuses where newer progress is stored, to the second
 * (If-Unmodified-Since)
 * @throws AppError `not_found`; `stale_version` with the stored progress as `data`
 */
export async function saveProgression(
  viewer: Viewer,
  storyId: string,
  reported: Progression,
  unmodifiedSince: Date | null = null,
): Promise<{ progression: Progression; isNew: boolean }> {
  const { title = "", device, progression, references = [] } = reported;
  const modified = new Date(Math.min(Date.parse(reported.modified), Date.now()));
  const [row] = await db.$queryRaw<(Row & { isNew: boolean })[]>`
    INSERT INTO reading_progress AS r
      (user_id, story_id, title, modified, device_id, device_name, progression, "references")
    SELECT ${viewer.id}::uuid, s.id, ${title}, ${modified}, ${device.id}, ${device.name},
      ${progression}, ${references}
    FROM story s WHERE s.id = ${storyId}::uuid AND ${visibleTo(viewer)}
    ON CONFLICT (user_id, story_id) DO UPDATE SET
      title = EXCLUDED.title, modified = EXCLUDED.modified, device_id = EXCLUDED.device_id,
      device_name = EXCLUDED.device_name, progression = EXCLUDED.progression,
      "references" = EXCLUDED."references",
      removed_at = CASE WHEN r.removed_at > EXCLUDED.modified THEN r.removed_at END
    WHERE r.modified <= EXCLUDED.modified
      AND date_trunc('second', r.modified) <= coalesce(${unmodifiedSince}::timestamptz, 'infinity')
    RETURNING ${columns}, r.xmax = 0 AS "isNew"`;
  if (row) return { progression: toProgression(row), isNew: row.isNew };
  const stored = await getProgression(viewer, storyId);
  throw new AppError("stale_version", "This story was read further on another device since.", {
    data: stored,
  });
}

/**
 * Stores progress from the reading page. Apps get the browser's name and the scene's address.
 * @param modified by default now, because the page reports at once
 * @throws AppError `not_found`; `stale_version` if it is older than the stored one
 */
export async function saveReadingPosition(
  viewer: Viewer,
  storyId: string,
  { progression, scene }: ReadingPosition,
  device: Device,
  modified = new Date().toISOString(),
): Promise<void> {
  await saveProgression(viewer, storyId, {
    modified,
    device: { id: siteOrigin(), name: device.name },
    progression,
    ...(scene && { title: `Scene ${scene}`, references: [absoluteUrl(sceneHref(storyId, scene))] }),
  });
}

/** Stores what a device has read without the account, where that has nothing later. */
export async function saveReadings(
  viewer: Viewer,
  readings: readonly (ReadingPosition & { storyId: string; modified: string })[],
  device: Device,
): Promise<void> {
  for (const { storyId, modified, ...position } of readings) {
    await saveReadingPosition(viewer, storyId, position, device, modified).catch((error) => {
      const isKnown = error instanceof AppError && /^(not_found|stale_version)$/.test(error.code);
      if (!isKnown) throw error;
    });
  }
}

/** Removes a story from 'Continue reading' until the viewer reads on; the place is kept. */
export async function removeReading(viewer: Viewer, storyId: string): Promise<void> {
  await db.readingProgress.updateMany({
    where: { userId: viewer.id, storyId },
    data: { removedAt: new Date() },
  });
}
