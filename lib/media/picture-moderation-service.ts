/** The administrator's decisions about pictures, applied to every story that shows them. */
import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { Prisma, type Tx } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs/outbox-service";
import { requestReportMail } from "@/lib/platform/mail/report-events";

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

type MarkAction = "hide" | "mature";

/** A decision that applies to a story because of the pictures that it shows. */
interface InheritedDecision {
  action: MarkAction;
  /** The owner of the pictures: the story that the decision was about. */
  storyId: string;
}

interface ChangedStory {
  id: string;
  username: string;
  /** What now applies to it; not set where a decision has ended. */
  action?: MarkAction;
}

/** SQL of the decision on a picture of `picture_mark k`: hiding takes precedence. */
const markAction = Prisma.sql`CASE WHEN k.hidden_at IS NULL THEN 'mature' ELSE 'hide' END`;

/** The decision on pictures with these hashes. Null without a decision. */
export async function decisionOnPictures(
  tx: Tx,
  hashes: string[],
): Promise<InheritedDecision | null> {
  const [mark] = await tx.$queryRaw<InheritedDecision[]>`
    SELECT ${markAction} AS action, k.story_id AS "storyId" FROM picture_mark k
    WHERE k.sha256 = ANY(${hashes}::char(64)[]) ORDER BY k.hidden_at NULLS LAST LIMIT 1`;
  return mark ?? null;
}

/**
 * Applies to stories the decisions on the pictures that they show, without the marks that they
 * brought themselves. Call it in every transaction in which a story comes to show a picture.
 */
export async function applyDecisions(tx: Tx, storyIds: string[]): Promise<ChangedStory[]> {
  const found = await tx.$queryRaw<(InheritedDecision & { id: string })[]>`
    SELECT DISTINCT ON (p.story_id) p.story_id AS id, ${markAction} AS action,
      k.story_id AS "storyId"
    FROM story_picture p JOIN media_object m ON m.id = p.media_id
    JOIN picture_mark k ON k.sha256 = m.sha256
    WHERE p.story_id = ANY(${storyIds}::uuid[]) AND k.story_id <> p.story_id
    ORDER BY p.story_id, k.hidden_at NULLS LAST`;
  return inheritDecisions(tx, found);
}

const reasons = {
  hide: "It shows pictures of a story that the administrator has hidden.",
  mature: "It shows pictures of a story that the administrator has marked as mature.",
  restore:
    "The story whose pictures it shows is no longer hidden or marked as mature by the administrator.",
};

/**
 * Applies decisions to stories that show the pictures, until the administrator decides on them.
 * Each author gets a mail with the reason, and may object.
 */
export async function inheritDecisions(
  tx: Tx,
  decisions: (InheritedDecision & { id: string })[],
): Promise<ChangedStory[]> {
  const stories: ChangedStory[] = [];
  for (const action of ["hide", "mature"] as const) {
    const some = decisions.filter((one) => one.action === action);
    if (some.length === 0) continue;
    // What a hidden story was marked with by itself stays, for its return.
    const changes =
      action === "hide"
        ? Prisma.sql`hidden_at = now(), published_before = s.published_at, status = 'draft',
            published_at = NULL,
            rating = CASE WHEN s.decided_with_id IS NULL THEN s.rating
              ELSE coalesce(s.rating_before, s.rating) END,
            rating_before = CASE WHEN s.decided_with_id IS NULL THEN s.rating_before END`
        : Prisma.sql`rating_before = s.rating, rating = 'mature'`;
    const changed = await tx.$queryRaw<(ChangedStory & { authorId: string })[]>`
      UPDATE story s SET decided_with_id = o.origin, version = s.version + 1, ${changes}
      FROM unnest(${some.map(({ id }) => id)}::uuid[], ${some.map((one) => one.storyId)}::uuid[])
        AS o (id, origin), user_account u
      WHERE s.id = o.id AND u.id = s.author_id AND s.hidden_at IS NULL
        AND (${action === "hide"} OR s.rating_before IS NULL)
      RETURNING s.id, s.author_id AS "authorId", u.username::text AS username`;
    await endDecisions(tx, changed);
    const written = await tx.decision.createManyAndReturn({
      data: changed.map(({ id, authorId }) => ({
        kind: "story",
        storyId: id,
        authorId,
        action,
        reason: reasons[action],
      })),
      select: { id: true },
    });
    for (const { id, username } of changed) stories.push({ id, username, action });
    await tellAuthors(tx, written);
  }
  return stories;
}

/** The outbox's sweep sends the requests, so that callers need not pass them on. */
const tellAuthors = (tx: Tx, decisions: { id: string }[]) =>
  enqueue(
    tx,
    decisions.map(({ id }) => requestReportMail("author", id)),
  );

const endDecisions = (tx: Tx, stories: ChangedStory[]) =>
  tx.decision.updateMany({
    where: { kind: "story", storyId: { in: stories.map(({ id }) => id) }, endedAt: null },
    data: { endedAt: new Date() },
  });

/**
 * Restores the stories that shared a decision on this one to their earlier state; a story that was
 * marked by itself before stays so.
 */
async function revokeInheritedDecisions(tx: Tx, storyId: string): Promise<ChangedStory[]> {
  const changed = await tx.$queryRaw<ChangedStory[]>`
    UPDATE story s SET hidden_at = NULL, published_before = NULL, decided_with_id = NULL,
      status = CASE WHEN s.published_before IS NULL OR s.preview_media_id IS NULL THEN s.status
        ELSE 'published' END,
      published_at = CASE WHEN s.preview_media_id IS NULL THEN s.published_at
        ELSE coalesce(s.published_before, s.published_at) END,
      rating = CASE WHEN s.hidden_at IS NULL THEN coalesce(s.rating_before, s.rating)
        ELSE s.rating END,
      rating_before = CASE WHEN s.hidden_at IS NOT NULL THEN s.rating_before END,
      version = s.version + 1
    FROM user_account u WHERE s.decided_with_id = ${storyId}::uuid AND u.id = s.author_id
    RETURNING s.id, u.username::text AS username`;
  await endDecisions(tx, changed);
  return changed;
}

/**
 * Tells the authors of stories that no longer share a decision. The mark of a story itself holds
 * again, for the reason that it was given.
 */
async function tellReleased(tx: Tx, stories: ChangedStory[]): Promise<void> {
  const told = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO decision (id, kind, story_id, author_id, action, reason, ended_at)
    SELECT gen_random_uuid(), 'story', s.id, s.author_id,
      CASE WHEN own.reason IS NULL THEN 'restore' ELSE 'mature' END,
      coalesce(own.reason, ${reasons.restore}), CASE WHEN own.reason IS NULL THEN now() END
    FROM story s LEFT JOIN LATERAL (
      SELECT reason FROM decision
      WHERE story_id = s.id AND action = 'mature' AND s.rating_before IS NOT NULL
      ORDER BY created_at DESC LIMIT 1) own ON true
    WHERE s.id = ANY(${stories.map(({ id }) => id)}::uuid[])
    RETURNING id`;
  await tellAuthors(tx, told);
}

/**
 * Applies a decision on a story to its pictures and to every other story that shows them. A
 * decision that restores the story restores those too.
 */
export async function propagateDecision(
  tx: Tx,
  storyId: string,
  action: MarkAction | "restore",
): Promise<ChangedStory[]> {
  const released = await revokeInheritedDecisions(tx, storyId);
  if (action !== "hide") await liftMarks(tx, storyId, action);
  if (action !== "restore") await markPictures(tx, storyId, action);
  const copies = action === "restore" ? [] : await copiesOf(tx, storyId);
  const inherited = await applyDecisions(tx, copies.concat(released.map(({ id }) => id)));
  const held = new Set(inherited.map(({ id }) => id));
  await tellReleased(
    tx,
    released.filter(({ id }) => !held.has(id)),
  );
  return [...released, ...inherited];
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

/**
 * The administrator has reviewed all pictures that a story shows or has shown: when it is restored,
 * none stays marked; when it is marked as mature, none stays hidden.
 */
async function liftMarks(tx: Tx, storyId: string, action: "mature" | "restore"): Promise<void> {
  const lifted = Prisma.sql`(story_id = ${storyId}::uuid OR sha256 IN (
    SELECT m.sha256 FROM story_picture p JOIN media_object m ON m.id = p.media_id
    WHERE p.story_id = ${storyId}::uuid))`;
  await (action === "restore"
    ? tx.$executeRaw`DELETE FROM picture_mark WHERE ${lifted}`
    : tx.$executeRaw`
        UPDATE picture_mark SET hidden_at = NULL, mature_at = coalesce(mature_at, now())
        WHERE hidden_at IS NOT NULL AND ${lifted}`);
}

/** Other stories that show a story's own pictures: remixes, and imports. */
async function copiesOf(tx: Tx, storyId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT p.story_id AS id FROM pictures_of_story(${storyId}::uuid) own
    JOIN story_picture p ON p.media_id = own.media_id WHERE p.story_id <> ${storyId}::uuid`;
  return rows.map(({ id }) => id);
}
