import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { getQueryClient } from "@/components/shell/query-client";
// Loaded with the test, and not while it waits for the dialog.
import "@/components/studio/story-settings-dialog";
import { notMadeByHandMessage } from "@/lib/stories/ai-disclosure";
import { artStyles } from "@/lib/stories/art-styles";
import type { PainterOverride } from "@/lib/stories/image-models";
import type { Story } from "@/lib/stories/schema";
import { aStory, testId, testUser } from "../support/builders";
import { fill, render, submitByEnter } from "../support/render";
import { savedStory } from "../support/saved-story";
import { defer, emitStoryChange, failWith, raw, server } from "../support/server";
import { Opener } from "./opener";

const back = "Your unsaved changes are back.";
const save = "PUT /api/stories/{storyId}";
const style = "PATCH /api/stories/{storyId}/art-style";
const suggestTitle = "POST /api/ai/generate-title";
const promptOf = (id: string) => artStyles.find((one) => one.id === id)?.prompt;

/** Ada has the settings of her story open. */
async function settingsOf(changes: Partial<Story> = {}, painter: PainterOverride | null = null) {
  const story = aStory(changes);
  const saved = savedStory(story);
  const api = server({ ...saved.answers, "GET /api/stories/tags": [] });
  const show = () =>
    render(
      <Opener initial={saved.now()} opens={{ name: "settings" }} painter={painter}>
        Settings
      </Opener>,
      {
        ...{ viewer: testUser(), at: `/story/${story._id}`, params: { storyId: story._id } },
      },
    );
  let shown = await show();
  const user = userEvent.setup({ delay: null });
  const dialogOf = (name: string) => within(screen.getByRole("dialog", { name, hidden: true }));
  const settings = () => dialogOf("Story Settings");
  const open = async () => {
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await screen.findByRole("dialog", { name: "Story Settings" });
    // Exactly where it is, below what is said of a draft, the browser shows.
    const dialog = screen.getByRole("dialog", { name: "Story Settings" });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  };
  const field = (name: string, description?: string) =>
    settings().getByRole("textbox", { name, ...(description && { description }) });
  await open();
  return {
    ...{ api, saved, user, open, field, settings, story },
    press: (name: string) => user.click(settings().getByRole("button", { name })),
    write: (name: string, words: string) => fill(user, field(name), words),
    value: (name: string) => (field(name) as HTMLInputElement).value,
    says: (name: string, description: string) => waitFor(() => void field(name, description)),
    /** Closed, with the focus back where it was opened. */
    async closed() {
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      const opener = screen.getByRole("button", { name: "Settings" });
      await waitFor(() => expect(document.activeElement).toBe(opener));
    },
    styles: () => dialogOf("Choose Art Style"),
    async openStyles() {
      await user.click(settings().getByRole("button", { name: "Change art style" }));
      await screen.findByRole("dialog", { name: "Choose Art Style" });
    },
    stylesClosed: () =>
      waitFor(() => expect(screen.queryByRole("dialog", { name: "Choose Art Style" })).toBeNull()),
    async reload() {
      shown.unmount();
      getQueryClient().clear();
      shown = await show();
    },
  };
}

/** Whether the browser would ask before this page is left. */
function asksBeforeLeaving(): boolean {
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

describe("what is typed into Story Settings", () => {
  it("survives Escape, a press outside and a reload, until it is saved", async () => {
    const form = await settingsOf({ tags: ["owls"] });
    const { saved, user, open, write, value, closed, settings } = form;
    expect(settings().queryByText(back)).toBeNull();
    await write("Title", "Half a title");
    await write("Tags", "half a tag");
    await user.keyboard("{Escape}");
    await closed();

    await open();
    settings().getByText(back);
    expect([value("Title"), value("Tags")]).toEqual(["Half a title", "half a tag"]);
    await write("Description", "Half a description");
    // The browser asks before an open form with unsaved words is left, and only then.
    expect(asksBeforeLeaving()).toBe(true);
    await user.click(document.body);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(asksBeforeLeaving()).toBe(false);
    await form.reload();
    await open();
    settings().getByText(back);
    expect([value("Title"), value("Description")]).toEqual(["Half a title", "Half a description"]);

    // Saved: forgotten.
    await user.click(form.field("Title"));
    await submitByEnter();
    await screen.findByText("Story settings saved");
    await closed();
    expect(saved.now()).toMatchObject({
      ...{ title: "Half a title", description: "Half a description", tags: ["owls", "half a tag"] },
    });
    await open();
    expect(settings().queryByText(back)).toBeNull();
    expect(value("Tags")).toBe("");
    expect(Object.keys(localStorage).join()).not.toContain("form:");
  });

  it("goes with Discard, which brings the saved version back", async () => {
    const { user, open, press, write, value, settings, story, closed } = await settingsOf();
    await write("Title", "Not this");
    await user.keyboard("{Escape}");
    await closed();
    await open();
    await press("Discard");
    for (const _ of ["at once", "opened again"]) {
      expect(value("Title")).toBe(story.title);
      expect(settings().queryByText(back)).toBeNull();
      await user.keyboard("{Escape}");
      await closed();
      await open();
    }
  });

  it("is not overwritten by a story that changes elsewhere", async () => {
    const { api, saved, write, value, press, settings, closed, story } = await settingsOf();
    const changeElsewhere = async (changes: Partial<Story>) => {
      saved.change(changes);
      await emitStoryChange(story._id);
    };
    await write("Description", "Typed here");
    await changeElsewhere({ title: "Renamed elsewhere" });
    await waitFor(() => expect(value("Title")).toBe("Renamed elsewhere"));
    expect(value("Description")).toBe("Typed here");

    // Both sides changed one field: the author chooses.
    await changeElsewhere({ description: "Written elsewhere" });
    await settings().findByText("Description was changed elsewhere in the meantime");
    const theirs = "Saved now: Written elsewhere";
    settings().getByText(theirs);
    expect(value("Description")).toBe("Typed here");
    await press("Save");
    settings().getByText(theirs);
    expect(api.calls(save)).toEqual([]);
    await press("Keep mine");
    await press("Save");
    await closed();
    expect(saved.now()).toMatchObject({ title: "Renamed elsewhere", description: "Typed here" });
  });

  it("meets a newer version: the author sees both and chooses", async () => {
    const { saved, write, value, press, settings, closed } = await settingsOf();
    await write("Title", "Mine");
    await write("Description", "My description");
    saved.change({ title: "Theirs", tags: ["theirs"] });
    await press("Save");
    await settings().findByText("Title was changed elsewhere in the meantime");
    settings().getByText("Saved now: Theirs");
    expect([value("Title"), value("Description")]).toEqual(["Mine", "My description"]);
    settings().getByText("theirs");
    await press("Use the saved one");
    expect(value("Title")).toBe("Theirs");
    await press("Save");
    await closed();
    const theirs = { title: "Theirs", tags: ["theirs"] };
    expect(saved.now()).toMatchObject({ ...theirs, description: "My description" });
  });

  it("is saved without a question where a newer version left these fields alone", async () => {
    const { saved, write, press } = await settingsOf();
    await write("Title", "Mine");
    saved.change({ artStyle: "Woodcut" });
    await press("Save");
    await screen.findByText("Story settings saved");
    expect(saved.now()).toMatchObject({ title: "Mine", artStyle: "Woodcut" });
  });
});

describe("Story Settings", () => {
  it("says beside the image model that something else paints", async () => {
    const { user, settings } = await settingsOf({}, { name: "Demo studio", isDemo: true });
    await user.click(settings().getByRole("combobox", { name: "Image model" }));
    await user.click(await screen.findByRole("option", { name: /Nano Banana/ }));
    await waitFor(() =>
      screen.getByRole("combobox", {
        name: "Image model",
        description:
          "The Demo studio draws on this machine and takes no model. Your choice is kept.",
      }),
    );
  });

  it("says the rules of the title and the description", async () => {
    const { write, press, says, field, settings } = await settingsOf();
    await write("Title", "   ");
    await write("Description", "");
    await press("Save");
    await says("Title", "Title is required");
    expect(document.activeElement).toBe(field("Title"));
    await says("Description", "Please provide a story description");
    await write("Title", "x".repeat(201));
    expect(field("Title").getAttribute("aria-invalid")).not.toBe("true");
    await write("Description", "y".repeat(1001));
    settings().getByText("1001 / 1000");
    await press("Save");
    await says("Title", "Title must be at most 200 characters");
    await says("Description", "Story description must be 1000 characters or less");
  });

  it("takes tags by keys and pasted lists, up to its limits", async () => {
    const { saved, user, field, press, says, settings, closed } = await settingsOf({
      tags: ["noir"],
    });
    const tags = field("Tags") as HTMLInputElement;
    const list = () => settings().getByRole("list", { name: "Tags of this story" });
    const chips = () =>
      within(list())
        .queryAllByRole("listitem")
        .map(({ textContent }) => textContent);
    const removes = (tag: string) => settings().getByRole("button", { name: `Remove tag ${tag}` });
    await user.type(tags, "robots,");
    expect(chips()).toEqual(["noir", "robots"]);
    expect(tags.value).toBe("");
    await user.type(tags, "  NOIR {Enter}");
    expect(chips()).toEqual(["noir", "robots"]);
    await user.keyboard("{Backspace}");
    expect(chips()).toEqual(["noir"]);
    await user.paste("sea; night\nrain, Sea");
    expect(chips()).toEqual(["noir", "sea", "night", "rain"]);

    // By keyboard: out of the field into the chips, and the focus stays in the row.
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(removes("rain"));
    await user.tab({ shift: true });
    await user.keyboard("{Enter}");
    expect(chips()).toEqual(["noir", "sea", "rain"]);
    expect(document.activeElement).toBe(removes("rain"));
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(tags);

    await fill(user, tags, "x".repeat(51));
    await user.keyboard("{Enter}");
    await says("Tags", "A tag must be at most 50 characters");
    await fill(user, tags, "1,2,3,4,5,6,7,8,9");
    expect(chips()).toHaveLength(10);
    await says("Tags", "Maximum of 10 tags allowed");
    expect(tags.value).toBe("9");
    await press("Save");
    await says("Tags", "Maximum of 10 tags allowed");
    await user.clear(tags);
    await press("Save");
    await closed();
    expect(saved.now().tags).toEqual(["noir", "sea", "1", "2", "3", "4", "5", "6", "7", "8"]);
  });

  it("suggests a title, and takes it back", async () => {
    const { api, user, field, write, value, press, says, settings } = await settingsOf();
    api.answer({ [suggestTitle]: { title: "The Owl of Quay Street" } });
    await write("Title", "My own words");
    await press("Suggest a title");
    await waitFor(() => expect(value("Title")).toBe("The Owl of Quay Street"));
    await press("Undo");
    expect(value("Title")).toBe("My own words");
    const undo = () => settings().queryByRole("button", { name: "Undo" });
    expect(undo()).toBeNull();

    // Typing on makes it the author's own: there is nothing to take back.
    api.answer({ [suggestTitle]: { title: "The Brass Owl" } });
    await new Promise((resolve) => setTimeout(resolve, 400));
    await press("Suggest a title");
    await waitFor(() => expect(undo()).not.toBeNull());
    await user.type(field("Title"), "!");
    expect(undo()).toBeNull();

    await write("Description", " ");
    await press("Suggest a title");
    await says("Description", "Please provide a story description");
    const kept = value("Title");
    await write("Description", "An owl of brass sings.");
    const busy = "AI service is busy - please try again in a moment!";
    api.answer({ [suggestTitle]: failWith("ai_rate_limited", busy) });
    await new Promise((resolve) => setTimeout(resolve, 400));
    await press("Suggest a title");
    await screen.findByText(busy);
    expect(value("Title")).toBe(kept);
  });

  it("tells at the switch what only the takes of a story forbid; that can be taken back", async () => {
    const { api, user, press, saved, settings, closed } = await settingsOf();
    const errors = [{ field: "madeByHand", message: notMadeByHandMessage }];
    api.answer({ [save]: failWith("validation_failed", "no", { errors }) });
    const byHand = settings().getByRole("switch", {
      ...{ name: "Without AI", description: /pictures, takes and portraits/ },
    });
    await user.click(byHand);
    await press("Save");
    await settings().findByText(notMadeByHandMessage);
    expect(api.sent(save)).toEqual([{ madeByHand: true, version: 1 }]);
    api.answer(saved.answers);
    await user.click(byHand);
    expect(settings().queryByText(notMadeByHandMessage)).toBeNull();
    await press("Save");
    await closed();
  });

  it("asks once before the story is deleted, goes home and leaves nothing behind", async () => {
    const { api, user, press, write, settings, story } = await settingsOf({ _id: testId("2e") });
    await write("Title", "Never saved");
    await press("Delete Story");
    const question = () =>
      within(settings().getByRole("alertdialog", { name: /Delete this story/ }));
    const no = question().getByRole("button", { name: "No, Keep It" });
    await waitFor(() => expect(document.activeElement).toBe(no));
    expect(settings().getAllByRole("button", { name: "Cancel" })).toHaveLength(1);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(settings().queryByRole("alertdialog")).toBeNull());
    const remove = settings().getByRole("button", { name: "Delete Story" });
    expect(document.activeElement).toBe(remove);

    await user.click(remove);
    const answer = defer({ message: "Deleted" });
    api.answer({ "DELETE /api/stories/{storyId}": answer.answer });
    await user.click(question().getByRole("button", { name: "Delete" }));
    await answer.release();
    await screen.findByText("Story deleted!");
    expect(api.calls("DELETE /api/stories/{storyId}")).toHaveLength(1);
    await waitFor(() => expect(location.pathname).toBe("/"));
    expect(Object.keys(localStorage).join()).not.toContain(story._id);
  });
});

describe("the art style", () => {
  it("is one of six, chosen with the keyboard and saved at once", async () => {
    const { saved, user, settings, styles, stylesClosed, closed } = await settingsOf();
    settings().getByText("Classic Comic");
    const change = settings().getByRole("button", { name: "Change art style" });
    change.focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog", { name: "Choose Art Style" });
    const group = within(styles().getByRole("group", { name: "Art style" }));
    expect(group.getAllByRole("radio")).toHaveLength(6);
    const classic = styles().getByRole("radio", { name: /^Classic Comic/, checked: true });
    await waitFor(() => expect(document.activeElement).toBe(classic));
    await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
    styles().getByRole("radio", { name: /^Film Noir/, checked: true });
    await submitByEnter();
    await stylesClosed();
    await waitFor(() => expect(document.activeElement).toBe(change));
    settings().getByText("Film Noir");
    expect(saved.now().artStyle).toBe(promptOf("noir"));

    // Escape closes one dialog at a time, and the focus goes back each time.
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog", { name: "Choose Art Style" });
    await user.keyboard("{Escape}");
    await stylesClosed();
    screen.getByRole("dialog", { name: "Story Settings" });
    await waitFor(() => expect(document.activeElement).toBe(change));
    await user.keyboard("{Escape}");
    await closed();
  });

  it("in the author's words is never blank, never lost, and shown as 'Custom Style'", async () => {
    const form = await settingsOf();
    const { api, user, open, openStyles, settings, styles, stylesClosed } = form;
    const own = "Woodcut in two colours, coarse paper";
    const custom = (checked?: boolean) =>
      styles().getByRole("switch", {
        ...{ name: "Use Custom Prompt", ...(checked === undefined ? {} : { checked }) },
      });
    const words = () => styles().queryByRole("textbox", { name: "Style Description" });
    const typed = () => (words() as HTMLTextAreaElement).value;
    const write = (text: string) => fill(user, words() as Element, text);
    const apply = () => styles().getByRole("button", { name: "Apply" });
    await openStyles();
    expect(words()).toBeNull();
    custom().focus();
    await user.keyboard(" ");
    expect(apply()).toHaveProperty("disabled", true);
    await waitFor(() => expect(document.activeElement).toBe(words()));
    await write("   ");
    expect(apply()).toHaveProperty("disabled", true);
    await write(own);
    expect(apply()).toHaveProperty("disabled", false);
    expect(styles().queryByRole("radio", { checked: true })).toBeNull();

    // Off and on, closed and reloaded: the words are still there.
    await user.click(custom());
    expect(words()).toBeNull();
    await user.click(custom());
    expect(typed()).toBe(own);
    await user.keyboard("{Escape}");
    await stylesClosed();
    await form.reload();
    await open();
    await openStyles();
    styles().getByText(back);
    expect(typed()).toBe(own);
    // A space at the end is not saved, and not missed.
    await user.type(words() as Element, " ");
    await user.click(apply());
    await stylesClosed();
    settings().getByText("Custom Style");
    expect(api.sent(style)).toEqual([{ artStyle: own }]);

    await openStyles();
    custom(true);
    expect(typed()).toBe(own);
    expect(styles().queryByText(back)).toBeNull();

    // A card takes over; the words come back with the switch, also those that are too long.
    await write("x".repeat(2001));
    await user.click(apply());
    await styles().findByText(/^Style description must be at most/);
    await user.click(styles().getByRole("radio", { name: /^Watercolor/ }));
    custom(false);
    await user.click(apply());
    await stylesClosed();
    settings().getByText("Watercolor");
  });

  it("that cannot be saved stays chosen, and the failure is said", async () => {
    const { api, saved, user, openStyles, settings, styles, stylesClosed } = await settingsOf();
    api.answer({ [style]: raw({ success: false, error: { code: "internal" } }, 500) });
    await openStyles();
    await user.click(styles().getByText("Manga Style"));
    await user.click(styles().getByRole("button", { name: "Apply" }));
    await screen.findByText("Failed to save art style");
    styles().getByRole("radio", { name: /^Manga Style/, checked: true });
    api.answer(saved.answers);
    await user.click(styles().getByRole("button", { name: "Apply" }));
    await stylesClosed();
    settings().getByText("Manga Style");
  });
});
