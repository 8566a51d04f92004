/** An author asks for a picture or a video that is kept as a take. */
import "server-only";
import type { z } from "zod";
import { isUploadOf } from "@/lib/media/media-queries";
import { parseMediaUrl } from "@/lib/media/urls";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import type { Prisma, Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import type { Send } from "@/lib/platform/jobs/events";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { claimPicture, claimVideo, lockBudget } from "@/lib/spending/budget-service";
import { storyRefusal } from "@/lib/stories/service";
import { lockScene } from "../jobs/end-service";
import { imageTakeRequested, videoTakeRequested } from "../jobs/job-service";
import {
  aspectRatioOf,
  type GenerateImageInput,
  type GenerateVideoInput,
  type imageTakeInput,
  pictureSize,
  type videoTakeInput,
} from "../schema";

/** A second click: the same request so soon after the first is the same work, in milliseconds. */
const secondClick = 3_000;

interface Target {
  ownerId: string;
  storyId: string;
  panel: { id: string; sceneId: string; generation: number } | null;
}

type TakeWork =
  | { kind: "image"; input: z.input<typeof imageTakeInput> }
  | { kind: "video"; input: z.input<typeof videoTakeInput> };

/**
 * Makes the job of a picture or a video that is kept without being shown, and its event. A request
 * repeated by a second click gets the job of the first.
 * @throws AppError `budget_exceeded`
 */
export async function requestTake(
  tx: Tx,
  send: Send,
  { ownerId, storyId, panel }: Target,
  { kind, input }: TakeWork,
): Promise<string> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`takes:${ownerId}`}, 0))`;
  const data = {
    kind,
    ownerId,
    storyId,
    sceneId: panel?.sceneId ?? null,
    panelId: panel?.id ?? null,
    input: input as Prisma.InputJsonObject,
  };
  const first = await tx.job.findFirst({
    where: {
      ...data,
      input: { equals: data.input },
      status: { in: ["queued", "processing"] },
      createdAt: { gt: new Date(Date.now() - secondClick) },
    },
    select: { id: true },
  });
  if (first) return first.id;
  const { id: jobId } = await tx.job.create({
    data: { ...data, generation: panel?.generation ?? 1 },
    select: { id: true },
  });
  const paid = { id: jobId, ownerId, storyId };
  await (kind === "image" ? claimPicture(tx, paid) : claimVideo(tx, paid));
  const event = kind === "image" ? imageTakeRequested : videoTakeRequested;
  send({ ...event.create({ jobId, ownerId }), id: jobId });
  return jobId;
}

/**
 * Has a picture painted from words, or one changed by them. With a panel it is kept as a take of
 * it; the panel goes on showing what it shows.
 * @returns the job's id
 * @throws AppError `not_found`, `forbidden`, `budget_exceeded`, `validation_failed` for a picture
 *   that is not the viewer's to use
 */
export function requestImageTake(viewer: Viewer, input: GenerateImageInput): Promise<string> {
  return transact(async (tx, send) => {
    await lockBudget(tx);
    const { target, story } = await findTarget(tx, viewer, input);
    const url = input.initialImageUrl;
    const source = url && (await findSourcePicture(tx, viewer, "initialImageUrl", url, story.id));
    const { width, height } = { ...pictureSize[aspectRatioOf(story)], ...sizeOf(input) };
    const made = { prompt: input.prompt, width, height };
    return requestTake(tx, send, target, {
      kind: "image",
      input: source ? { ...made, mediaId: source.id, initialImageUrl: url } : made,
    });
  });
}

const sizeOf = ({ width, height }: GenerateImageInput) =>
  width === undefined || height === undefined ? {} : { width, height };

/**
 * Has a picture brought to life. With a panel the video is kept as a take of it; the panel goes on
 * showing what it shows.
 * @returns the job's id
 * @throws AppError as `requestImageTake`
 */
export function requestVideoTake(viewer: Viewer, input: GenerateVideoInput): Promise<string> {
  return transact(async (tx, send) => {
    await lockBudget(tx);
    const { target, story } = await findTarget(tx, viewer, input);
    const { imageUrl, prompt } = input;
    const source = await findSourcePicture(tx, viewer, "imageUrl", imageUrl, story.id);
    return requestTake(tx, send, target, {
      kind: "video",
      input: { prompt, mediaId: source.id, imageUrl },
    });
  });
}

/** The story, and the panel of it that keeps the result; both held against deletion. */
async function findTarget(
  tx: Tx,
  viewer: Viewer,
  { storyId, sceneId, panelNumber }: GenerateImageInput | GenerateVideoInput,
) {
  const story = await tx.story.findFirst({
    where: { id: storyId, ...authoredBy(viewer) },
    select: { id: true, aspectRatio: true },
  });
  if (!story) throw await storyRefusal(storyId);
  const target: Target = { ownerId: viewer.id, storyId, panel: null };
  if (sceneId === undefined || panelNumber === undefined) return { story, target };
  const scene = await lockScene(tx, sceneId);
  const panel = await tx.panel.findFirst({
    where: { sceneId, panelNumber, scene: { storyId } },
    select: { id: true },
  });
  if (!scene || !panel) throw notFound("panel");
  return {
    story,
    target: { ...target, panel: { id: panel.id, sceneId, generation: scene.generation } },
  };
}

/**
 * Looks up the picture that an edit or a video starts from: any of the story's own (takes, portraits
 * of its characters and places), an upload of the viewer's, or what a job of theirs made for this
 * story. Everything else is refused in the same words, whether it exists or not.
 * @throws AppError `validation_failed`
 */
async function findSourcePicture(
  tx: Tx,
  viewer: Viewer,
  field: "initialImageUrl" | "imageUrl",
  url: string,
  storyId: string,
): Promise<{ id: string }> {
  const named = parseMediaUrl(url);
  const [media] = named
    ? await tx.$queryRaw<{ id: string }[]>`
        SELECT m.id FROM media_object m
        WHERE m.sha256 = ${named.sha256}::char(64) AND m.extension = ${named.extension}
          AND m.media_type LIKE 'image/%' AND (
            ${isUploadOf(viewer, "m")}
            OR EXISTS (SELECT 1 FROM panel p JOIN scene c ON c.id = p.scene_id
              WHERE c.story_id = ${storyId}::uuid AND (p.image_media_id = m.id
                OR EXISTS (SELECT 1 FROM take t WHERE t.panel_id = p.id AND t.media_id = m.id)))
            OR EXISTS (SELECT 1 FROM "character" e LEFT JOIN character_image i ON i.character_id = e.id
              WHERE e.story_id = ${storyId}::uuid AND m.id IN (e.primary_media_id, i.media_id))
            OR EXISTS (SELECT 1 FROM location e LEFT JOIN location_image i ON i.location_id = e.id
              WHERE e.story_id = ${storyId}::uuid AND m.id IN (e.primary_media_id, i.media_id))
            OR EXISTS (SELECT 1 FROM job j
              WHERE j.story_id = ${storyId}::uuid AND j.status = 'completed'
                AND (j.owner_id = ${viewer.id}::uuid OR ${viewer.isAdministrator})
                AND j.result ->> 'mediaId' = m.id::text))`
    : [];
  if (media) return media;
  const message = "Please choose a picture of this story, or upload one first.";
  throw new AppError("validation_failed", message, { errors: [{ field, message }] });
}
