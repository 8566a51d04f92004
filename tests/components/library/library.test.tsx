import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { LibraryView } from "@/components/library/library-view";
import type { LibraryPage } from "@/lib/library/schema";
import { expectAccessible } from "../support/accessibility";
import { aCharacter, aPicture, testId, testUser } from "../support/builders";
import { fill, render } from "../support/render";
import { type Call, defer, failWith, server } from "../support/server";
import { castOf, sheet } from "../world/cast";
import { aLink, aPage, copy, mara, odile } from "./entries";

const name = sheet.character.name;

describe("the page of one's own cast", () => {
  const open = (page: LibraryPage) =>
    render(<LibraryView viewerId={testUser()._id} initial={page} />, { viewer: testUser() });

  it("says how the first entry comes in", async () => {
    server({ "GET /api/library": aPage([]) });
    await open(aPage([]));
    screen.getByRole("heading", { name: "Your cast is empty" });
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

  it("adds a character that is in no story yet, with its pictures", async () => {
    let uploads = 0;
    const api = server({
      "GET /api/library": aPage([]),
      "POST /api/library": odile,
      "POST /api/upload/image"() {
        uploads += 1;
        return { imageUrl: aPicture(String(uploads)), originalName: "a.png" };
      },
      "PUT /api/library/{entryId}": ({ count }: Call) =>
        count === 1 ? odile : failWith("unavailable", "The shelf is full."),
    });
    const { user } = await open(aPage([]));
    await user.click(screen.getByRole("button", { name: "Add Character" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Add Character to My Cast" }));
    await user.click(dialog.getByRole("button", { name: "Add Character" }));
    dialog.getByText("Character name is required");
    const labels = { name: /^Name/, title: /^Title/, description: /^Descr/, imagePrompt: /^Image/ };
    for (const [field, label] of Object.entries(labels)) {
      const words = sheet.character[field as keyof typeof labels];
      await user.type(dialog.getByRole("textbox", { name: label }), words);
    }
    const files = ["a", "b", "c"].map(
      (file) => new File([file], `${file}.png`, { type: "image/png" }),
    );
    await user.upload(dialog.getByLabelText("Upload a picture"), files);
    await waitFor(() => expect(uploads).toBe(3));
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Add Character" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.sent("POST /api/library")).toEqual([
      { kind: "character", ...sheet.character, primaryImageUrl: aPicture("1") },
    ]);
    expect(api.sent("PUT /api/library/{entryId}")).toEqual([
      { primaryImageUrl: aPicture("2") },
      { primaryImageUrl: aPicture("3") },
    ]);
    await screen.findByText("Failed to upload images");
  });

  it("keeps a new character of one account from the next", async () => {
    server({ "GET /api/library": aPage([]) });
    const write = async (viewerId: string) => {
      const { user, unmount } = await render(
        <LibraryView viewerId={viewerId} initial={aPage([])} />,
        { viewer: testUser() },
      );
      await user.click(screen.getByRole("button", { name: "Add Character" }));
      const dialog = await screen.findByRole("dialog", { name: "Add Character to My Cast" });
      const name = within(dialog).getByRole("textbox", { name: /^Name/ });
      const before = (name as HTMLInputElement).value;
      await fill(user, name, "Odile Marchetti");
      unmount();
      return before;
    };
    expect(await write(testId("92"))).toBe("");
    expect(await write(testId("93"))).toBe("");
    expect(await write(testId("92"))).toBe("Odile Marchetti");
  });

  it("adds one entry, even if its author types on while it is being added", async () => {
    const answer = defer(odile);
    const api = server({ "GET /api/library": aPage([]), "POST /api/library": answer.answer });
    const { user } = await open(aPage([]));
    await user.click(screen.getByRole("button", { name: "Add Character" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Add Character to My Cast" }));
    for (const label of [/^Name/, /^Description/, /^Image prompt/])
      await fill(user, dialog.getByRole("textbox", { name: label }), "Odile Marchetti");
    await user.click(dialog.getByRole("button", { name: "Add Character" }));
    await user.type(dialog.getByRole("textbox", { name: /^Name/ }), " the Elder");
    await answer.release();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.sent("POST /api/library")).toMatchObject([{ name: "Odile Marchetti" }]);
  });

  it("says why an entry could not be removed, and removes it by another try", async () => {
    const remove = "DELETE /api/library/{entryId}";
    const api = server({
      "GET /api/library": aPage([odile]),
      [remove]: failWith("unavailable", "The shelf is locked."),
    });
    const { user } = await open(aPage([odile]));
    await user.click(screen.getByRole("button", { name: new RegExp(name) }));
    await user.click(await screen.findByRole("button", { name: "Remove From My Cast" }));
    await user.click(screen.getByRole("button", { name: "Remove" }));
    const question = within(screen.getByRole("alertdialog"));
    await question.findByText("The shelf is locked.");
    api.answer({ [remove]: { message: "Removed from your cast" } });
    await user.click(question.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.calls(remove)).toHaveLength(2);
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
        characters: [added],
        locations: [],
        skipped: [{ name: "Mara", reason }],
      },
    });
    await user.click(list().getByRole("button", { name: "From My Cast" }));
    const dialog = within(
      await screen.findByRole("dialog", { name: "Add characters from my cast" }),
    );
    const add = dialog.getByRole<HTMLButtonElement>("button", { name: "Add" });
    expect(add.disabled).toBe(true);
    await user.click(await dialog.findByRole("checkbox", { name: new RegExp(name) }));
    await user.click(dialog.getByRole("checkbox", { name: /Mara/ }));
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Add 2" }));
    await dialog.findByText("Mara was not added");
    dialog.getByText(reason);
    expect(api.sent("POST /api/stories/{storyId}/cast")).toEqual([
      { entryIds: [odile._id, mara._id] },
    ]);
  });

  const saved = "PUT /api/stories/{storyId}/cast";

  it("offers what has changed, and takes over what the author chooses", async () => {
    const { api, user, edit, dialog } = await castOf("character", { characters: [copy] });
    let link = aLink();
    api.answer({
      "GET /api/stories/{storyId}/cast": () => [link],
      [saved]() {
        link = aLink({ hasNews: false, changes: [] });
        return [link];
      },
    });
    await edit(name);
    const news = await dialog().findByText(/has changed in your cast/);
    expect(news.textContent).toContain(`${name} has changed in your cast.`);
    await user.click(dialog().getByRole("button", { name: "Compare" }));
    const field = (label: string) => within(dialog().getByRole("group", { name: label }));
    // What both have changed stays by default as it was written in the story.
    for (const box of field("Description (changed in both)").getAllByRole("checkbox")) {
      expect((box as HTMLInputElement).checked).toBe(false);
    }
    field("Face");
    const give = field("Outfit: Raincoat").getByRole("checkbox", { name: /update the cast/ });
    await user.click(give);
    await expectAccessible();
    await user.click(dialog().getByRole("button", { name: "Apply 3 Changes" }));
    await dialog().findByText("The same as in your cast.");
    expect(api.sent(saved)).toEqual([
      {
        kind: "character",
        entityId: copy._id,
        entryVersion: 3,
        version: 4,
        take: ["title", `picture:face::${aPicture("b")}`],
        give: ["outfit:Raincoat"],
      },
    ]);
  });

  it("gives one side of a field alone, ignores, and keeps the list on an error", async () => {
    const { api, user, edit, dialog } = await castOf("character", { characters: [copy] });
    api.answer({
      "GET /api/stories/{storyId}/cast": [aLink()],
      [saved]: failWith("stale_version", "Please look at it again."),
    });
    await edit(name);
    await user.click(await dialog().findByRole("button", { name: "Compare" }));
    const title = within(dialog().getByRole("group", { name: "Title" }));
    await user.click(title.getByRole("checkbox", { name: /update the cast/ }));
    const taken = title.getByRole<HTMLInputElement>("checkbox", { name: /take over/ });
    expect(taken.checked).toBe(false);
    await user.click(dialog().getByRole("button", { name: "Apply 2 Changes" }));
    await screen.findByText("Please look at it again.");
    dialog().getByRole("group", { name: "Title" });
    api.answer({
      "GET /api/stories/{storyId}/cast": [aLink({ hasNews: false })],
      [saved]: [aLink({ hasNews: false })],
    });
    await user.click(dialog().getByRole("button", { name: "Ignore" }));
    await dialog().findByText(/^Different from your cast\./);
    const picture = `picture:face::${aPicture("b")}`;
    expect(api.sent(saved)).toMatchObject([
      { take: [picture], give: ["title"] },
      { take: [], give: [] },
    ]);
  });

  it("says that the cast could not be loaded, and offers to save to it once it is", async () => {
    const { api, user, edit, dialog } = await castOf("character", { characters: [copy] });
    const address = "GET /api/stories/{storyId}/cast";
    api.answer({ [address]: failWith("rate_limited", "Too many requests.") });
    await edit(name);
    await dialog().findByText("Your cast could not be loaded.");
    expect(dialog().queryByRole("button", { name: "Save to My Cast" })).toBeNull();
    const again = defer([]);
    api.answer({ [address]: again.answer });
    const retry = dialog().getByRole("button", { name: "Try Again" });
    await user.click(retry);
    expect(document.activeElement).toBe(retry);
    await again.release();
    await dialog().findByRole("button", { name: "Save to My Cast" });
    expect(dialog().queryByText("Your cast could not be loaded.")).toBeNull();
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
