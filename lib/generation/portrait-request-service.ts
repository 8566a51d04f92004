import "server-only";
import type { Tx } from "@/lib/platform/db";
import { type OutgoingEvent, portraitRequested } from "@/lib/platform/jobs/events";
import type { EntityKind } from "@/lib/world/schema";

export type Send = (event: OutgoingEvent) => void;

/** Requests for a portrait of one character or place decide one after the other. */
export const lockPortrait = (tx: Tx, entityId: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`portrait:${entityId}`}, 0))`;

/** Makes the job of a portrait and its event. */
export async function requestPortrait(
  tx: Tx,
  send: Send,
  owner: { ownerId: string; storyId: string },
  kind: EntityKind,
  entityId: string,
  prompt: string,
): Promise<string> {
  const job = await tx.job.create({
    data: {
      kind: kind === "character" ? "character_image" : "location_image",
      ownerId: owner.ownerId,
      storyId: owner.storyId,
      [kind === "character" ? "characterId" : "locationId"]: entityId,
      input: { prompt },
    },
    select: { id: true },
  });
  send({
    ...portraitRequested.create({ jobId: job.id, ownerId: owner.ownerId }),
    id: job.id,
  });
  return job.id;
}
