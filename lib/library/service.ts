import "server-only";
import { parseMediaUrl } from "@/lib/media/urls";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, lockName, type Tx } from "@/lib/platform/db";
import { AppError, fieldError, notFound } from "@/lib/platform/errors";
import { entityRows } from "@/lib/world/entity-rows-queries";
import { entityAccessError } from "@/lib/world/service";
import { fieldsOf } from "./changes";
import { getEntry, toEntries } from "./queries";
import {
  type LibraryEntry,
  maxEntries,
  type SaveToLibraryInput,
  type UpdateEntryInput,
} from "./schema";
import { copySheets, type EntrySheet, entrySheets } from "./sheet-queries";
import { staleSheetError, writeEntry } from "./write-sheet-service";

/** One change of a library at a time, so that limits and comparisons hold. */
export const lockLibrary = (tx: Tx, ownerId: string) => lockName(tx, `library:${ownerId}`);

/**
 * Saves a character or location of a story as an entry of its author's cast; from then on it is a
 * copy of the entry.
 * @throws AppError `not_found`, `forbidden`, `conflict` if it is in the cast already or at the
 * limit
 */
export async function saveToLibrary(
  viewer: Viewer,
  { kind, entityId }: SaveToLibraryInput,
): Promise<LibraryEntry> {
  const entryId = await db.$transaction(async (tx) => {
    const found = await entityRows(tx, kind).findFirst({
      where: { id: entityId, story: authoredBy(viewer) },
      select: { story: { select: { authorId: true } }, library: { select: { ownerId: true } } },
    });
    if (!found) throw await entityAccessError(kind, entityId);
    const ownerId = found.story.authorId;
    await lockLibrary(tx, ownerId);
    const [copy] = await copySheets(tx, kind, { id: entityId });
    if (!copy) throw notFound(kind);
    if (found.library?.ownerId === ownerId) {
      throw new AppError("conflict", `${copy.name} is in your cast already.`);
    }
    if ((await tx.libraryEntry.count({ where: { ownerId } })) >= maxEntries) {
      throw new AppError(
        "conflict",
        `Your cast holds at most ${maxEntries} entries. Please delete or merge some first.`,
      );
    }
    const { name, title, description, imagePrompt, seed } = copy;
    const { id } = await tx.libraryEntry.create({
      data: { ownerId, kind, name, title, description, imagePrompt, seed, version: 0 },
      select: { id: true },
    });
    await writeEntry(tx, { id, outfits: [], pictures: [] }, copy, () => true);
    const data = { libraryId: id, libraryVersion: 1, libraryBase: fieldsOf(copy) };
    await entityRows(tx, kind).update({ where: { id: entityId }, data });
    return id;
  });
  const [entry] = await toEntries(await entrySheets(db, { id: entryId }));
  if (!entry) throw notFound("entry of your cast");
  return entry;
}

/**
 * Changes an entry; its copies stay as they are until their author takes the change over.
 * @throws AppError `not_found`, `stale_version`, `validation_failed` for a picture of others
 */
export async function updateEntry(
  viewer: Viewer,
  entryId: string,
  { primaryImageUrl, version, ...fields }: UpdateEntryInput,
): Promise<LibraryEntry> {
  await db.$transaction(async (tx) => {
    const entry = await lockEntry(tx, viewer, entryId);
    if (version !== undefined && version !== entry.version) throw staleSheetError(entry.kind);
    const primaryMediaId = primaryImageUrl && pictureOf(entry, primaryImageUrl);
    await tx.libraryEntry.update({
      where: { id: entryId },
      data: { ...fields, primaryMediaId, version: { increment: 1 } },
    });
  });
  return getEntry(viewer, entryId);
}

function pictureOf(entry: EntrySheet, url: string): string {
  const { mediaId } = entry.pictures.find((one) => one.url === url && parseMediaUrl(url)) ?? {};
  if (!mediaId) throw fieldError("primaryImageUrl", "Please choose a picture of this entry.");
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
 * Merges two entries that are one: outfits and pictures come together, words of the one that stays
 * win, and copies of both follow it.
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
    const isLacking = (field: string) => !there[field];
    await writeEntry(tx, target, from, isLacking);
    // The numbers of the other entry mean nothing here: the next comparison is by value.
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
