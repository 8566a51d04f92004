import "server-only";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, escapeLike, type Prisma } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { mapReadableRows } from "@/lib/platform/map-rows";
import { storyAccessError } from "@/lib/stories/service";
import { formatLora } from "@/lib/world/lora";
import { entityKinds } from "@/lib/world/schema";
import { compareFields, fieldsOf, isNews } from "./changes";
import type { CastLink, LibraryEntry, LibraryPage, libraryQuery } from "./schema";
import { type CopySheet, copySheets, type EntrySheet, entrySheets } from "./sheet-queries";

const pageSize = 24;

/** The viewer's own cast, the last changed first; a page beyond the end is the last one. */
export async function listLibrary(
  viewer: Viewer,
  { kind, q, page }: ReturnType<typeof libraryQuery.parse>,
): Promise<LibraryPage> {
  const own = { ownerId: viewer.id };
  const has = { contains: escapeLike(q ?? ""), mode: "insensitive" as const };
  const where: Prisma.LibraryEntryWhereInput = {
    ...own,
    ...(kind && { kind }),
    ...(q && { OR: [{ name: has }, { title: has }, { description: has }] }),
  };
  const all = {
    where: own,
    orderBy: { name: "asc" },
    select: { id: true, kind: true, name: true },
  } as const;
  const [names, found] = await Promise.all([
    db.libraryEntry.findMany(all),
    db.libraryEntry.count({ where }),
  ]);
  const pages = Math.max(1, Math.ceil(found / pageSize));
  const shown = Math.min(page, pages);
  const sheets = await entrySheets(db, where, { skip: (shown - 1) * pageSize, take: pageSize });
  return {
    entries: await toEntries(sheets),
    page: shown,
    pages,
    names: names.map(({ id, ...one }) => ({ _id: id, ...one })),
  };
}

/** @throws AppError `not_found` */
export async function getEntry(viewer: Viewer, entryId: string): Promise<LibraryEntry> {
  const where = { id: entryId, ownerId: viewer.id };
  const [entry] = await toEntries(await entrySheets(db, where));
  if (!entry) throw notFound("entry of your cast");
  return entry;
}

export async function toEntries(sheets: EntrySheet[]): Promise<LibraryEntry[]> {
  const ids = sheets.map(({ id }) => id);
  const counts = await db.$queryRaw<{ id: string; stories: number }[]>`
    SELECT c.library_id AS id, count(DISTINCT c.story_id)::int AS stories FROM (
      SELECT library_id, story_id FROM "character" WHERE library_id = ANY(${ids}::uuid[])
      UNION SELECT library_id, story_id FROM location WHERE library_id = ANY(${ids}::uuid[])) c
    JOIN story s ON s.id = c.story_id JOIN library_entry l ON l.id = c.library_id
    WHERE s.author_id = l.owner_id GROUP BY 1`;
  return mapReadableRows(sheets, (sheet) => ({
    _id: sheet.id,
    kind: sheet.kind,
    name: sheet.name,
    title: sheet.title,
    outfits: sheet.outfits,
    description: sheet.description,
    imagePrompt: sheet.imagePrompt,
    primaryImageUrl: sheet.portrait,
    imageUrls: [...new Set([sheet.portrait ?? [], sheet.pictures.map(({ url }) => url)].flat(2))],
    allowRemix: sheet.allowRemix,
    version: sheet.version,
    lora: formatLora(sheet),
    storyCount: counts.find(({ id }) => id === sheet.id)?.stories ?? 0,
    updatedAt: sheet.updatedAt.toISOString(),
  }));
}

/**
 * The links of a story's characters and locations to the library, with what differs.
 * @throws AppError `not_found`, `forbidden`
 */
export async function listCastLinks(viewer: Viewer, storyId: string): Promise<CastLink[]> {
  const story = await db.story.findFirst({ where: { id: storyId, ...authoredBy(viewer) } });
  if (!story) throw await storyAccessError(storyId);
  const links = await Promise.all(
    entityKinds.map(async (kind) => {
      const copies = await copySheets(db, kind, { storyId, libraryId: { not: null } });
      const ids = copies.flatMap(({ libraryId }) => libraryId ?? []);
      const entries = await entrySheets(db, { id: { in: ids }, ...isOpenTo(story.authorId) });
      return mapReadableRows(copies, (copy) => {
        const entry = entries.find(({ id }) => id === copy.libraryId);
        return entry ? [toLink(entry, copy, story.authorId)] : [];
      }).flat();
    }),
  );
  return links.flat();
}

/** Entries that copies of this author may follow. */
export const isOpenTo = (authorId: string): Prisma.LibraryEntryWhereInput => ({
  OR: [{ ownerId: authorId }, { allowRemix: true }],
});

function toLink(entry: EntrySheet, copy: CopySheet, authorId: string): CastLink {
  const changes = compareFields(fieldsOf(entry), fieldsOf(copy), copy.base);
  return {
    kind: entry.kind,
    entityId: copy.id,
    entryId: entry.id,
    changes,
    isOwn: entry.ownerId === authorId,
    hasNews: entry.version > copy.libraryVersion && changes.some(isNews),
    entryVersion: entry.version,
    version: copy.version,
  };
}
