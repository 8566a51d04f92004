/** A request with a known Idempotency-Key gets the stored answer and starts no work. */
import "server-only";
import { createHash } from "node:crypto";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { type GenerateSceneBody, type GenerateSceneReply, generateSceneReply } from "../schema";
import { newEntities } from "./new-entities";

/** Hours for which a request can be repeated with its key. */
const keyLifetimeHours = 24;

/** The hash of a request's whole input, which identifies a repetition. */
export const hashRequest = (input: GenerateSceneBody) =>
  createHash("sha256").update(JSON.stringify(input)).digest("hex");

/**
 * The stored answer for this key; null if there is none from the last day. @throws AppError
 * `conflict` if another request used the key
 */
export async function findIdempotentResponse(
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

/** Stores the answer for a repetition of the request. */
export async function storeIdempotentResponse(
  tx: Tx,
  viewer: Viewer,
  key: string,
  requestHash: string,
  response: GenerateSceneReply,
): Promise<void> {
  const data = {
    requestHash,
    response,
    expiresAt: new Date(Date.now() + keyLifetimeHours * 3_600_000),
  };
  await tx.idempotencyKey.upsert({
    where: { userId_key: { userId: viewer.id, key } },
    create: { userId: viewer.id, key, ...data },
    update: data,
  });
}

/** The new entities of the first request's script, as far as it is written. */
export async function newEntitiesOfJob(
  viewer: Viewer,
  { jobId, scene: { storyId } }: GenerateSceneReply,
) {
  const job = await db.job.findUnique({
    where: { id: jobId },
    select: { createdAt: true, scene: { select: { sceneNumber: true } } },
  });
  const sceneNumber = job?.scene?.sceneNumber ?? 0;
  return newEntities(viewer, { storyId, sceneNumber }, job?.scene ? job.createdAt : undefined);
}
