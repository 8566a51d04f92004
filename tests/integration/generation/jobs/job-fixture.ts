import { beforeAll, beforeEach } from "vitest";
import { lockScene, settleScene } from "@/lib/generation/jobs/completion-service";
import { db } from "@/lib/platform/db";
import { pauseEventDelivery } from "@/lib/platform/jobs/outbox-service";
import type { Prisma } from "@/prisma/client/client";

export let ownerId: string;
export let storyId: string;
export let mediaId: string;

beforeAll(async () => {
  // No engine runs here.
  pauseEventDelivery();
  const file = { sha256: "a".repeat(64), extension: "jpg", mediaType: "image/jpeg", bytes: 1 };
  mediaId = (await db.mediaObject.create({ data: file })).id;
});
beforeEach(async () => {
  const name = `ada-${crypto.randomUUID().slice(0, 8)}`;
  const author = { username: name, email: `${name}@inkwright.example` };
  ownerId = (await db.user.create({ data: author })).id;
  const story = { authorId: ownerId, title: "Salt and Lanterns", description: "A harbour town." };
  storyId = (await db.story.create({ data: story })).id;
});

type NewJob = Partial<Prisma.JobUncheckedCreateInput>;
export const newJob = (more: NewJob = {}) =>
  db.job.create({ data: { kind: "image", ownerId, storyId, ...more } });
export const ended = (status: "completed" | "failed"): NewJob => ({
  status,
  finishedAt: new Date(0),
});
export const refundOf = async (jobId: string) =>
  (await db.quotaEntry.findUniqueOrThrow({ where: { jobId } })).refundedAt;
export const jobOf = (id: string) => db.job.findUniqueOrThrow({ where: { id } });
export const secondsSince = (time: Date | null) => (Date.now() - (time?.getTime() ?? 0)) / 1_000;

export type PanelData = Partial<Prisma.PanelUncheckedCreateInput>;
/** A scene that is being made, with its job and its panels. */
export async function newScene(panels: PanelData[], scene: object = {}, job: NewJob = {}) {
  const { id: sceneId } = await db.scene.create({
    data: { storyId, sceneNumber: 1, status: "generating", ...scene },
  });
  const rows = [];
  for (const [index, panel] of panels.entries()) {
    rows.push(await db.panel.create({ data: { sceneId, panelNumber: index + 1, ...panel } }));
  }
  const { id: jobId } = await newJob({ kind: "scene", sceneId, ...job });
  const entry = { jobId, userId: ownerId, promptHash: "0".repeat(64) };
  await db.quotaEntry.create({ data: entry });
  return { sceneId, jobId, panelIds: rows.map(({ id }) => id) };
}
export const sceneOf = (id: string) => db.scene.findUniqueOrThrow({ where: { id } });
export const panelOf = (id = "") => db.panel.findUniqueOrThrow({ where: { id } });
export const settle = (sceneId: string, isRetry = false) =>
  db.$transaction(async (tx) => {
    const scene = await lockScene(tx, sceneId);
    return scene ? settleScene(tx, scene, isRetry) : null;
  });
export const drawn = () => ({ status: "completed" as const, imageMediaId: mediaId });
export const failedPanel = { status: "failed", errorMessage: "No." } as const;
