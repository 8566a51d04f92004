/** Entries of Ada's cast, and the copy of one in a story. */
import type { CastLink, LibraryEntry, LibraryPage } from "@/lib/library/schema";
import { aCharacter, aPicture, testId } from "../support/builders";
import { sheet } from "../world/cast";

const anEntry = (changes: Partial<LibraryEntry> = {}): LibraryEntry => ({
  _id: testId("91"),
  kind: "character",
  ...sheet.character,
  primaryImageUrl: null,
  lora: "",
  imageUrls: [],
  outfits: [],
  allowRemix: false,
  storyCount: 2,
  version: 3,
  updatedAt: "2026-11-30T10:00:00.000Z",
  ...changes,
});
export const aPage = (entries: LibraryEntry[], total = entries.length, pages = 1): LibraryPage => ({
  entries,
  page: 1,
  pages,
  names: Array.from(
    { length: total },
    (_, at) => entries[at] ?? { ...odile, _id: testId(`${at}`) },
  ),
});
export const odile = anEntry();
export const mara = anEntry({ _id: testId("92"), name: "Mara" });

export const copy = aCharacter({ ...sheet.character, _id: testId("93"), version: 4 });
export const aLink = (changes: Partial<CastLink> = {}): CastLink => ({
  kind: "character",
  entityId: copy._id,
  entryId: odile._id,
  isOwn: true,
  hasNews: true,
  entryVersion: 3,
  version: 4,
  changes: [
    { field: "title", library: "Diver", story: "Clockmaker", changedIn: "library" },
    { field: "description", library: "Grey.", story: "Red.", changedIn: "both" },
    { field: "outfit:Raincoat", library: null, story: "Yellow", changedIn: "story" },
    { field: `picture:face::${aPicture("b")}`, library: "", story: null, changedIn: "library" },
  ],
  ...changes,
});
