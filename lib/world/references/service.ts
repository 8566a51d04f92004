import "server-only";
import { findUsablePicture } from "@/lib/media/media-queries";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, type Prisma, retryOnLockConflict, type Tx } from "@/lib/platform/db";
import { AppError, fieldError, notFound } from "@/lib/platform/errors";
import { openJobStatus } from "@/lib/platform/jobs/outbox-service";
import { nameKey } from "@/lib/platform/text/name-key";
import { z } from "@/lib/platform/zod";
import type { EntityKind } from "../schema";
import { lockEntity } from "../service";
import { getReferenceSheet } from "./queries";
import {
  type addReferenceBody,
  type createOutfitBody,
  type ReferenceSheet,
  referenceLimits,
  referenceRoles,
  referenceTarget,
  type UpdateOutfitInput,
} from "./schema";

/** Changes the sheet of a locked character or location. @returns the whole sheet */
async function changeSheet(
  viewer: Viewer,
  kind: EntityKind,
  entityId: string,
  change: (tx: Tx, entity: { storyId: string; name: string }) => Promise<void>,
): Promise<ReferenceSheet> {
  await retryOnLockConflict(() =>
    db.$transaction(async (tx) => change(tx, await lockEntity(tx, viewer, kind, entityId))),
  );
  return getReferenceSheet(viewer, kind, entityId);
}

/**
 * Adds a picture to a sheet: an upload of the viewer, or any picture of the story.
 * @throws AppError `not_found`, `forbidden`, `validation_failed` for other pictures, and for roles
 * and outfits that the sheet does not have, `conflict` for a full sheet
 */
export const addReference = (
  viewer: Viewer,
  kind: EntityKind,
  entityId: string,
  { imageUrl, role, label, outfitId }: z.output<typeof addReferenceBody>,
): Promise<ReferenceSheet> =>
  changeSheet(viewer, kind, entityId, async (tx, { storyId }) => {
    const roles: readonly string[] = referenceRoles[kind];
    if (!roles.includes(role))
      throw fieldError("role", `A picture of a ${kind} has one of the roles ${roles.join(", ")}.`);
    if ((role === "outfit") !== (outfitId !== null))
      throw fieldError("outfitId", "Send an outfit together with the role outfit.");
    if (outfitId) await requireOutfit(tx, entityId, outfitId);
    await requireRoom(tx, kind, entityId, 1);
    const picture = { storyId, url: imageUrl, field: "imageUrl" };
    const mediaId = await findUsablePicture(tx, viewer, picture);
    await tx.referencePicture.create({
      data: { [`${kind}Id`]: entityId, role, label, outfitId, mediaId } as ReferenceData,
    });
  });

type ReferenceData = Prisma.ReferencePictureUncheckedCreateInput;

const referenceJobInput = z.object({ reference: referenceTarget.optional() });

/** The reference pictures of a sheet that are being drawn. */
export async function findOpenReferences(tx: Tx, kind: EntityKind, entityId: string) {
  const jobs = await tx.job.findMany({
    where: { [`${kind}Id`]: entityId, kind: "image", status: openJobStatus },
    select: { id: true, input: true },
  });
  return jobs.flatMap(({ id: jobId, input }) => {
    const { reference } = referenceJobInput.parse(input);
    return reference ? [{ jobId, reference }] : [];
  });
}

/**
 * Pictures that are being drawn count as well.
 * @throws AppError `conflict`
 */
export async function requireRoom(
  tx: Tx,
  kind: EntityKind,
  entityId: string,
  added: number,
): Promise<void> {
  const { pictures: max } = referenceLimits;
  const open = await findOpenReferences(tx, kind, entityId);
  const pictures = await tx.referencePicture.count({ where: { [`${kind}Id`]: entityId } });
  if (pictures + open.length + added <= max) return;
  throw new AppError(
    "conflict",
    `A sheet holds at most ${max} pictures. Please delete some of them first.`,
  );
}

/** @throws AppError `not_found`, `forbidden` */
export const deleteReference = (
  viewer: Viewer,
  kind: EntityKind,
  entityId: string,
  referenceId: string,
): Promise<ReferenceSheet> =>
  changeSheet(viewer, kind, entityId, async (tx) => {
    const where = { id: referenceId, [`${kind}Id`]: entityId };
    const { count } = await tx.referencePicture.deleteMany({ where });
    if (count === 0) throw notFound("picture");
  });

/**
 * Adds an outfit to a character.
 * @throws AppError `not_found`, `forbidden`, `conflict` for a name that it has, or too many outfits
 */
export const createOutfit = (
  viewer: Viewer,
  characterId: string,
  fields: z.output<typeof createOutfitBody>,
): Promise<ReferenceSheet> =>
  changeSheet(viewer, "character", characterId, async (tx) => {
    const { outfits: max } = referenceLimits;
    if ((await tx.outfit.count({ where: { characterId } })) >= max)
      throw new AppError("conflict", `A character has at most ${max} outfits. Delete one first.`);
    await requireFreeName(tx, characterId, fields.name);
    await tx.outfit.create({ data: { ...fields, characterId } });
  });

/**
 * Changes an outfit.
 * @throws AppError `not_found`, `forbidden`, `conflict` for a name that another one has,
 * `stale_version` with the current sheet as data
 */
export const updateOutfit = (
  viewer: Viewer,
  characterId: string,
  outfitId: string,
  { version, ...fields }: UpdateOutfitInput,
): Promise<ReferenceSheet> =>
  changeSheet(viewer, "character", characterId, async (tx) => {
    const outfit = await requireOutfit(tx, characterId, outfitId);
    if (version !== undefined && version !== outfit.version) {
      throw new AppError(
        "stale_version",
        "This outfit was changed elsewhere in the meantime. Please look at it before saving.",
        { data: await getReferenceSheet(viewer, "character", characterId) },
      );
    }
    if (fields.name !== undefined) await requireFreeName(tx, characterId, fields.name, outfitId);
    const data = { ...fields, version: { increment: 1 } };
    await tx.outfit.update({ where: { id: outfitId }, data });
  });

/**
 * Deletes an outfit with its pictures. Panels that change into it show what was worn before.
 * @throws AppError `not_found`, `forbidden`
 */
export const deleteOutfit = (
  viewer: Viewer,
  characterId: string,
  outfitId: string,
): Promise<ReferenceSheet> =>
  changeSheet(viewer, "character", characterId, async (tx, { storyId }) => {
    await requireOutfit(tx, characterId, outfitId);
    await tx.outfit.delete({ where: { id: outfitId } });
    await tx.$executeRaw`
      UPDATE panel p SET outfits = p.outfits - ${characterId} FROM scene c
      WHERE c.id = coalesce(p.scene_id, p.removed_from_id) AND c.story_id = ${storyId}::uuid
        AND p.outfits ->> ${characterId} = ${outfitId}`;
  });

/** @throws AppError `not_found` for an outfit of another character */
async function requireOutfit(tx: Tx, characterId: string, outfitId: string) {
  const outfit = await tx.outfit.findFirst({ where: { id: outfitId, characterId } });
  if (!outfit) throw notFound("outfit");
  return outfit;
}

async function requireFreeName(tx: Tx, characterId: string, name: string, besides = "") {
  const others = await tx.outfit.findMany({
    where: { characterId },
    select: { id: true, name: true },
  });
  const same = others.find((one) => one.id !== besides && nameKey(one.name) === nameKey(name));
  if (!same) return;
  throw fieldError(
    "name",
    `This character already has an outfit named ${same.name}. Please choose another name.`,
    "conflict",
  );
}
