/** The progress of a scene, a picture or a video. */
import "server-only";
import { animator, painter, writer } from "@/lib/ai";
import type { Animator } from "@/lib/ai/animator";
import type { Painter } from "@/lib/ai/painter";
import { maybeMediaUrl } from "@/lib/media/urls";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { openJobStatus } from "@/lib/platform/jobs/outbox-service";
import { mapReadableRows } from "@/lib/platform/map-rows";
import { getScene, sceneAccessError } from "@/lib/scenes/queries";
import type { Scene } from "@/lib/scenes/schema";
import { requireEditable } from "@/lib/stories/service";
import { failureMessages } from "./jobs/failure-texts";
import { sweepIfServerless } from "./jobs/lost-events-service";
import { findQueuePosition } from "./jobs/queue-position-queries";
import { newEntities } from "./scene/new-entities";
import {
  type ImageJob,
  imageJobDto,
  mediaJobInput,
  mediaJobResult,
  type OpenJob,
  type SceneProgress,
  type VideoJob,
} from "./schema";

/** Percent of the progress bar for the writing; the pictures fill the rest. */
const writingPercent = 30;
/** Share of a panel that is being painted. */
const halfDone = 0.3;

/**
 * The progress of a scene, for its author.
 * @throws AppError `not_found`, `forbidden`
 */
export async function getSceneProgress(viewer: Viewer, sceneId: string): Promise<SceneProgress> {
  await sweepIfServerless();
  const row = await db.scene.findFirst({
    where: { id: sceneId, story: authoredBy(viewer) },
    select: { generation: true },
  });
  if (!row) throw await sceneAccessError(sceneId);
  const [scene, job] = await Promise.all([
    getScene(viewer, sceneId),
    db.job.findFirst({
      where: { sceneId, kind: "scene", generation: row.generation },
      orderBy: { createdAt: "desc" },
    }),
  ]);
  const isGenerating = scene.status === "generating";
  // If the script failed after its last panel, the scene is complete and needs no message.
  const isCut = job?.status === "failed" && scene.errorMessage !== null;
  const hasError = scene.status === "failed" || (!isGenerating && isCut);
  const failedPanels = scene.panels.filter(({ status }) => status === "failed").length;
  const hasPartialErrors = !isGenerating && !hasError && failedPanels > 0;
  return {
    scene,
    progress: isGenerating ? progressOf(scene, job?.progress ?? 0) : 100,
    isGenerating,
    isWaiting: isGenerating && (await isSilent(sceneId)),
    isModelLoading: isGenerating && job !== null && isModelLoading(job),
    scenesBefore: isGenerating && job ? await findScenePosition(scene, job) : null,
    isComplete: scene.status === "completed" && !hasError,
    hasError,
    hasPartialErrors,
    errorMessage: scene.errorMessage ?? (hasPartialErrors ? failureMessages.someImages : null),
    ...(await newEntities(viewer, scene, job?.createdAt)),
  };
}

/** Milliseconds without a first word after which the model is considered to be loading. */
const loadingAfterMs = 15_000;

const isModelLoading = ({ status, progress, startedAt }: JobRow): boolean =>
  !writer().demo &&
  status === "processing" &&
  progress === 0 &&
  startedAt !== null &&
  Date.now() - startedAt.getTime() > loadingAfterMs;

/** Number of scenes that begin before this one; null if it has begun or begins next. */
async function findScenePosition(
  { _id, panels }: Scene,
  { status, createdAt, finishedAt }: JobRow,
): Promise<number | null> {
  if (status === "queued") return findQueuePosition(_id, "scene", createdAt);
  // The script is complete; if no panel has begun, the scene is queued again.
  if (!finishedAt || !panels.every((panel) => panel.status === "queued")) return null;
  return findQueuePosition(_id, "panel_image", finishedAt);
}

/**
 * Whether work has stalled: a running step sends a heartbeat every ten seconds, and a prediction
 * with a webhook is polled every twenty.
 */
const isSilentSince = (heartbeatAt: Date | null, hasWebhook = false): boolean =>
  heartbeatAt !== null && Date.now() - heartbeatAt.getTime() > (hasWebhook ? 30_000 : 15_000);

/** Whether all work of a started scene has stalled, for example because its process died. */
async function isSilent(sceneId: string): Promise<boolean> {
  const { _max } = await db.job.aggregate({
    where: { sceneId, kind: { in: ["scene", "panel_image"] }, status: "processing" },
    _max: { heartbeatAt: true },
  });
  return isSilentSince(_max.heartbeatAt, painter().deferred?.hasWebhook);
}

function progressOf(scene: Scene, written: number): number {
  const weight = (status: string) =>
    status === "completed" || status === "failed" ? 1 : status === "processing" ? halfDone : 0;
  const painted = scene.panels.reduce((sum, panel) => sum + weight(panel.status), 0);
  const pictures = scene.panels.length > 0 ? painted / scene.panels.length : 0;
  return Math.min(
    99,
    Math.round((written / 100) * writingPercent + pictures * (100 - writingPercent)),
  );
}

/** Whether any job is open; background work then waits. */
export async function hasOpenJobs(): Promise<boolean> {
  // SQL, so that PostgreSQL uses the index of open jobs: Prisma casts each status and would read
  // all jobs.
  const [row] = await db.$queryRaw<{ open: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM job WHERE status IN ('queued', 'processing')) AS open`;
  return row?.open ?? false;
}

/** Takes and portraits; a panel's own status says that its picture is being made. */
const listedKinds = ["image", "video", "character_image", "location_image"] as const;

/**
 * The open jobs of takes and portraits of a story, the oldest first.
 * @throws AppError `not_found`, `forbidden`
 */
export async function listOpenJobs(viewer: Viewer, storyId: string): Promise<OpenJob[]> {
  await requireEditable(viewer, storyId);
  const jobs = await db.job.findMany({
    where: { storyId, kind: { in: [...listedKinds] }, status: openJobStatus },
    orderBy: { createdAt: "asc" },
  });
  return mapReadableRows(jobs, (job): OpenJob => {
    const { id, kind, input, createdAt, panelId, characterId, locationId } = job;
    const { prompt, mediaId, reference } = mediaJobInput.parse(input);
    return {
      jobId: id,
      work: kind === "video" ? "animate" : mediaId && !reference ? "edit" : "regenerate",
      prompt,
      startedAt: createdAt.toISOString(),
      panelId,
      entityId: characterId ?? locationId,
      reference: reference ?? null,
    };
  });
}

/**
 * A job that makes one picture, for the viewer who requested it and the story's author.
 * @throws AppError `not_found`
 */
export async function getImageJob(viewer: Viewer, jobId: string): Promise<ImageJob> {
  const job = await findJobFor(viewer, jobId);
  const type = imageJobDto.shape.type.safeParse(job.kind);
  if (!type.success) throw notFound("job");
  const made = await findResult(job);
  return {
    ...stateOf(job, painter(), failureMessages.image),
    type: type.data,
    result: made && {
      imageUrl: made.url,
      prompt: made.prompt,
      timestamp: made.timestamp,
      note: made.note,
    },
  };
}

/**
 * A job that makes a video, for the viewer who requested it and the story's author.
 * @throws AppError `not_found`
 */
export async function getVideoJob(viewer: Viewer, jobId: string): Promise<VideoJob> {
  const job = await findJobFor(viewer, jobId);
  if (job.kind !== "video") throw notFound("job");
  const made = await findResult(job);
  return {
    ...stateOf(job, animator(), failureMessages.video),
    type: "video",
    result: made?.sourceUrl
      ? { videoUrl: made.url, originalImageUrl: made.sourceUrl, isLocallyStored: true }
      : null,
  };
}

/** The result of a completed job; null if its file has been deleted since. */
async function findResult({ status, input, result, finishedAt, createdAt }: JobRow) {
  const made = mediaJobResult.safeParse(result).data;
  if (status !== "completed" || !made) return null;
  const { prompt, mediaId: sourceId = made.mediaId } = mediaJobInput.parse(input);
  const files = await db.mediaObject.findMany({
    where: { id: { in: [made.mediaId, sourceId] } },
    select: { id: true, sha256: true, extension: true },
  });
  const urlOf = (mediaId: string) => maybeMediaUrl(files.find(({ id }) => id === mediaId));
  const url = urlOf(made.mediaId);
  if (!url) return null;
  const timestamp = (finishedAt ?? createdAt).toISOString();
  return { url, sourceUrl: urlOf(sourceId), prompt, timestamp, note: made.madeWith?.note };
}

async function findJobFor(viewer: Viewer, jobId: string) {
  await sweepIfServerless();
  const may = { OR: [{ ownerId: viewer.id }, { story: { authorId: viewer.id } }] };
  const where = viewer.isAdministrator ? { id: jobId } : { id: jobId, ...may };
  const job = await db.job.findFirst({ where });
  if (!job) throw notFound("job");
  return job;
}

type JobRow = Awaited<ReturnType<typeof findJobFor>>;

const stateOf = (
  { id, status, progress, heartbeatAt, errorMessage }: JobRow,
  { deferred }: Pick<Painter | Animator, "deferred">,
  failure: string,
) => ({
  jobId: id,
  status,
  progress,
  isWaiting: status === "processing" && isSilentSince(heartbeatAt, deferred?.hasWebhook),
  error: status === "failed" ? (errorMessage ?? failure) : null,
});
