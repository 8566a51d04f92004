/** An author asks for a scene: its frames, its job, its event, and how many may be asked for. */
import "server-only";
import { createHash } from "node:crypto";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import type { Send } from "@/lib/platform/jobs/events";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { abandonScene, cancelKeyOf } from "@/lib/scenes/events";
import { freeSceneNumber, placeScene } from "@/lib/scenes/numbers-service";
import { getScene, sceneRefusal } from "@/lib/scenes/queries";
import { claimScene, lockBudget } from "@/lib/spending/budget-service";
import { storyRefusal } from "@/lib/stories/service";
import { lockScene } from "../jobs/end-service";
import { endAsFailed, isOpen, sceneRequested } from "../jobs/job-service";
import { superseded } from "../picture/panel-service";
import { type GenerateSceneBody, type GenerateSceneReply, generateSceneReply } from "../schema";
import { newcomers } from "./newcomers";
import { castOfRequest } from "./scene-cast-service";

/** How long a request can be repeated with its key, in hours. */
const keyHours = 24;

/**
 * Starts writing a scene, or writes one anew. The frame of the scene, the job, what it costs, the
 * key of the request and the event are one transaction; the rest happens behind it.
 * @param idempotencyKey a repeated request with it gets the first answer, with whom its script
 * has named since, and starts nothing
 * @throws AppError `not_found`, `forbidden`, `quota_exceeded`, `duplicate_prompt`, `rate_limit`,
 * `budget_exceeded`, `conflict` where the key came with another request
 */
export async function requestScene(
  viewer: Viewer,
  input: GenerateSceneBody,
  idempotencyKey: string | null,
): Promise<GenerateSceneReply> {
  const requestHash = createHash("sha256").update(JSON.stringify(input)).digest("hex");
  const story = await db.story.findFirst({
    where: { id: input.storyId, ...authoredBy(viewer) },
    select: { id: true, defaultPanels: true },
  });
  if (!story) throw await storyRefusal(input.storyId);
  const { answer, isRepeated } = await transact(async (tx, send) => {
    await lockBudget(tx);
    await lockAuthor(tx, viewer.id);
    const earlier =
      idempotencyKey && (await earlierAnswer(tx, viewer, idempotencyKey, requestHash));
    if (earlier) return { answer: earlier, isRepeated: true };
    const promptHash = hashPrompt(input.prompt);
    await enforceSceneLimits(tx, viewer.id, promptHash, input.regenerateExisting);
    const { sceneId, jobId } = await openScene(tx, send, viewer, story, input);
    await claimScene(
      tx,
      { id: jobId, ownerId: viewer.id, storyId: story.id },
      {
        panels: input.maxPanels ?? story.defaultPanels,
        generateImages: input.generateImages,
      },
    );
    await tx.quotaEntry.create({ data: { jobId, userId: viewer.id, promptHash } });
    const answer: GenerateSceneReply = {
      scene: await getScene(viewer, sceneId, tx),
      newCharacters: [],
      newLocations: [],
      jobId,
    };
    if (idempotencyKey) await keepAnswer(tx, viewer, idempotencyKey, requestHash, answer);
    return { answer, isRepeated: false };
  });
  return isRepeated ? { ...answer, ...(await broughtBy(viewer, answer)) } : answer;
}

/** Whom the script of an earlier request has named meanwhile. */
async function broughtBy(viewer: Viewer, { jobId, scene: { storyId } }: GenerateSceneReply) {
  const job = await db.job.findUnique({
    where: { id: jobId },
    select: { createdAt: true, scene: { select: { sceneNumber: true } } },
  });
  const sceneNumber = job?.scene?.sceneNumber ?? 0;
  return newcomers(viewer, { storyId, sceneNumber }, job?.scene ? job.createdAt : undefined);
}

/**
 * Makes the scene with its frames, or opens it for another generation, with the job that writes it.
 * What it may cost and who may ask is for the caller to know.
 */
export async function openScene(
  tx: Tx,
  send: Send,
  viewer: Viewer,
  story: { id: string; defaultPanels: number },
  input: GenerateSceneBody,
): Promise<{ sceneId: string; jobId: string }> {
  const panels = input.maxPanels ?? story.defaultPanels;
  const { sceneId, generation } = input.existingSceneId
    ? await renewScene(tx, send, story.id, input.existingSceneId, input.prompt, panels)
    : await addScene(tx, story.id, input, panels);
  const cast = await castOfRequest(tx, story.id, input);
  const { id: jobId } = await tx.job.create({
    data: {
      kind: "scene",
      ownerId: viewer.id,
      storyId: story.id,
      sceneId,
      generation,
      input: {
        prompt: input.prompt,
        panels,
        generateImages: input.generateImages,
        ...(input.keepBubbles && { keepBubbles: true }),
        ...cast,
      },
    },
    select: { id: true },
  });
  const cancelKey = cancelKeyOf(sceneId, generation);
  send({ ...sceneRequested.create({ jobId, ownerId: viewer.id, cancelKey }), id: jobId });
  return { sceneId, jobId };
}

async function earlierAnswer(
  tx: Tx,
  viewer: Viewer,
  key: string,
  requestHash: string,
): Promise<GenerateSceneReply | null> {
  const row = await tx.idempotencyKey.findUnique({
    where: { userId_key: { userId: viewer.id, key } },
  });
  if (!row || row.expiresAt < new Date()) return null;
  if (row.requestHash !== requestHash) {
    throw new AppError(
      "conflict",
      "This Idempotency-Key was used for another request. Please send a new key.",
    );
  }
  return generateSceneReply.parse(row.response);
}

async function keepAnswer(
  tx: Tx,
  viewer: Viewer,
  key: string,
  requestHash: string,
  response: GenerateSceneReply,
): Promise<void> {
  const data = {
    requestHash,
    response,
    expiresAt: new Date(Date.now() + keyHours * 3_600_000),
  };
  await tx.idempotencyKey.upsert({
    where: { userId_key: { userId: viewer.id, key } },
    create: { userId: viewer.id, key, ...data },
    update: data,
  });
}

/** The new scene with its empty frames, so that the page has a place for each panel at once. */
async function addScene(
  tx: Tx,
  storyId: string,
  { prompt, position }: GenerateSceneBody,
  panels: number,
) {
  const sceneNumber = await freeSceneNumber(tx, storyId);
  const scene = await tx.scene.create({
    data: { storyId, sceneNumber, prompt, panels: { create: frames(1, panels) } },
    select: { id: true },
  });
  if (position && position < sceneNumber) await placeScene(tx, storyId, scene.id, position);
  return { sceneId: scene.id, generation: 1 };
}

const frames = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({ panelNumber: from + index }));

/**
 * Opens a scene for another generation. Its pictures stay until new ones are there, and as takes
 * for ever; work of the generation before is told to stop, and dropped where it arrives anyway.
 */
async function renewScene(
  tx: Tx,
  send: Send,
  storyId: string,
  sceneId: string,
  prompt: string,
  panels: number,
) {
  const scene = await lockScene(tx, sceneId);
  if (scene?.storyId !== storyId) throw await sceneRefusal(sceneId);
  const generation = scene.generation + 1;
  // Takes that are on their way stay wanted: they are kept whatever the scene shows.
  const open = await tx.job.findMany({
    where: {
      sceneId,
      kind: { in: ["scene", "panel_image"] },
      status: isOpen,
    },
    select: { id: true },
  });
  for (const { id } of open) await endAsFailed(tx, id, superseded);
  abandonScene(send, sceneId, scene.generation);
  await tx.scene.update({
    where: { id: sceneId },
    data: {
      status: "generating",
      generation,
      prompt,
      errorMessage: null,
      version: { increment: 1 },
    },
  });
  await tx.panel.updateMany({
    where: { sceneId, panelNumber: { lte: panels } },
    data: { status: "queued", errorMessage: null, isContentFlag: false },
  });
  const existing = await tx.panel.count({ where: { sceneId } });
  await tx.panel.createMany({
    data: frames(existing + 1, panels).map((frame) => ({ ...frame, sceneId })),
  });
  return { sceneId, generation };
}

/** Seconds between two scene requests of one author. */
const pauseSeconds = 5;
/** How long the same prompt is refused. */
const duplicateSeconds = 5 * 60;
const hour = 3_600_000;

/** Two prompts are the same whatever their case and white space. */
const hashPrompt = (prompt: string) =>
  createHash("sha256")
    .update(prompt.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim())
    .digest("hex");

/** Requests of one author decide one after the other until the transaction ends. */
const lockAuthor = (tx: Tx, userId: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`generation:${userId}`}, 0))`;

/**
 * Whether the author may have one more scene now; call it under `lockAuthor`. The hour is looked at
 * first and the pause last, so that the answer names the reason that lasts longest.
 * @throws AppError `quota_exceeded`, `duplicate_prompt`, `rate_limit`
 */
async function enforceSceneLimits(
  tx: Tx,
  userId: string,
  promptHash: string,
  isRegeneration: boolean,
): Promise<void> {
  const now = Date.now();
  const entries = await tx.quotaEntry.findMany({
    where: { userId, refundedAt: null, createdAt: { gt: new Date(now - hour) } },
    orderBy: { createdAt: "desc" },
  });
  const maxPerHour = env().SCENES_PER_HOUR;
  if (entries.length >= maxPerHour) {
    // A place becomes free when the oldest of the last `maxPerHour` entries leaves the hour.
    const resetTime = (entries[maxPerHour - 1]?.createdAt.getTime() ?? now) + hour;
    const minutes = Math.ceil(secondsUntil(resetTime, now) / 60);
    const text = `You've reached your hourly limit of ${maxPerHour} scene generations. Try again in ${minutes} minutes!`;
    const more = { maxPerHour, resetTime: new Date(resetTime).toISOString() };
    throw refused("quota_exceeded", text, secondsUntil(resetTime, now), more);
  }
  const same = entries.find(
    (entry) =>
      entry.promptHash === promptHash && now - entry.createdAt.getTime() < duplicateSeconds * 1_000,
  );
  // Making a scene anew from its own prompt is what regenerating means.
  if (same && !isRegeneration) {
    const text =
      "You used this exact prompt recently. Please try a different prompt or wait 5 minutes!";
    const free = same.createdAt.getTime() + duplicateSeconds * 1_000;
    throw refused("duplicate_prompt", text, secondsUntil(free, now));
  }
  const free = (entries[0]?.createdAt.getTime() ?? 0) + pauseSeconds * 1_000;
  if (free > now) {
    const wait = secondsUntil(free, now);
    const text = `Please wait ${wait} seconds before generating another scene. This helps us manage server resources!`;
    throw refused("rate_limit", text, wait);
  }
}

const secondsUntil = (time: number, now: number) => Math.max(1, Math.ceil((time - now) / 1_000));

const refused = (code: ErrorCode, message: string, wait: number, more: object = {}) =>
  new AppError(code, message, {
    extra: { errorType: code, ...more, timeRemaining: wait },
    retryAfter: wait,
  });
