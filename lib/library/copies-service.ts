/** Copies of library entries in stories. */
import "server-only";
import { applyDecisions } from "@/lib/media/picture-moderation-service";
import { expirePagesOf } from "@/lib/pages/expiry-service";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { formerNamesAfter, nameKey } from "@/lib/platform/text/name-key";
import { storyAccessError } from "@/lib/stories/service";
import { entityRows } from "@/lib/world/entity-rows-queries";
import { findEntity } from "@/lib/world/queries";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { requireFreeName, requireRoom } from "@/lib/world/service";
import { type FieldValues, fieldsOf } from "./changes";
import { isOpenTo, listCastLinks } from "./queries";
import type { CastLink, SyncInput, Taken } from "./schema";
import { lockLibrary } from "./service";
import { copySheets, type EntrySheet, entrySheets } from "./sheet-queries";
import {
  columnsOf,
  staleSheetError,
  updateCopy,
  writeCopyParts,
  writeEntry,
} from "./write-sheet-service";

/**
 * Adds copies of entries to a story of their owner. An entry that cannot be added, because the
 * story has it or its name already, is skipped with the reason.
 * @throws AppError `not_found`, `forbidden`
 */
export async function takeIntoStory(
  viewer: Viewer,
  storyId: string,
  entryIds: string[],
): Promise<Taken> {
  const skipped: Taken["skipped"] = [];
  const work = async (tx: Tx) => {
    const { authorId, status } = await lockLibraryOf(tx, viewer, storyId);
    const entries = await entrySheets(tx, { id: { in: entryIds }, ownerId: authorId });
    const copies: { kind: EntityKind; id: string }[] = [];
    // In the order in which the author chose them.
    for (const entryId of entryIds) {
      const entry = entries.find(({ id }) => id === entryId);
      if (!entry) throw notFound("entry of your cast");
      try {
        copies.push({ kind: entry.kind, id: await addCopy(tx, storyId, entry) });
      } catch (error) {
        if (!(error instanceof AppError && error.code === "conflict")) throw error;
        skipped.push({ name: entry.name, reason: error.message });
      }
    }
    return { copies, status, decided: await applyDecisions(tx, [storyId]) };
  };
  const { copies: added, status, decided } = await db.$transaction(work, { timeout: 30_000 });
  if (decided.length > 0) await expirePagesOf(storyId, { status });
  const read = async (kind: EntityKind): Promise<Entity[]> => {
    const ids = added.filter((one) => one.kind === kind);
    const found = await Promise.all(ids.map(({ id }) => findEntity(kind, id)));
    return found.filter((one) => one !== null);
  };
  return { characters: await read("character"), locations: await read("location"), skipped };
}

async function addCopy(tx: Tx, storyId: string, entry: EntrySheet): Promise<string> {
  const { kind, name, description, imagePrompt, seed } = entry;
  const where = { storyId, libraryId: entry.id };
  if ((await entityRows(tx, kind).count({ where })) > 0) {
    throw new AppError("conflict", `${name} is in this story already.`);
  }
  await requireRoom(tx, kind, storyId);
  await requireFreeName(tx, kind, storyId, name);
  const columns = columnsOf(entry, (field) => field !== "lora" || kind === "character");
  const { id } = await entityRows(tx, kind).create({
    data: { storyId, name, description, imagePrompt, seed, ...columns, ...linkTo(entry) },
    select: { id: true },
  });
  await writeCopyParts(tx, kind, { id, outfits: [], pictures: [] }, entry, () => true);
  return id;
}

const linkTo = (entry: EntrySheet, given: FieldValues = {}) => ({
  libraryId: entry.id,
  libraryVersion: entry.version + (Object.keys(given).length > 0 ? 1 : 0),
  libraryBase: { ...fieldsOf(entry), ...given },
});

async function lockLibraryOf(tx: Tx, viewer: Viewer, storyId: string) {
  const where = { id: storyId, ...authoredBy(viewer) };
  const story = await tx.story.findFirst({ where, select: { authorId: true, status: true } });
  if (!story) throw await storyAccessError(storyId);
  await lockLibrary(tx, story.authorId);
  return story;
}

/**
 * Copies fields of an entry into its copy, and others from the copy into the entry. The rest stays,
 * and no longer counts as news.
 * @throws AppError `not_found`, `forbidden`, `conflict`, `stale_version`
 */
export async function syncCopy(
  viewer: Viewer,
  storyId: string,
  { kind, entityId, take, give, ...seen }: SyncInput,
): Promise<CastLink[]> {
  const before = await db.$transaction(async (tx) => {
    const { authorId, status } = await lockLibraryOf(tx, viewer, storyId);
    const [copy] = await copySheets(tx, kind, { id: entityId, storyId });
    if (!copy?.libraryId) throw notFound(`${kind} from your cast`);
    const mine = give.length > 0 ? { ownerId: authorId } : isOpenTo(authorId);
    const [entry] = await entrySheets(tx, { id: copy.libraryId, ...mine });
    if (!entry) throw notFound("entry of your cast");
    if (entry.version !== seen.entryVersion || copy.version !== seen.version) {
      throw staleSheetError(kind);
    }
    const isTaken = (field: string) => take.includes(field);
    const isGiven = (field: string) => give.includes(field);
    if (give.length > 0) await writeEntry(tx, entry, copy, isGiven);
    const isRenamed = isTaken("name") && nameKey(entry.name) !== nameKey(copy.name);
    if (isRenamed) await requireFreeName(tx, kind, storyId, entry.name);
    const given = Object.entries(fieldsOf(copy)).filter(([field]) => isGiven(field));
    await updateCopy(tx, kind, copy, {
      ...columnsOf(entry, isTaken),
      ...(isRenamed && { formerNames: formerNamesAfter(copy, entry.name) }),
      ...linkTo(entry, Object.fromEntries(given)),
      ...(take.length > 0 && { version: { increment: 1 } }),
    });
    await writeCopyParts(tx, kind, copy, entry, isTaken);
    return { status, decided: await applyDecisions(tx, [storyId]) };
  });
  if (before.decided.length > 0) await expirePagesOf(storyId, before);
  return listCastLinks(viewer, storyId);
}
