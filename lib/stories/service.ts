import "server-only";
import { findUsablePicture } from "@/lib/media/media-queries";
import { applyDecisions } from "@/lib/media/picture-moderation-service";
import { revalidateStory } from "@/lib/pages/expiry-service";
import { lineageTags } from "@/lib/pages/lineage-queries";
import { accessDeniedError, authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, Prisma, retryOnLockConflict, type Tx } from "@/lib/platform/db";
import { AppError, fieldError } from "@/lib/platform/errors";
import { abandonJobs, transact } from "@/lib/platform/jobs/outbox-service";
import { abandonScene } from "@/lib/scenes/events";
import { refreshPreview } from "@/lib/scenes/preview-service";
import { notMadeByHandMessage } from "./ai-disclosure";
import { withCanonicalSpelling } from "./feed/tag-queries";
import { getStory } from "./queries";
import type { CreateStoryInput, Story, UpdateStoryInput } from "./schema";

/** Limit of stories of one author. */
const maxStories = 1000;

/** @throws AppError `conflict` if the author is at the limit of stories */
export async function requireBelowStoryLimit(viewer: Viewer): Promise<void> {
  const count = await db.story.count({ where: { authorId: viewer.id }, take: maxStories });
  if (count >= maxStories) {
    throw new AppError(
      "conflict",
      `You have ${maxStories} stories, and there cannot be more. Please delete one first.`,
    );
  }
}

/** Creates a story: a draft of the viewer. @throws AppError `conflict` at the limit */
export async function createStory(
  viewer: Viewer,
  { tags, ...fields }: CreateStoryInput,
): Promise<Story> {
  await requireBelowStoryLimit(viewer);
  const story = await db.story.create({
    data: {
      ...fields,
      authorId: viewer.id,
      tags: { create: withPositions(await withCanonicalSpelling(tags)) },
    },
    select: { id: true },
  });
  return getStory(viewer, story.id);
}

const withPositions = (tags: string[]) => tags.map((tag, position) => ({ tag, position }));

/**
 * Changes a story, publishing included.
 * @throws AppError `not_found`, `forbidden`, `stale_version` with the current story as data,
 * `not_publishable` without a scene that has a picture or while it is hidden, `validation_failed`
 * for a cover that is no panel of the story with a picture, a style picture that the viewer may not
 * use, a rating other than the administrator's, or `madeByHand` where a model has made a part of it
 */
export async function updateStory(
  viewer: Viewer,
  storyId: string,
  { tags, status, version, styleImageUrl, ...fields }: UpdateStoryInput,
): Promise<Story> {
  const previous = await retryOnLockConflict(() =>
    db.$transaction(async (tx) => {
      const before = await lockStory(tx, viewer, storyId);
      if (version !== undefined && version !== before.version) {
        throw staleStoryError(await getStory(viewer, storyId));
      }
      const isPublishing = status === "published" && before.status !== "published";
      if (isPublishing) {
        if (before.isHidden) throw hiddenStoryError();
        if (!(await hasPicture(tx, storyId))) throw withoutPictureError();
        const [decided] = await applyDecisions(tx, [storyId]);
        if (decided?.action === "hide") return { ...before, isHidden: true };
        if (decided) fields.rating = "mature";
      }
      if (fields.rating && fields.rating !== "mature" && before.isMarked) throw markedMatureError();
      if (fields.madeByHand) await requireByHand(tx, storyId);
      if (fields.coverPanelId) await requireCover(tx, storyId, fields.coverPanelId);
      const style = await chooseStyle(tx, viewer, storyId, styleImageUrl);
      // A draft keeps its author's spelling of tags until it is published.
      const newTags = tags ?? (isPublishing ? await tagsOf(tx, storyId) : null);
      if (newTags) await replaceTags(tx, storyId, newTags);
      await tx.story.update({
        where: { id: storyId },
        data: {
          ...fields,
          ...style,
          ...statusChange(before.status, status),
          version: { increment: 1 },
        },
      });
      if (fields.coverPanelId !== undefined) await refreshPreview(tx, storyId);
      return before;
    }),
  );
  if (previous.isHidden && status === "published") throw hiddenStoryError();
  const story = await getStory(viewer, storyId);
  const { title, rating, coverPanelId } = fields;
  const changesTree =
    story.status !== previous.status ||
    [title, rating, coverPanelId].some((one) => one !== undefined);
  await revalidateStory(
    {
      id: storyId,
      status: story.status,
      username: previous.username,
      wasPublished: previous.status === "published",
    },
    changesTree ? await lineageTags(storyId) : [],
  );
  return story;
}

export const staleStoryError = (current: Story) =>
  new AppError(
    "stale_version",
    "This story was changed elsewhere in the meantime. Please look at the current version before saving.",
    { data: current },
  );

/** The refusal when an author tries to publish a story that the administrator has hidden. */
const hiddenStoryError = () =>
  new AppError(
    "not_publishable",
    "This story is hidden, so it cannot be published. Your dashboard says why, and what you can do.",
  );

const markedMatureError = () =>
  fieldError(
    "rating",
    "The administrator has marked this story as mature. Your dashboard says why, and what you can do.",
  );

interface LockedStory {
  version: number;
  status: Story["status"];
  /** Hidden by the administrator. */
  isHidden: boolean;
  /** Marked as mature by the administrator. */
  isMarked: boolean;
  username: string;
}

/**
 * A story that the viewer may change, locked until the transaction ends, with the name of its
 * author.
 * @throws AppError `not_found`, `forbidden`
 */
export async function lockStory(tx: Tx, viewer: Viewer, storyId: string): Promise<LockedStory> {
  const [row] = await tx.$queryRaw<LockedStory[]>`
    SELECT s.version, s.status::text AS status, u.username::text AS username,
      s.hidden_at IS NOT NULL AS "isHidden", s.rating_before IS NOT NULL AS "isMarked"
    FROM story s JOIN user_account u ON u.id = s.author_id
    WHERE s.id = ${storyId}::uuid
      AND (${viewer.isAdministrator} OR s.author_id = ${viewer.id}::uuid)
    FOR NO KEY UPDATE OF s FOR KEY SHARE OF u`;
  if (!row) throw await storyAccessError(storyId);
  return row;
}

/** A story keeps its first day of publication while it stays published. */
function statusChange(
  before: Story["status"],
  after: Story["status"] | undefined,
): Prisma.StoryUncheckedUpdateInput {
  if (after === undefined || after === before) return {};
  return { status: after, publishedAt: after === "published" ? new Date() : null };
}

/** Whether a panel of a story has a picture, without which the story cannot be public. */
export async function hasPicture(tx: Tx, storyId: string): Promise<boolean> {
  const where = { scene: { storyId }, imageMediaId: { not: null } };
  return (await tx.panel.count({ where, take: 1 })) > 0;
}

const withoutPictureError = () =>
  new AppError(
    "not_publishable",
    "A story needs at least one scene with a picture before it can be published.",
  );

/** The changed column of a chosen style picture. @throws AppError `validation_failed` */
async function chooseStyle(tx: Tx, viewer: Viewer, storyId: string, url?: string | null) {
  if (!url) return url === null ? { styleMediaId: null } : {};
  const picture = { storyId, url, field: "styleImageUrl" };
  return { styleMediaId: await findUsablePicture(tx, viewer, picture) };
}

async function requireCover(tx: Tx, storyId: string, panelId: string): Promise<void> {
  const count = await tx.panel.count({
    where: { id: panelId, scene: { storyId }, imageMediaId: { not: null } },
  });
  if (count === 0) {
    throw fieldError(
      "coverPanelId",
      "Please choose a panel of this story that has a picture as its cover.",
    );
  }
}

/**
 * Refuses if a model has made a picture, take or chosen portrait of the story. Uploads whose
 * metadata name a model count; what no reader is shown does not (docs/decisions/0034).
 * @throws AppError `validation_failed`
 */
async function requireByHand(tx: Tx, storyId: string): Promise<void> {
  const [row] = await tx.$queryRaw<{ isMade: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM scene c JOIN panel p ON c.id = coalesce(p.scene_id, p.removed_from_id)
      LEFT JOIN take t ON t.panel_id = p.id
      LEFT JOIN media_object m ON m.id IN (t.media_id, p.image_media_id, p.video_media_id)
      WHERE c.story_id = ${storyId}::uuid
        AND (t.source IN ('generated', 'edited') OR m.is_generated)
      UNION ALL SELECT 1 FROM "character" e JOIN media_object m ON m.id = e.primary_media_id
      WHERE e.story_id = ${storyId}::uuid AND m.is_generated
      UNION ALL SELECT 1 FROM location e JOIN media_object m ON m.id = e.primary_media_id
      WHERE e.story_id = ${storyId}::uuid AND m.is_generated) AS "isMade"`;
  if (row?.isMade) throw fieldError("madeByHand", notMadeByHandMessage);
}

async function tagsOf(tx: Tx, storyId: string): Promise<string[]> {
  const rows = await tx.storyTag.findMany({
    where: { storyId },
    orderBy: { position: "asc" },
    select: { tag: true },
  });
  return rows.map(({ tag }) => tag);
}

/** Writes only the difference: every tag's counter is a row that other transactions wait for. */
async function replaceTags(tx: Tx, storyId: string, requested: string[]): Promise<void> {
  const before = await tx.storyTag.findMany({
    where: { storyId },
    select: { tag: true, position: true },
  });
  const known = new Set(before.map(({ tag }) => tag));
  const tags = await withCanonicalSpelling(requested, known, tx);
  const removed = before.map(({ tag }) => tag).filter((tag) => !tags.includes(tag));
  if (removed.length > 0)
    await tx.storyTag.deleteMany({ where: { storyId, tag: { in: removed } } });
  const remaining = withPositions(tags).filter(({ tag }) => known.has(tag));
  if (remaining.length > 0) {
    // In one statement: the unique positions are checked after all have moved.
    const rows = remaining.map(({ tag, position }) => Prisma.sql`(${tag}, ${position}::int)`);
    await tx.$executeRaw`
      UPDATE story_tag t SET position = v.position
      FROM (VALUES ${Prisma.join(rows)}) v(tag, position)
      WHERE t.story_id = ${storyId}::uuid AND t.tag = v.tag AND t.position <> v.position`;
  }
  const added = withPositions(tags).filter(({ tag }) => !known.has(tag));
  if (added.length > 0) {
    await tx.storyTag.createMany({ data: added.map((tag) => ({ ...tag, storyId })) });
  }
}

/**
 * Deletes a story with all its content. Remixes stay and keep its title; the engine cancels jobs on
 * its scenes.
 * @throws AppError `not_found`, `forbidden`
 */
export async function deleteStory(viewer: Viewer, storyId: string): Promise<{ message: string }> {
  // The view counter may hold rows at this moment that are deleted with the story.
  const { status, username, lineage } = await retryOnLockConflict(() =>
    transact(async (tx, send) => {
      const before = await lockStory(tx, viewer, storyId);
      const pending = await tx.scene.findMany({
        where: { storyId, status: "generating" },
        select: { id: true, generation: true },
      });
      // Read while the lineage is still complete.
      const lineage = await lineageTags(storyId, tx);
      await abandonJobs(tx, send, { storyId });
      await tx.story.delete({ where: { id: storyId } });
      for (const scene of pending) abandonScene(send, scene.id, scene.generation);
      return { ...before, lineage };
    }),
  );
  await revalidateStory({ id: storyId, status, username }, lineage);
  return { message: "Story deleted." };
}

/** The error for a refused write on a story. */
export async function storyAccessError(storyId: string): Promise<AppError> {
  const story = await db.story.findUnique({ where: { id: storyId }, select: { status: true } });
  return accessDeniedError(story?.status === "published", "story");
}

/** @throws AppError `not_found`, `forbidden` if the viewer may not change the story */
export async function requireEditable(viewer: Viewer, storyId: string): Promise<void> {
  const own = await db.story.count({ where: { id: storyId, ...authoredBy(viewer) } });
  if (own === 0) throw await storyAccessError(storyId);
}
