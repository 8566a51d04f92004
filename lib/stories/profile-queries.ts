import "server-only";
import { mediaJson } from "@/lib/media/media-queries";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { coverColumns, coverTables, isListed } from "./cover-queries";
import { requireBrowsing } from "./feed-queries";
import type { Profile } from "./schema";
import { type AuthorRow, type CoverRow, toCard, toStoryAuthor } from "./story-rows";

/** Covers on a page of a profile. */
const pageSize = 24;

/**
 * A person as others see them, with published stories; to themselves with their drafts too.
 * @throws AppError `not_found`, `unauthorized` where browsing needs a sign-in
 */
export async function getProfile(
  viewer: Viewer | null,
  username: string,
  page = 1,
): Promise<Profile> {
  requireBrowsing(viewer);
  const profile = await findProfile(username, viewer?.id ?? null, page);
  if (!profile) throw new AppError("not_found", `The user "${username}" could not be found.`);
  return profile;
}

/** The same as everybody sees it, or null; for cached pages. */
export const getPublicProfile = (username: string, page = 1) => findProfile(username, null, page);

async function findProfile(
  username: string,
  viewerId: string | null,
  page: number,
): Promise<Profile | null> {
  const [person] = await db.$queryRaw<
    { user: AuthorRow; bio: string; links: string[]; createdAt: Date; stats: Profile["stats"] }[]
  >`
    SELECT json_build_object('id', u.id, 'username', u.username, 'firstName', u.first_name,
        'lastName', u.last_name, 'avatar', ${mediaJson("ua")}) AS user,
      u.bio, u.links, u.created_at AS "createdAt",
      (SELECT json_build_object(
          'totalStories', count(*), 'publishedStories', count(*) FILTER (WHERE s.status = 'published'),
          'totalScenes', coalesce(sum(n.scenes), 0), 'totalPanels', coalesce(sum(n.panels), 0))
        FROM story s CROSS JOIN LATERAL (
          SELECT count(DISTINCT c.id) AS scenes, count(p.id) AS panels
          FROM scene c LEFT JOIN panel p ON p.scene_id = c.id WHERE c.story_id = s.id) n
        WHERE s.author_id = u.id AND (${isListed("s")} OR u.id = ${viewerId}::uuid)) AS stats
    FROM user_account u LEFT JOIN media_object ua ON ua.id = u.avatar_media_id
    WHERE u.username = ${username}::citext AND (u.hidden_at IS NULL OR u.id = ${viewerId}::uuid)`;
  if (!person) return null;
  const userId = person.user.id;
  const rows = await db.$queryRaw<CoverRow[]>`
    SELECT ${coverColumns} FROM ${coverTables}
    WHERE s.author_id = ${userId}::uuid AND (${isListed("s")} OR ${userId === viewerId})
    ORDER BY s.created_at DESC, s.id DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`;
  return {
    user: {
      ...toStoryAuthor(person.user),
      bio: person.bio,
      links: person.links,
      createdAt: person.createdAt.toISOString(),
    },
    stories: rows.map(toCard),
    stats: person.stats,
    pagination: {
      page,
      pages: Math.ceil(person.stats.totalStories / pageSize),
      total: person.stats.totalStories,
    },
  };
}
