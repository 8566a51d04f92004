/** An author has pictures of a sheet drawn; the results join it. */
import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { retryOnLockConflict, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { Send } from "@/lib/platform/jobs/events";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { lockBudget } from "@/lib/spending/budget-service";
import { entityRows } from "@/lib/world/entity-rows-queries";
import type { ReferenceTarget } from "@/lib/world/references/schema";
import { requireOutfit, requireRoom } from "@/lib/world/references/service";
import {
  isSameTarget,
  missingPictures,
  outfitTarget,
  referencePrompt,
} from "@/lib/world/references/sheet";
import type { EntityKind } from "@/lib/world/schema";
import { lockEntity } from "@/lib/world/service";
import { openJobStatus } from "../jobs/job-service";
import { type GenerateReferencesInput, type PaintJobResult, paintJobInput } from "../schema";
import { createJob } from "./create-job-service";
import { portraitSize } from "./sheet-briefs";

/**
 * Requests every standard picture that a sheet has not, or a further picture of one outfit. Each is
 * drawn from the portrait, so that the face stays. A picture that is being drawn is not requested
 * again: its job is among the answers.
 * @returns the ids of the jobs
 * @throws AppError `not_found`, `forbidden`, `conflict` without a portrait, where nothing is
 * missing, or where the sheet is full, `budget_exceeded`
 */
export function requestReferences(
  viewer: Viewer,
  { kind, entityId: id, outfitId }: GenerateReferencesInput,
): Promise<string[]> {
  return retryOnLockConflict(() =>
    transact(async (tx, send) => {
      await lockBudget(tx);
      const { storyId } = await lockEntity(tx, viewer, kind, id);
      const entity = await entityRows(tx, kind).findUniqueOrThrow({ where: { id } });
      const { name, primaryMediaId } = entity;
      if (!primaryMediaId) {
        throw new AppError(
          "conflict",
          `${name} has no picture yet. Generate or upload one first: the others are drawn from it.`,
        );
      }
      const wanted = outfitId
        ? [outfitTarget((await requireOutfit(tx, id, outfitId)).id)]
        : await findMissing(tx, kind, id);
      if (wanted.length === 0)
        throw new AppError(
          "conflict",
          "No picture of this sheet is missing. Delete one to redraw it.",
        );
      const open = await findOpenReferences(tx, kind, id);
      const isOpen = (target: ReferenceTarget) =>
        open.find(({ reference }) => isSameTarget(reference, target))?.jobId;
      await requireRoom(tx, kind, id, wanted.filter((target) => !isOpen(target)).length);
      const sitter: Sitter = {
        kind,
        id,
        name,
        storyId,
        mediaId: primaryMediaId,
        ownerId: viewer.id,
      };
      const jobIds: string[] = [];
      for (const target of wanted)
        jobIds.push(isOpen(target) ?? (await createReferenceJob(tx, send, sitter, target)));
      return jobIds;
    }),
  );
}

async function findMissing(tx: Tx, kind: EntityKind, id: string): Promise<ReferenceTarget[]> {
  const pictures = await tx.referencePicture.findMany({ where: { [`${kind}Id`]: id } });
  const outfits = await tx.outfit.findMany({ where: { characterId: id }, orderBy: { id: "asc" } });
  const outfitIds = outfits.map((outfit) => outfit.id);
  return missingPictures(kind, pictures, outfitIds);
}

/** Pictures of a sheet that are being drawn. */
async function findOpenReferences(tx: Tx, kind: EntityKind, id: string) {
  const where = { [`${kind}Id`]: id, kind: "image" as const, status: openJobStatus };
  const jobs = await tx.job.findMany({ where, select: { id: true, input: true } });
  return jobs.flatMap(({ id: jobId, input }) => {
    const { reference } = paintJobInput.parse(input);
    return reference ? [{ jobId, reference }] : [];
  });
}

interface Sitter {
  kind: EntityKind;
  id: string;
  name: string;
  storyId: string;
  /** The portrait. */
  mediaId: string;
  ownerId: string;
}

async function createReferenceJob(
  tx: Tx,
  send: Send,
  { kind, id, name, storyId, mediaId, ownerId }: Sitter,
  reference: ReferenceTarget,
): Promise<string> {
  const { outfitId } = reference;
  const outfit = outfitId ? await tx.outfit.findUnique({ where: { id: outfitId } }) : null;
  const prompt = referencePrompt(name, reference, outfit);
  const input = { prompt, mediaId, reference, ...portraitSize[kind] };
  return createJob(tx, send, { kind: "image", ownerId, storyId, [`${kind}Id`]: id, input });
}

interface ReferenceJob {
  id: string;
  characterId: string | null;
  locationId: string | null;
}

/** Puts the picture of a job on the sheet, unless its outfit has been deleted since. */
export async function keepReference(
  tx: Tx,
  { id: jobId, characterId, locationId }: ReferenceJob,
  { mediaId, prompt, model }: PaintJobResult,
  reference: ReferenceTarget,
): Promise<void> {
  const { outfitId } = reference;
  if (outfitId && (await tx.outfit.count({ where: { id: outfitId } })) === 0) return;
  const data = { ...reference, characterId, locationId, mediaId, prompt, model, jobId };
  await tx.referencePicture.create({ data });
}
