/** Chooses the portrait of a character or location, and keeps its image prompt consistent. */
import "server-only";
import { findUsablePicture } from "@/lib/media/media-queries";
import { applyDecisions } from "@/lib/media/picture-moderation-service";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { Prisma, type Tx } from "@/lib/platform/db";
import { entityTables } from "./entity-rows-queries";
import {
  appendChange,
  changesIn,
  changesOf,
  promptOfChanges,
  withChanges,
} from "./portrait-prompt";
import type { EntityKind } from "./schema";

interface PortraitSubject {
  kind: EntityKind;
  id: string;
  storyId: string;
}

/**
 * Makes a picture the portrait: one that the entity already has, a take of a panel in the same
 * story, an upload of the viewer, or the result of one of their jobs for this story. The image
 * prompt follows edits (docs/decisions/0046), unless its author has just written it.
 * @returns whether the administrator's decision on a picture now applies to the story
 * @throws AppError `validation_failed`
 */
export async function setPortrait(
  tx: Tx,
  viewer: Viewer,
  sitter: PortraitSubject,
  { url, followsWords }: { url: string; followsWords: boolean },
): Promise<boolean> {
  const { rows, images, owner } = entityTables[sitter.kind];
  const mediaId = await findUsablePicture(tx, viewer, {
    storyId: sitter.storyId,
    url,
    orCondition: Prisma.sql`
      EXISTS (SELECT 1 FROM ${rows} e
        WHERE e.id = ${sitter.id}::uuid AND e.primary_media_id = m.id)
      OR EXISTS (SELECT 1 FROM ${images} i
        WHERE i.${owner} = ${sitter.id}::uuid AND i.media_id = m.id)`,
    field: "primaryImageUrl",
    message: `Please choose a picture of this ${sitter.kind}, or upload one first.`,
  });
  await showPortrait(tx, sitter, mediaId, { followsWords });
  return (await applyDecisions(tx, [sitter.storyId])).length > 0;
}

/** Makes a stored picture the portrait; the image prompt follows edits. */
export async function showPortrait(
  tx: Tx,
  sitter: PortraitSubject,
  mediaId: string,
  { followsWords = true } = {},
): Promise<void> {
  const { rows, images, owner } = entityTables[sitter.kind];
  const [before] = await tx.$queryRaw<{ imagePrompt: string; shown: string | null }[]>`
    SELECT image_prompt AS "imagePrompt", primary_media_id AS shown FROM ${rows}
    WHERE id = ${sitter.id}::uuid`;
  if (!before) return;
  const { imagePrompt } = before;
  const portraits = await tx.$queryRaw<{ mediaId: string; words: string }[]>`
    SELECT media_id AS "mediaId", prompt AS words FROM ${images}
    WHERE ${owner} = ${sitter.id}::uuid ORDER BY created_at, id`;
  const changes = changesOf(portraits.map(({ words }) => words));
  const earlier = portraits.find((one) => one.mediaId === mediaId);
  let prompt = imagePrompt;
  if (earlier) {
    // The prompts of some pictures are unknown, such as those of a remix.
    if (earlier.words !== "" && before.shown !== mediaId) {
      prompt = withChanges(imagePrompt, changesIn(earlier.words, changes), changes);
    }
  } else {
    const change = await findChange(tx, sitter, mediaId);
    if (change !== null) prompt = appendChange(imagePrompt, change);
    const words =
      change === null ? imagePrompt : promptOfChanges([...changesIn(imagePrompt, changes), change]);
    await tx.$executeRaw`
      INSERT INTO ${images} (id, ${owner}, media_id, prompt)
      VALUES (gen_random_uuid(), ${sitter.id}::uuid, ${mediaId}::uuid, ${words})`;
  }
  await tx.$executeRaw`
    UPDATE ${rows} SET primary_media_id = ${mediaId}::uuid,
      image_prompt = ${followsWords ? prompt : imagePrompt}
    WHERE id = ${sitter.id}::uuid`;
}

/** The prompt of the edit where the picture is an edited one of this entity; null if it is not. */
async function findChange(
  tx: Tx,
  { kind, id, storyId }: PortraitSubject,
  mediaId: string,
): Promise<string | null> {
  const { rows, images, owner } = entityTables[kind];
  const [job] = await tx.$queryRaw<{ change: string }[]>`
    SELECT j.input ->> 'prompt' AS change FROM job j
    WHERE j.story_id = ${storyId}::uuid AND j.kind = 'image' AND j.status = 'completed'
      AND j.panel_id IS NULL AND j.result ->> 'mediaId' = ${mediaId}
      AND j.input ->> 'mediaId' IN (
        SELECT media_id::text FROM ${images} WHERE ${owner} = ${id}::uuid
        UNION ALL SELECT primary_media_id::text FROM ${rows} WHERE id = ${id}::uuid)
    ORDER BY j.created_at DESC LIMIT 1`;
  return job?.change ?? null;
}
