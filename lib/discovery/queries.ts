import "server-only";
import { demoStudioName } from "@/lib/ai/demo-name";
import { mediaUrlOf } from "@/lib/media/urls";
import type { Origin } from "@/lib/media/xmp.mjs";
import { db, Prisma } from "@/lib/platform/db";
import { isListed, storyTags } from "@/lib/stories/feed/cover-queries";
import { paintedBy } from "@/lib/stories/queries";
import type { FeedScope } from "./urls";

/** Stories in a feed: enough for readers that poll it once a day. */
const feedLength = 30;

/** Time of the last change that a reader of `story s` can see. */
export const changedAt = Prisma.sql`greatest(s.updated_at, s.published_at,
  (SELECT max(c.updated_at) FROM scene c WHERE c.story_id = s.id))`;

export interface FeedStory {
  id: string;
  title: string;
  description: string;
  tags: string[];
  username: string;
  firstName: string;
  lastName: string;
  madeByHand: boolean;
  paintedBy: string[] | null;
  publishedAt: Date;
  changedAt: Date;
  cover: {
    sha256: string;
    extension: string;
    mediaType: string;
    bytes: number;
    width: number | null;
    height: number | null;
  } | null;
}

/** Title of a feed; null for an unknown author or tag. */
export interface FeedSubject {
  username?: string;
  firstName?: string;
  lastName?: string;
  tag?: string;
}

async function subjectOf({ tag, author }: FeedScope): Promise<FeedSubject | null> {
  if (author) {
    return db.user.findUnique({
      where: { username: author },
      select: { username: true, firstName: true, lastName: true },
    });
  }
  if (!tag) return {};
  const total = await db.total.findUnique({ where: { key: `tag:${tag}` } });
  return total && total.count > 0 ? { tag } : null;
}

/** The newest published stories of a feed, in at most two queries. */
export async function readFeedStories(
  scope: FeedScope,
): Promise<{ subject: FeedSubject; stories: FeedStory[] } | null> {
  const subject = await subjectOf(scope);
  if (!subject) return null;
  const listed = subject.tag
    ? Prisma.sql`SELECT g.story_id AS id FROM story_tag g
        WHERE g.tag = ${subject.tag} AND g.published_at IS NOT NULL
        ORDER BY g.published_at DESC, g.story_id DESC LIMIT ${feedLength}`
    : Prisma.sql`SELECT s.id FROM story s WHERE ${isListed("s")} ${
        subject.username
          ? Prisma.sql`AND s.author_id = (
              SELECT id FROM user_account WHERE username = ${subject.username}::citext)`
          : Prisma.empty
      } ORDER BY s.published_at DESC, s.id DESC LIMIT ${feedLength}`;
  const stories = await db.$queryRaw<FeedStory[]>`
    WITH listed AS (${listed})
    SELECT s.id, s.title, s.description, u.username::text, u.first_name AS "firstName",
      u.last_name AS "lastName", s.made_by_hand AS "madeByHand", ${paintedBy} AS "paintedBy",
      s.published_at AS "publishedAt", ${changedAt} AS "changedAt",
      ${storyTags} AS tags,
      CASE WHEN m.id IS NULL THEN NULL ELSE json_build_object('sha256', m.sha256,
        'extension', m.extension, 'mediaType', m.media_type, 'bytes', m.bytes,
        'width', m.width, 'height', m.height) END AS cover
    FROM listed JOIN story s ON s.id = listed.id JOIN user_account u ON u.id = s.author_id
    LEFT JOIN media_object m ON m.id = s.preview_media_id
    WHERE ${isListed("s")}
    ORDER BY s.published_at DESC, s.id DESC`;
  return { subject, stories };
}

/** How the pictures of a story were made, where no model made them. */
export async function readOrigins(storyId: string): Promise<Record<string, Origin>> {
  const rows = await db.$queryRaw<{ sha256: string; extension: string; origin: Origin }[]>`
    SELECT DISTINCT m.sha256, m.extension,
      CASE WHEN m.is_generated THEN 'drawn' ELSE 'photo' END AS origin
    FROM scene c JOIN panel p ON p.scene_id = c.id JOIN media_object m ON m.id = p.image_media_id
    WHERE c.story_id = ${storyId}::uuid AND (NOT m.is_generated OR m.made_by = ${demoStudioName})`;
  return Object.fromEntries(rows.map((row) => [mediaUrlOf(row), row.origin]));
}
