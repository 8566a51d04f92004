/** The administrator's decisions about pictures, applied to every story that shows them. */
import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import type { Prisma, Tx } from "@/lib/platform/db";

/** Condition on stories: hidden because of pictures of another author. */
const hiddenByInheritedDecision = {
  hiddenAt: { not: null },
  decidedWithId: { not: null },
} satisfies Prisma.StoryWhereInput;

/**
 * Condition on stories whose pictures the viewer may have: published ones, and own ones unless they
 * are hidden because of another author's pictures; all for the administrator.
 */
export const readableBy = (viewer: Viewer | null): Prisma.StoryWhereInput =>
  viewer?.isAdministrator
    ? {}
    : {
        OR: [
          { status: "published" },
          ...(viewer ? [{ authorId: viewer.id, NOT: hiddenByInheritedDecision }] : []),
        ],
      };

export type MarkAction = "hide" | "mature";

/** A decision that applies to a story because of the pictures that it shows. */
export interface InheritedDecision {
  action: MarkAction;
  /** The owner of the pictures: the story that the decision was about. */
  storyId: string;
}

/**
 * The decision on pictures with these hashes, which a story shows or will show; hiding takes
 * precedence over marking as mature. Null without a decision.
 */
export async function decisionOnPictures(
  tx: Tx,
  hashes: string[],
): Promise<InheritedDecision | null> {
  const [mark] = await tx.$queryRaw<InheritedDecision[]>`
    SELECT CASE WHEN hidden_at IS NOT NULL THEN 'hide' ELSE 'mature' END AS action,
      story_id AS "storyId"
    FROM picture_mark
    WHERE sha256 = ANY(${hashes}::char(64)[]) AND coalesce(hidden_at, mature_at) IS NOT NULL
    ORDER BY hidden_at NULLS LAST LIMIT 1`;
  return mark ?? null;
}

/** The same for the pictures that a story shows, without the marks that it brought itself. */
export async function decisionOnStory(tx: Tx, storyId: string): Promise<InheritedDecision | null> {
  const rows = await tx.$queryRaw<{ sha256: string }[]>`
    SELECT DISTINCT k.sha256 FROM story_picture p JOIN media_object m ON m.id = p.media_id
    JOIN picture_mark k ON k.sha256 = m.sha256
    WHERE p.story_id = ${storyId}::uuid AND k.story_id <> ${storyId}::uuid`;
  return decisionOnPictures(
    tx,
    rows.map(({ sha256 }) => sha256),
  );
}

const reasons = {
  hide: "It shows pictures of a story that the administrator has hidden.",
  mature: "It shows pictures of a story that the administrator has marked as mature.",
};

/**
 * Applies a decision to stories that show the pictures, until the administrator decides on them.
 * Each author reads the reason, and may object.
 * @returns the changed stories, and the decisions that it writes
 */
export async function inheritDecision(
  tx: Tx,
  storyIds: string[],
  { action, storyId }: InheritedDecision,
): Promise<{ stories: ChangedStory[]; decisionIds: string[] }> {
  const changed =
    action === "hide"
      ? await tx.$queryRaw<{ id: string; authorId: string }[]>`
          UPDATE story SET hidden_at = now(), decided_with_id = ${storyId}::uuid,
            published_before = published_at, status = 'draft', published_at = NULL,
            version = version + 1
          WHERE id = ANY(${storyIds}::uuid[]) AND hidden_at IS NULL
          RETURNING id, author_id AS "authorId"`
      : await tx.$queryRaw<{ id: string; authorId: string }[]>`
          UPDATE story SET rating_before = rating, rating = 'mature',
            decided_with_id = ${storyId}::uuid, version = version + 1
          WHERE id = ANY(${storyIds}::uuid[]) AND rating_before IS NULL AND hidden_at IS NULL
          RETURNING id, author_id AS "authorId"`;
  const ids = changed.map(({ id }) => id);
  await tx.decision.updateMany({
    where: { kind: "story", storyId: { in: ids }, endedAt: null },
    data: { endedAt: new Date() },
  });
  const decisions = await tx.decision.createManyAndReturn({
    data: changed.map(({ id, authorId }) => ({
      kind: "story",
      storyId: id,
      authorId,
      action,
      reason: reasons[action],
    })),
    select: { id: true },
  });
  return { stories: await withUsernames(tx, ids), decisionIds: decisions.map(({ id }) => id) };
}

interface ChangedStory {
  id: string;
  username: string;
}

const withUsernames = (tx: Tx, ids: string[]) =>
  tx.$queryRaw<ChangedStory[]>`
    SELECT s.id, u.username::text AS username FROM story s JOIN user_account u ON u.id = s.author_id
    WHERE s.id = ANY(${ids}::uuid[])`;

/** Restores the stories that shared a decision on this one to their earlier state. */
async function revokeInheritedDecisions(tx: Tx, storyId: string): Promise<ChangedStory[]> {
  const changed = await tx.$queryRaw<{ id: string }[]>`
    UPDATE story SET hidden_at = NULL, published_before = NULL, decided_with_id = NULL,
      status = CASE WHEN published_before IS NULL OR preview_media_id IS NULL THEN status
        ELSE 'published' END,
      published_at = CASE WHEN preview_media_id IS NULL THEN published_at
        ELSE coalesce(published_before, published_at) END,
      rating = coalesce(rating_before, rating), rating_before = NULL, version = version + 1
    WHERE decided_with_id = ${storyId}::uuid RETURNING id`;
  const ids = changed.map(({ id }) => id);
  await tx.decision.updateMany({
    where: { kind: "story", storyId: { in: ids }, endedAt: null },
    data: { endedAt: new Date() },
  });
  return withUsernames(tx, ids);
}

/**
 * Applies a decision on a story to its pictures and to every other story that shows them. A
 * decision that restores the story restores those too.
 */
export async function propagateDecision(
  tx: Tx,
  storyId: string,
  action: MarkAction | "restore",
): Promise<{ stories: ChangedStory[]; decisionIds: string[] }> {
  const released = await revokeInheritedDecisions(tx, storyId);
  await unmarkPictures(tx, storyId);
  if (action === "restore") return { stories: released, decisionIds: [] };
  await markPictures(tx, storyId, action);
  const inherited = await inheritDecision(tx, await copiesOf(tx, storyId), { action, storyId });
  return { ...inherited, stories: [...released, ...inherited.stories] };
}

/** Records a decision on a story for the story's own pictures. */
async function markPictures(tx: Tx, storyId: string, action: MarkAction): Promise<void> {
  const isHiding = action === "hide";
  await tx.$executeRaw`
    INSERT INTO picture_mark (sha256, hidden_at, mature_at, story_id, author_id)
    SELECT m.sha256, CASE WHEN ${isHiding} THEN now() END, CASE WHEN NOT ${isHiding} THEN now() END,
      s.id, s.author_id
    FROM story s CROSS JOIN LATERAL pictures_of_story(s.id) p JOIN media_object m ON m.id = p.media_id
    WHERE s.id = ${storyId}::uuid
    ON CONFLICT (sha256) DO UPDATE SET story_id = excluded.story_id, author_id = excluded.author_id,
      hidden_at = excluded.hidden_at, mature_at = coalesce(excluded.mature_at, picture_mark.mature_at)`;
}

/** Removes the marks from the pictures that a story shows: the administrator has reviewed it. */
async function unmarkPictures(tx: Tx, storyId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM picture_mark WHERE sha256 IN (
      SELECT m.sha256 FROM story_picture p JOIN media_object m ON m.id = p.media_id
      WHERE p.story_id = ${storyId}::uuid)`;
}

/** Other stories that show a story's own pictures: remixes, and imports. */
async function copiesOf(tx: Tx, storyId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT p.story_id AS id FROM pictures_of_story(${storyId}::uuid) own
    JOIN story_picture p ON p.media_id = own.media_id WHERE p.story_id <> ${storyId}::uuid`;
  return rows.map(({ id }) => id);
}
