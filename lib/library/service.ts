import "server-only";
import { randomUUID } from "node:crypto";
import { findUsablePicture } from "@/lib/media/media-queries";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, lockName, Prisma, type Tx } from "@/lib/platform/db";
import { AppError, fieldError, notFound } from "@/lib/platform/errors";
import { entityRows } from "@/lib/world/entity-rows-queries";
import { parseLora } from "@/lib/world/lora";
import { entityAccessError } from "@/lib/world/service";
import { fieldsOf } from "./changes";
import { getEntry, toEntries } from "./queries";
import {
  type CreateEntryInput,
  type LibraryEntry,
  maxEntries,
  type UpdateEntryInput,
} from "./schema";
import { copySheets, type EntrySheet, entrySheets } from "./sheet-queries";
import { requirePictureRoom, staleSheetError, writeEntry } from "./write-sheet-service";

/** One change of a library at a time, so that limits and comparisons hold. */
export const lockLibrary = (tx: Tx, ownerId: string) => lockName(tx, `library:${ownerId}`);

/**
 * Adds an entry to a cast: a new one to the viewer's, or a character or location of a story to its
 * author's, which is a copy of the entry from then on.
 * @throws AppError `not_found`, `forbidden`, `validation_failed`, `conflict` if it is in the cast
 * already or at the limit
 */
export async function createEntry(viewer: Viewer, input: CreateEntryInput): Promise<LibraryEntry> {
  const id = await db.$transaction((tx) =>
    "entityId" in input ? saveCopy(tx, viewer, input) : addEntry(tx, viewer, input),
  );
  const [entry] = await toEntries(await entrySheets(db, { id }));
  if (!entry) throw notFound("entry of your cast");
  return entry;
}

type NewEntry = Exclude<CreateEntryInput, { entityId: string }>;

async function addEntry(tx: Tx, viewer: Viewer, { primaryImageUrl, ...fields }: NewEntry) {
  const ownerId = viewer.id;
  await requireRoom(tx, ownerId);
  const data = { ...fields, ownerId, seed: randomUUID() };
  const { id } = await tx.libraryEntry.create({ data, select: { id: true } });
  if (primaryImageUrl) {
    const primaryMediaId = await addPicture(tx, viewer, { id, pictures: [] }, primaryImageUrl);
    await tx.libraryEntry.update({ where: { id }, data: { primaryMediaId } });
  }
  return id;
}

type StoryEntity = Extract<CreateEntryInput, { entityId: string }>;

async function saveCopy(tx: Tx, viewer: Viewer, { kind, entityId }: StoryEntity) {
  const found = await entityRows(tx, kind).findFirst({
    where: { id: entityId, story: authoredBy(viewer) },
    select: { story: { select: { authorId: true } } },
  });
  if (!found) throw await entityAccessError(kind, entityId);
  const ownerId = found.story.authorId;
  await requireRoom(tx, ownerId);
  const [copy] = await copySheets(tx, kind, { id: entityId });
  if (!copy) throw notFound(kind);
  if (await entityRows(tx, kind).count({ where: { id: entityId, library: { ownerId } } })) {
    throw new AppError("conflict", `${copy.name} is in your cast already.`);
  }
  const { name, description, imagePrompt, seed } = copy;
  const { id } = await tx.libraryEntry.create({
    data: { ownerId, kind, name, description, imagePrompt, seed, version: 0 },
    select: { id: true },
  });
  await writeEntry(tx, { id, outfits: [], pictures: [] }, copy, () => true);
  const data = { libraryId: id, libraryVersion: 1, libraryBase: fieldsOf(copy) };
  await entityRows(tx, kind).update({ where: { id: entityId }, data });
  return id;
}

async function requireRoom(tx: Tx, ownerId: string): Promise<void> {
  await lockLibrary(tx, ownerId);
  if ((await tx.libraryEntry.count({ where: { ownerId } })) < maxEntries) return;
  throw new AppError(
    "conflict",
    `Your cast holds at most ${maxEntries} entries. Please delete or merge some first.`,
  );
}

/**
 * Changes an entry; its copies stay as they are until their author takes the change over.
 * @throws AppError `not_found`, `stale_version` with the current one as data, `validation_failed`
 * for a picture of others
 */
export async function updateEntry(
  viewer: Viewer,
  entryId: string,
  { primaryImageUrl, version, lora, ...fields }: UpdateEntryInput,
): Promise<LibraryEntry> {
  await db.$transaction(async (tx) => {
    const entry = await lockEntry(tx, viewer, entryId);
    if (version !== undefined && version !== entry.version) {
      throw staleSheetError(entry.kind, (await toEntries([entry]))[0]);
    }
    if (lora && entry.kind === "location") {
      throw fieldError("lora", "Only characters have a LoRA.");
    }
    const primaryMediaId =
      primaryImageUrl && (await addPicture(tx, viewer, entry, primaryImageUrl));
    await tx.libraryEntry.update({
      where: { id: entryId },
      data: {
        ...fields,
        primaryMediaId,
        version: { increment: 1 },
        ...(lora === undefined ? {} : parseLora(lora)),
      },
    });
  });
  return getEntry(viewer, entryId);
}

/** Any picture of the entry, or an upload of the viewer, which joins its pictures. */
async function addPicture(
  tx: Tx,
  viewer: Viewer,
  { id: entryId, pictures }: Pick<EntrySheet, "id" | "pictures">,
  url: string,
): Promise<string> {
  const mediaId = await findUsablePicture(tx, viewer, {
    storyId: null,
    url,
    orCondition: Prisma.sql`EXISTS (SELECT 1 FROM library_picture p
      WHERE p.entry_id = ${entryId}::uuid AND p.media_id = m.id)`,
    field: "primaryImageUrl",
    message: "Please choose a picture of this entry, or upload one first.",
  });
  if (!pictures.some((one) => one.mediaId === mediaId)) {
    requirePictureRoom(pictures.length + 1);
    await tx.libraryPicture.create({ data: { entryId, mediaId } });
  }
  return mediaId;
}

/** Copies in stories stay. @throws AppError `not_found` */
export async function deleteEntry(viewer: Viewer, entryId: string): Promise<{ message: string }> {
  await db.$transaction(async (tx) => {
    await lockEntry(tx, viewer, entryId);
    await tx.libraryEntry.delete({ where: { id: entryId } });
  });
  return { message: "Removed from your cast. Your stories keep their copies." };
}

/**
 * Merges two entries: the one that stays keeps its words and gets the outfits and pictures of both,
 * and copies of both follow it.
 * @throws AppError `not_found`, `validation_failed`, `conflict` with too many pictures
 */
export async function mergeEntries(
  viewer: Viewer,
  entryId: string,
  into: string,
): Promise<LibraryEntry> {
  await db.$transaction(async (tx) => {
    const from = await lockEntry(tx, viewer, entryId);
    const target = await lockEntry(tx, viewer, into);
    if (from.id === target.id || from.kind !== target.kind) {
      throw fieldError("into", `Please choose another ${from.kind} of your cast.`);
    }
    const there = fieldsOf(target);
    await writeEntry(tx, target, from, (field) => !there[field]);
    // Versions of the other entry mean nothing here, so 0 makes the next comparison by value.
    const data = { libraryId: into, libraryVersion: 0 };
    await entityRows(tx, from.kind).updateMany({ where: { libraryId: entryId }, data });
    await tx.libraryEntry.delete({ where: { id: entryId } });
  });
  return getEntry(viewer, into);
}

async function lockEntry(tx: Tx, viewer: Viewer, entryId: string): Promise<EntrySheet> {
  await lockLibrary(tx, viewer.id);
  const [entry] = await entrySheets(tx, { id: entryId, ownerId: viewer.id });
  if (!entry) throw notFound("entry of your cast");
  return entry;
}
