import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { LibraryView } from "@/components/library/library-view";
import type { CastLink, LibraryEntry, LibraryPage } from "@/lib/library/schema";
import { expectAccessible } from "../support/accessibility";
import { aCharacter, aPicture, testId, testUser } from "../support/builders";
import { render } from "../support/render";
import { failWith, server } from "../support/server";
import { castOf, sheet } from "../world/cast";

const anEntry = (changes: Partial<LibraryEntry> = {}): LibraryEntry => ({
  ...{ _id: testId("91"), kind: "character", ...sheet.character, primaryImageUrl: null },
  ...{ imageUrls: [], outfits: [], allowRemix: false, storyCount: 2, version: 3 },
  updatedAt: "2026-11-30T10:00:00.000Z",
  ...changes,
});
const aPage = (entries: LibraryEntry[], total = entries.length, pages = 1): LibraryPage => ({
  ...{ entries, total, page: 1, pages },
});
const odile = anEntry();
const name = sheet.character.name;
const mara = anEntry({ _id: testId("92"), name: "Mara" });

describe("the page of one's own cast", () => {
  const open = (page: LibraryPage) =>
    render(<LibraryView initial={page} />, { viewer: testUser() });

  it("says how the first entry comes in", async () => {
    server({ "GET /api/library": aPage([]) });
    await open(aPage([]));
    screen.getByRole("heading", { name: "Nobody here yet" });
    screen.getByText(/choose Save to My Cast/);
    expect(screen.queryByRole("searchbox")).toBeNull();
    await expectAccessible();
  });

  it("searches and turns pages once it is large", async () => {
    const page = aPage([odile, mara], 60, 3);
    const queries: unknown[] = [];
    server({
      "GET /api/library": ({ query }: { query: Record<string, string> }) => {
        queries.push(query);
        if (query.q) return aPage([], 60);
        return query.page === "2" ? { ...page, entries: [mara], page: 2 } : page;
      },
    });
    const { user } = await open(page);
    await user.click(screen.getByRole("button", { name: "Next page" }));
    await screen.findByText("Page 2 of 3");
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(1));
    await user.type(screen.getByRole("searchbox", { name: "Search your cast" }), "whale{Enter}");
    await screen.findByText("Nothing in your cast matches. Try other words.");
    expect(queries.at(-1)).toEqual({ q: "whale", page: "1" });
    await expectAccessible();
  });

  it("saves words of an entry, and says what goes to remixes", async () => {
    const api = server({
      "GET /api/library": aPage([odile, mara]),
      "PUT /api/library/{entryId}": ({ body }: { body: unknown }) => ({
        ...odile,
        ...(body as object),
      }),
    });
    const { user } = await open(aPage([odile, mara]));
    await user.click(screen.getByRole("button", { name: new RegExp(name) }));
    const dialog = within(await screen.findByRole("dialog", { name: "Character of My Cast" }));
    dialog.getByText(/^2 stories have a copy\./);
    await user.click(dialog.getByRole("switch", { name: "Remixes may take it along" }));
    await user.clear(dialog.getByRole("textbox", { name: /^Title/ }));
    await user.type(dialog.getByRole("textbox", { name: /^Title/ }), "Diver");
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.sent("PUT /api/library/{entryId}")).toEqual([
      { allowRemix: true, version: 3 },
      { title: "Diver", version: 3 },
    ]);
  });

  it("merges two entries after a question", async () => {
    const api = server({
      "GET /api/library": aPage([odile, mara]),
      "POST /api/library/{entryId}/merge": mara,
    });
    const { user } = await open(aPage([odile, mara]));
    await user.click(screen.getByRole("button", { name: new RegExp(name) }));
    await user.click(await screen.findByRole("button", { name: "Merge With Mara" }));
    screen.getByText(`Merge ${name} into Mara? ${name} is gone afterwards.`);
    await user.click(screen.getByRole("button", { name: "Merge" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.sent("POST /api/library/{entryId}/merge")).toEqual([{ into: mara._id }]);
  });
});

describe("the cast of a story", () => {
  it("takes several entries at once, and says which one did not come along", async () => {
    const { api, user, list } = await castOf("character");
    const added = aCharacter({ ...sheet.character, _id: testId("93") });
    const reason = "This story already has a character named Mara. Please choose another name.";
    api.answer({
      "GET /api/library": aPage([odile, mara]),
      "POST /api/stories/{storyId}/cast": {
        ...{ characters: [added], locations: [], skipped: [{ name: "Mara", reason }] },
      },
    });
    await user.click(list().getByRole("button", { name: "From My Cast" }));
    const dialog = within(
      await screen.findByRole("dialog", { name: "Add characters from my cast" }),
    );
    const add = dialog.getByRole<HTMLButtonElement>("button", { name: "Add to This Story" });
    expect(add.disabled).toBe(true);
    await user.click(await dialog.findByRole("checkbox", { name: new RegExp(name) }));
    await user.click(dialog.getByRole("checkbox", { name: /Mara/ }));
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Add 2 to This Story" }));
    await dialog.findByText("Mara was not added");
    dialog.getByText(reason);
    expect(api.sent("POST /api/stories/{storyId}/cast")).toEqual([
      { entryIds: [odile._id, mara._id] },
    ]);
  });

  const copy = aCharacter({ ...sheet.character, _id: testId("93"), version: 4 });
  const aLink = (changes: Partial<CastLink> = {}): CastLink => ({
    ...{ kind: "character", entityId: copy._id, entryId: odile._id, isOwn: true, hasNews: true },
    ...{ entryVersion: 3, version: 4 },
    changes: [
      { field: "title", library: "Diver", story: "Clockmaker", changedIn: "library" },
      { field: "description", library: "Grey.", story: "Red.", changedIn: "both" },
      { field: "outfit:Raincoat", library: null, story: "Yellow", changedIn: "story" },
      { field: `picture:face::${aPicture("b")}`, library: "", story: null, changedIn: "library" },
    ],
    ...changes,
  });

  it("offers what has changed, and takes over what the author chooses", async () => {
    const { api, user, edit, dialog } = await castOf("character", { characters: [copy] });
    api.answer({
      "GET /api/stories/{storyId}/cast": [aLink()],
      "PUT /api/stories/{storyId}/cast": [aLink({ hasNews: false, changes: [] })],
    });
    await edit(name);
    await dialog().findByText(`${name} has changed in your cast.`);
    await user.click(dialog().getByRole("button", { name: "Compare" }));
    // A field that both have changed is no one's by default: what was written in the story stays.
    const conflict = dialog().getByRole<HTMLInputElement>("checkbox", { name: /^Description/ });
    expect(conflict.checked).toBe(false);
    await expectAccessible();
    await user.click(dialog().getByRole("button", { name: "Take Over" }));
    await waitFor(() => expect(api.sent("PUT /api/stories/{storyId}/cast")).toHaveLength(1));
    expect(api.sent("PUT /api/stories/{storyId}/cast")).toEqual([
      {
        ...{ kind: "character", entityId: copy._id, direction: "take" },
        ...{ entryVersion: 3, version: 4 },
        fields: ["title", `picture:face::${aPicture("b")}`],
      },
    ]);
  });

  it("gives back to the cast, ignores, and keeps the list of differences on an error", async () => {
    const { api, user, edit, dialog } = await castOf("character", { characters: [copy] });
    api.answer({
      "GET /api/stories/{storyId}/cast": [aLink()],
      "PUT /api/stories/{storyId}/cast": failWith("stale_version", "Please look at it again."),
    });
    await edit(name);
    await user.click(await dialog().findByRole("button", { name: "Compare" }));
    await user.click(dialog().getByRole("button", { name: "Update My Cast" }));
    await screen.findByText("Please look at it again.");
    dialog().getByRole("group", { name: "What to take over" });
    api.answer({
      "GET /api/stories/{storyId}/cast": [aLink({ hasNews: false })],
      "PUT /api/stories/{storyId}/cast": [aLink({ hasNews: false })],
    });
    await user.click(dialog().getByRole("button", { name: "Ignore" }));
    await dialog().findByText(/^Different from your cast\./);
    const [given, ignored] = api.sent("PUT /api/stories/{storyId}/cast");
    expect(given).toMatchObject({ direction: "give", fields: ["title", "outfit:Raincoat"] });
    expect(ignored).toMatchObject({ direction: "ignore", fields: [] });
  });

  it("saves a character to the cast, and merges two that are one", async () => {
    const twin = aCharacter({ ...sheet.character, _id: testId("94"), name: "The clockmaker" });
    const { api, user, edit, dialog } = await castOf("character", { characters: [copy, twin] });
    api.answer({
      "POST /api/library": odile,
      "POST /api/characters/{characterId}/merge": copy,
    });
    await edit("The clockmaker");
    await user.click(await dialog().findByRole("button", { name: "Save to My Cast" }));
    await screen.findByText("The clockmaker is in your cast");
    await user.click(dialog().getByRole("button", { name: `Merge With ${name}` }));
    await user.click(dialog().getByRole("button", { name: "Merge" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Edit/ })).toBeNull());
    expect(api.sent("POST /api/characters/{characterId}/merge")).toEqual([{ into: copy._id }]);
  });
});
