import "server-only";
import { LRUCache } from "lru-cache";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, Prisma } from "@/lib/platform/db";
import { isHiddenFrom, isUploadOf } from "./media-queries";

/** A file that everyone may see. */
interface PublicMedia {
  /** An author of a story that shows the file has opted out of AI training. */
  noTraining: boolean;
}

/** Public files as last seen, for requests while the database is unavailable. */
const lastKnown = new LRUCache<string, PublicMedia>({ max: 20_000 });

/** Stories that are checked for the training opt-out of a picture. */
const maxStoriesChecked = 100;

/** Ids of the stories that show the object `m` to readers: in a panel, a portrait or a preview. */
const storiesShowing = Prisma.sql`SELECT story_id AS id FROM story_picture WHERE media_id = m.id`;

/**
 * Adds stories where only the author sees the object: as a take, on a sheet, as the style, or in a
 * removed panel that the author can restore.
 */
const storiesUsing = Prisma.sql`
  SELECT c.story_id FROM take t JOIN panel p ON p.id = t.panel_id
    JOIN scene c ON c.id = coalesce(p.scene_id, p.removed_from_id)
    WHERE t.media_id = m.id OR t.original_media_id = m.id
  UNION ALL SELECT c.story_id FROM panel p JOIN scene c ON c.id = p.removed_from_id
    WHERE p.image_media_id = m.id OR p.video_media_id = m.id
  UNION ALL SELECT e.story_id FROM reference_picture r JOIN "character" e ON e.id = r.character_id
    WHERE r.media_id = m.id
  UNION ALL SELECT e.story_id FROM reference_picture r JOIN location e ON e.id = r.location_id
    WHERE r.media_id = m.id
  UNION ALL SELECT id FROM story WHERE style_media_id = m.id
  UNION ALL ${storiesShowing}`;

/**
 * Whether one of the stories has this value. The subquery stops at the first match: twenty thousand
 * remixes can share a picture.
 */
const someStoryHas = (stories: Prisma.Sql, column: Prisma.Sql, value: Prisma.Sql) => Prisma.sql`
  EXISTS (SELECT 1 FROM (${stories}) x (id) WHERE (SELECT ${column} FROM story s WHERE s.id = x.id) = ${value})`;

const noTraining = Prisma.sql`
  EXISTS (SELECT 1 FROM (SELECT id FROM (${storiesShowing}) y LIMIT ${maxStoriesChecked}) x
    JOIN story s ON s.id = x.id WHERE s.no_training)`;

/** The object of a file, which may be one of its smaller encodings. */
const objectOfFile = (file: string) => Prisma.sql`
  FROM media_object m
  WHERE (m.sha256 = ${file.slice(0, 64)}::char(64)
    OR m.variants @> ${JSON.stringify([{ key: file }])}::jsonb)`;

/**
 * A stored file on a public page; null for any other, from the next request on. While the database
 * is unavailable, the last known answer counts, because cached pages show the file as well.
 */
export async function findPublicMedia(file: string): Promise<PublicMedia | null> {
  try {
    const [row] = await db.$queryRaw<PublicMedia[]>`
      SELECT ${noTraining} AS "noTraining" ${objectOfFile(file)} AND NOT ${isHiddenFrom(null, "m")} AND (
        ${someStoryHas(storiesShowing, Prisma.sql`s.status`, Prisma.sql`'published'`)}
        OR EXISTS (SELECT 1 FROM user_account u WHERE u.avatar_media_id = m.id))
      LIMIT 1`;
    if (row) lastKnown.set(file, row);
    else lastKnown.delete(file);
    return row ?? null;
  } catch (error) {
    const last = lastKnown.get(file);
    if (last) return last;
    throw error;
  }
}

/** Whether a stored file belongs to a story, the cast, an upload or a job of the viewer. */
export async function isOwnedByViewer(viewer: Viewer, file: string): Promise<boolean> {
  const [row] = await db.$queryRaw<unknown[]>`
    SELECT 1 ${objectOfFile(file)} AND NOT ${isHiddenFrom(viewer, "m")} AND (
      ${viewer.isAdministrator}
      OR ${isUploadOf(viewer, "m")}
      OR ${someStoryHas(storiesUsing, Prisma.sql`s.author_id`, Prisma.sql`${viewer.id}::uuid`)}
      OR EXISTS (SELECT 1 FROM library_picture p JOIN library_entry e ON e.id = p.entry_id
        WHERE p.media_id = m.id AND e.owner_id = ${viewer.id}::uuid)
      OR EXISTS (SELECT 1 FROM job j WHERE j.owner_id = ${viewer.id}::uuid
        AND j.result ->> 'mediaId' = m.id::text))
    LIMIT 1`;
  return row !== undefined;
}
