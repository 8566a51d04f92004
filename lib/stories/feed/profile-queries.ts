import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, Prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { mapReadableRows } from "@/lib/platform/map-rows";
import type { Profile } from "../schema";
import { authorObject, coverColumns, coverJoins, isListed, isUntouched } from "./cover-queries";
import { requirePublicBrowsing } from "./queries";
import { type AuthorRow, type CoverRow, toCard, toStoryAuthor } from "./story-rows";
import { maxPageNumber } from "./urls";

/** Covers on a page of a profile. */
const pageSize = 24;

/**
 * A person as others see them, with published stories; for themselves with drafts.
 * @throws AppError `not_found`, `unauthorized` where browsing needs a sign-in, `bad_request` for a
 * page number out of range
 */
export async function getProfile(
  viewer: Viewer | null,
  username: string,
  page = 1,
): Promise<Profile> {
  requirePublicBrowsing(viewer);
  if (page > maxPageNumber) {
    throw new AppError(
      "bad_request",
      `Pages of a profile end at ${maxPageNumber}. All stories of a user are in /api/stories?author=${username}, whose cursor goes on.`,
    );
  }
  const profile = await findProfile(username, viewer?.id ?? null, page);
  if (!profile) throw new AppError("not_found", `The user "${username}" could not be found.`);
  return profile;
}

/** The public profile, or null; for cached pages. */
export const getPublicProfile = (username: string, page = 1) => findProfile(username, null, page);

async function findProfile(
  username: string,
  viewerId: string | null,
  page: number,
): Promise<Profile | null> {
  const [person] = await db.$queryRaw<
    {
      user: AuthorRow;
      bio: string;
      links: string[];
      createdAt: Date;
      total: number;
      stats: Profile["stats"];
    }[]
  >`
    SELECT ${authorObject} AS user, u.bio, u.links, u.created_at AS "createdAt",
      CASE WHEN u.id = ${viewerId}::uuid THEN n.stories ELSE n.listed_stories END AS total,
      CASE WHEN u.id = ${viewerId}::uuid
        THEN json_build_object('totalStories', n.stories - (
            SELECT count(*) FROM story s WHERE s.author_id = u.id AND ${isUntouched}),
          'publishedStories', n.published, 'unlistedStories', n.published - n.listed_stories,
          'totalScenes', n.scenes, 'totalPanels', n.panels)
        ELSE json_build_object('totalStories', n.listed_stories, 'publishedStories', n.listed_stories,
          'totalScenes', n.listed_scenes, 'totalPanels', n.listed_panels) END AS stats
    FROM user_account u JOIN author_stat n ON n.user_id = u.id
    LEFT JOIN media_object ua ON ua.id = u.avatar_media_id
    WHERE u.username = ${username}::citext AND (u.hidden_at IS NULL OR u.id = ${viewerId}::uuid)`;
  if (!person) return null;
  const userId = person.user.id;
  const shown = userId === viewerId ? Prisma.empty : Prisma.sql`AND ${isListed("s")}`;
  // The offset is applied on the index alone, before any join.
  const rows = await db.$queryRaw<CoverRow[]>`
    WITH page AS (
      SELECT s.* FROM story s WHERE s.author_id = ${userId}::uuid ${shown}
      ORDER BY s.created_at DESC, s.id DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize})
    SELECT ${coverColumns} FROM page s ${coverJoins}
    ORDER BY s.created_at DESC, s.id DESC`;
  return {
    user: {
      ...toStoryAuthor(person.user),
      bio: person.bio,
      links: person.links,
      createdAt: person.createdAt.toISOString(),
    },
    stories: mapReadableRows(rows, toCard),
    stats: person.stats,
    pagination: {
      page,
      pages: Math.ceil(person.total / pageSize),
      total: person.total,
    },
  };
}
