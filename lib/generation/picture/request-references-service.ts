/** Requests reference pictures of a sheet. */
import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { retryOnLockConflict } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { lockBudget } from "@/lib/spending/budget-service";
import { entityRows } from "@/lib/world/entity-rows-queries";
import type { ReferenceTarget } from "@/lib/world/references/schema";
import { findOpenReferences, requireRoom } from "@/lib/world/references/service";
import {
  isSameTarget,
  missingPictures,
  outfitTarget,
  referencePrompt,
} from "@/lib/world/references/sheet";
import { lockEntity } from "@/lib/world/service";
import type { GenerateReferencesInput } from "../schema";
import { createJob } from "./create-job-service";
import { portraitSize } from "./sheet-briefs";

/**
 * Requests all standard pictures that a sheet lacks, or another picture of one outfit. Each is drawn
 * from the portrait, so that the face stays the same. A picture that is being drawn already is not
 * requested again.
 * @returns the ids of the jobs, those of pictures that are being drawn among them
 * @throws AppError `not_found`, `forbidden`, `conflict` without a portrait, if nothing is missing or
 * the sheet is full, `budget_exceeded`
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
      const outfits = await tx.outfit.findMany({
        where: { characterId: id },
        orderBy: { id: "asc" },
      });
      const outfitIds = outfits.map((outfit) => outfit.id);
      if (outfitId && !outfitIds.includes(outfitId)) throw notFound("outfit");
      const pictures = await tx.referencePicture.findMany({ where: { [`${kind}Id`]: id } });
      const wanted = outfitId
        ? [outfitTarget(outfitId)]
        : missingPictures(kind, pictures, outfitIds);
      if (wanted.length === 0)
        throw new AppError(
          "conflict",
          "No picture of this sheet is missing. Delete one to redraw it.",
        );
      const open = await findOpenReferences(tx, kind, id);
      const openJobOf = (target: ReferenceTarget) =>
        open.find(({ reference }) => isSameTarget(reference, target))?.jobId;
      await requireRoom(tx, kind, id, wanted.filter((target) => !openJobOf(target)).length);
      const job = { kind: "image", ownerId: viewer.id, storyId, [`${kind}Id`]: id } as const;
      const jobIds: string[] = [];
      for (const reference of wanted) {
        const outfit = outfits.find((one) => one.id === reference.outfitId) ?? null;
        const prompt = referencePrompt(name, reference, outfit);
        const input = { prompt, mediaId: primaryMediaId, reference, ...portraitSize[kind] };
        jobIds.push(openJobOf(reference) ?? (await createJob(tx, send, { ...job, input })));
      }
      return jobIds;
    }),
  );
}
