import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { NewEntitiesDialog } from "@/components/world/new-entities-dialog";
import type { EntityKind } from "@/lib/world/schema";
import { expectAccessible } from "../support/accessibility";
import {
  aCharacter,
  aLocation,
  anImageJob,
  aPicture,
  aStory,
  storyId,
  testId,
  testUser,
} from "../support/builders";
import { advanceTime, fakeTime, render } from "../support/render";
import { savedStory } from "../support/saved-story";
import { type Call, defer, emitStoryChange, failWith, server } from "../support/server";
import { castOf, sheet } from "./cast";

const back = "Your unsaved changes are back.";
const odile = aCharacter(sheet.character);
const market = aLocation(sheet.location);
const { name } = odile;
const put = "PUT /api/characters/{characterId}";
const remove = "DELETE /api/characters/{characterId}";

describe("the list of characters", () => {
  it("is in the order of appearance, and works with the keyboard alone", async () => {
    const mara = aCharacter({ _id: testId("52"), name: "Mara", firstAppearance: 1, sceneCount: 1 });
    const { user, list, gone, field } = await castOf("character", { characters: [mara, odile] });
    // Entities that no scene has shown come first.
    const names = list().getAllByRole("heading", { level: 3 });
    expect(names.map(({ textContent }) => textContent)).toEqual([name, "Mara"]);
    expect(list().getAllByRole("article")).toHaveLength(2);
    screen.getByRole("dialog", { name: "Characters (2)" });

    // Keyboard alone: to the card, into its dialog, back to the card.
    const card = list().getByRole("button", { name: new RegExp(name) });
    card.focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog", { name: "Edit Character" });
    await waitFor(() => expect(document.activeElement).toBe(field("Name")));
    await user.keyboard("{Escape}");
    await gone();
    await waitFor(() => expect(document.activeElement).toBe(card));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it.each([
    ["character", "No characters yet"],
    ["location", "No locations yet"],
  ] as [EntityKind, string][])(
    "of a story without a %s is a drawing, words and the way on",
    async (kind, title) => {
      const { user, list, add, gone } = await castOf(kind);
      list().getByRole("heading", { name: title });
      await add();
      await user.keyboard("{Escape}");
      await gone("Add");
      await user.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    },
  );
});

describe("the fields of a character", () => {
  it("are kept until they are saved, and do not overwrite another window's", async () => {
    const form = await castOf("character", { characters: [odile] });
    const { saved, user, edit, gone, field, write, press, dialog } = form;
    await edit(name);
    expect(dialog().queryByRole("tab")).toBeNull();
    // Escape that comes before the dialog has the focus is meant for it, and not lost.
    const card = screen.getByRole("button", { name: new RegExp(`^${name}`), hidden: true });
    fireEvent.keyDown(card, { key: "Escape" });
    await gone();
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
    await edit(name);
    await write("Title", "Keeper of secrets");
    await user.keyboard("{Escape}");
    await gone();
    await edit(name);
    dialog().getByText(back);
    expect(field("Title").value).toBe("Keeper of secrets");
    await press("Discard");
    expect(field("Title").value).toBe(odile.title);

    // Saved elsewhere while this is open: untouched fields follow, a touched one asks.
    const mine = "Mine: she is a spy, and always was.";
    await write("Description", mine);
    const description = "Theirs: she sells fish at the harbour.";
    saved.changeEntity("character", odile._id, { title: "Fishwife", description });
    await emitStoryChange(storyId);
    await waitFor(() => expect(field("Title").value).toBe("Fishwife"));
    await dialog().findByText("Description was changed elsewhere in the meantime");
    dialog().getByText(/^Saved now: Theirs: she sells fish/);
    await press("Keep mine");
    await press("Save Changes");
    await screen.findByText("Character saved");
    await gone();
    expect(saved.now().characters[0]).toMatchObject({ title: "Fishwife", description: mine });
  });

  it("that another window has just saved are shown beside the typed ones", async () => {
    const form = await castOf("character", { characters: [odile] });
    const { saved, edit, gone, field, write, press, dialog } = form;
    await edit(name);
    await write("Title", "My title");
    saved.changeEntity("character", odile._id, { title: "Their title" });
    await press("Save Changes");
    await dialog().findByText("Title was changed elsewhere in the meantime");
    dialog().getByText("Saved now: Their title");
    expect(field("Title").value).toBe("My title");
    await press("Use the saved one");
    expect(field("Title").value).toBe("Their title");
    await press("Save Changes");
    await gone();
  });
});

describe("deleting a character", () => {
  it("is refused with its reason while a scene shows it", async () => {
    const used = { ...odile, firstAppearance: 1, sceneCount: 1 };
    const { edit, dialog } = await castOf("character", { characters: [used] });
    await edit(name);
    expect(dialog().getByRole("button", { name: "Delete Character" })).toHaveProperty(
      "disabled",
      true,
    );
    dialog().getByText(/^This character appears in a scene and cannot be deleted\./);
  });

  it("says why it was refused, also if its dialog was closed meanwhile", async () => {
    const { api, edit, gone, press, dialog, user } = await castOf("character", {
      characters: [odile],
    });
    const refusal = defer(failWith("in_use", "This character appears in a scene."));
    api.answer({ [remove]: refusal.answer });
    await edit(name);
    await press("Delete Character");
    const question = within(dialog().getByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Delete" }));
    await press("Close");
    await gone();
    await refusal.release();
    await screen.findByText("This character appears in a scene.");
  });

  it("asks once, and leaves the focus in the list", async () => {
    const { api, saved, user, edit, dialog, press, list } = await castOf("character", {
      characters: [odile],
    });
    await edit(name);
    await press("Delete Character");
    const question = () =>
      within(dialog().getByRole("alertdialog", { name: `Delete ${name} for good?` }));
    const no = question().getByRole("button", { name: "No, Keep It" });
    await waitFor(() => expect(document.activeElement).toBe(no));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(dialog().queryByRole("alertdialog")).toBeNull());
    const button = dialog().getByRole("button", { name: "Delete Character" });
    expect(document.activeElement).toBe(button);

    // A scene has taken it in a moment ago: only the server knows.
    const refusal =
      "This character appears in a scene and cannot be deleted. Delete that scene first.";
    api.answer({ [remove]: failWith("in_use", refusal) });
    await user.click(button);
    await user.click(question().getByRole("button", { name: "Delete" }));
    await dialog().findByText(refusal);
    api.answer(saved.answers);
    await user.click(question().getByRole("button", { name: "Delete" }));
    await screen.findByText("Character deleted");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Edit/ })).toBeNull());
    expect(list().queryByRole("button", { name: new RegExp(name) })).toBeNull();
    // Its card is gone: the focus stays in the list.
    const first = list().getByRole("button", { name: "From My Cast" });
    await waitFor(() => expect(document.activeElement).toBe(first));
  });
});

it("the new characters of a scene are listed, can be edited, and show their portraits' progress", async () => {
  const quill = aCharacter({ _id: testId("53"), name: "Professor Balthazar Quill" });
  const story = aStory({ characters: [odile, quill], locations: [market] });
  const saved = savedStory(story);
  const api = server(saved.answers);
  const finalFocus = () => null;
  const came = { characters: [quill], locations: [market], finalFocus };
  const onOpenChange = vi.fn();
  const { user } = await render(
    <NewEntitiesDialog {...{ story, open: true, onOpenChange, ...came }} />,
    { viewer: testUser() },
  );
  const grown = within(await screen.findByRole("dialog", { name: "Story World Just Grew" }));
  grown.getByRole("heading", { name: "New Characters (1)" });
  grown.getByRole("heading", { name: "New Locations (1)" });
  const newcomers = () => grown.getAllByRole("listitem", { hidden: true });
  expect(newcomers()).toHaveLength(2);
  await expectAccessible();
  await user.click(grown.getByRole("button", { name: `Edit ${quill.name}` }));
  const edit = within(await screen.findByRole("dialog", { name: "Edit Character" }));
  const title = edit.getByRole("textbox", { name: /^Title/ });
  await user.clear(title);
  await user.type(title, "Seller of maps");
  saved.changeEntity("character", quill._id, { primaryImageUrl: aPicture() });
  await user.click(edit.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Edit/ })).toBeNull());
  expect(api.sent(put)).toHaveLength(2);
  await waitFor(() => within(newcomers()[0] as HTMLElement).getByText("Seller of maps"));
  // Its picture has come meanwhile.
  await waitFor(() => expect(newcomers()[0]?.querySelector("img")).not.toBeNull());
  await user.click(grown.getByRole("button", { name: "Got it, thanks!" }));
  expect(onOpenChange.mock.calls.at(-1)?.[0]).toBe(false);
});

describe("a location that is added by hand", () => {
  const add = "POST /api/locations";

  it("is refused with the form's messages, kept, and drawn while the dialog is open", async () => {
    fakeTime();
    const form = await castOf("location", { locations: [market] });
    const { api, saved, user, field, write, press, says, dialog, gone } = form;
    await form.add();
    const tab = (name: string) => user.click(dialog("Add").getByRole("tab", { name }));
    await tab("Manual");
    await press("Add Location");
    await says("Name", "Location name is required");
    await waitFor(() => expect(document.activeElement).toBe(field("Name")));
    for (const [label, sentence] of [
      ["Description", "Description is required"],
      ["Image prompt", "Image prompt is required"],
    ] as const) {
      expect(field(label).getAttribute("aria-invalid")).toBe("true");
      dialog("Add").getByText(sentence);
    }
    await write("Name", "   ");
    await write("Description", "Too short");
    await write("Image prompt", "Too short");
    await press("Add Location");
    const isSaid = (sentence: string) => dialog("Add").findByText(sentence);
    await isSaid("Name must be at least 1 character");
    await isSaid("Description must be at least 10 characters");
    await isSaid("Image prompt must be at least 10 characters");
    await write("Name", "x".repeat(101));
    await write("Title", "x".repeat(201));
    await write("Description", "x".repeat(1001));
    await write("Image prompt", "x".repeat(1001));
    expect(dialog("Add").getAllByText("1001 / 1000")).toHaveLength(2);
    await press("Add Location");
    await isSaid("Name must be less than 100 characters");
    await isSaid("Title must be less than 200 characters");
    await isSaid("Description must be less than 1000 characters");
    await isSaid("Image prompt must be less than 1000 characters");

    // The server knows that there is one of this name; the form says it on the name.
    const prompt = "A small square with a fountain and plane trees";
    await write("Name", market.name.toUpperCase());
    await write("Title", "");
    await write("Description", "The square behind the harbour.");
    await write("Image prompt", prompt);
    const taken =
      "This story already has a location named Harbour Market. Please choose another name.";
    api.answer({
      [add]: failWith("conflict", taken, { errors: [{ field: "name", message: taken }] }),
    });
    await press("Add Location");
    await says("Name", taken);
    expect(document.activeElement).toBe(field("Name"));

    // Escape, and even a reload, lose nothing.
    await write("Name", "Fountain Square");
    await user.keyboard("{Escape}");
    await gone("Add");
    await form.reload();
    await form.add();
    await waitFor(() => expect(field("Name").value).toBe("Fountain Square"));
    await waitFor(() => expect(document.activeElement).toBe(field("Name")));
    dialog("Add").getByText(back);
    // The other tab is not barred by that.
    await tab("Generate");
    dialog("Add").getByRole("textbox", { name: "Describe your location" });
    await tab("Manual");

    // Without a prompt nothing can be drawn; with one it is added and drawn on the spot.
    const picture = within(dialog("Add").getByRole("region", { name: "Picture" }));
    const generate = picture.getByRole("button", {
      name: "Generate",
      description: /adds the location to the story/,
    });
    await write("Image prompt", " ");
    await user.click(generate);
    await isSaid("Please enter an image generation prompt first");
    await write("Image prompt", prompt);
    const square = aLocation({ _id: testId("62") });
    const jobId = testId("7");
    api.answer({
      [add]: ({ body }: Call) => {
        const added = { ...square, ...(body as object) };
        saved.change({ locations: [market, added] });
        return added;
      },
      "POST /api/ai/generate-location-image": { jobId },
      "GET /api/ai/image-status/{jobId}": () => {
        saved.changeEntity("location", square._id, { primaryImageUrl: aPicture() });
        const result = { imageUrl: aPicture(), prompt, timestamp: "2026-11-01T08:00:00.000Z" };
        return anImageJob({ jobId, type: "location_image", status: "completed", result });
      },
    });
    await user.dblClick(generate);
    await screen.findByRole("dialog", { name: "Edit Location" });
    await advanceTime(1_000);
    await dialog().findByRole("img", { name: "Picture of Fountain Square" });
    expect(field("Image prompt").value).toBe(prompt);
    expect(dialog().queryByText(back)).toBeNull();
    expect(api.calls("POST /api/ai/generate-location-image")).toHaveLength(1);
  });
});
