import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { getQueryClient } from "@/components/shell/query-client";
import { StoryCostsWatcher } from "@/components/spending/story-costs";
import { notMadeByHandMessage } from "@/lib/stories/ai-disclosure";
import { storyOptions } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";
import { recordTones } from "../studio/workspace";
import { aStory, freeCosts, testId } from "../support/builders";
import { fill, render, submitByEnter } from "../support/render";
import { defer, emitStoryChange, failWith, server } from "../support/server";
import { back, save, settingsOf } from "./settings-form";

const suggestTitle = "POST /api/ai/generate-title";

it("a change of the image model or of the check renews the estimates", async () => {
  const story = aStory();
  const costs = "GET /api/stories/{storyId}/costs";
  const api = server({ "GET /api/stories/{storyId}": story, [costs]: freeCosts });
  await render(<StoryCostsWatcher initial={story} costs={freeCosts} />);
  const { queryKey } = storyOptions(story._id, story);
  for (const changed of [
    { ...story, imageGenerationModel: "seedream-4" },
    { ...story, imageGenerationModel: "seedream-4", pictureCheck: "tell" },
  ] as const) {
    const before = api.calls(costs).length;
    act(() => void getQueryClient().setQueryData(queryKey, changed));
    await waitFor(() => expect(api.calls(costs)).toHaveLength(before + 1));
  }
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
      name: "Without AI",
      description: /pictures, takes and portraits/,
    });
    await user.click(byHand);
    await user.dblClick(settings().getByRole("button", { name: "Save" }));
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
    await user.dblClick(question().getByRole("button", { name: "Delete" }));
    await answer.release();
    await screen.findByText("Story deleted!");
    expect(api.calls("DELETE /api/stories/{storyId}")).toHaveLength(1);
    await waitFor(() => expect(location.pathname).toBe("/"));
    expect(Object.keys(localStorage).join()).not.toContain(story._id);
  });

  it("plays a sound on saving, unless sounds are off, which this device remembers", async () => {
    const heard = recordTones();
    const { user, open, press, write, closed, settings, reload } = await settingsOf();
    const sounds = (checked: boolean) =>
      settings().getByRole("switch", { name: "Sounds", checked });
    const save = async (title: string) => {
      await write("Title", title);
      await press("Save");
      await closed();
    };
    sounds(true);
    await save("With a sound");
    await waitFor(() => expect(heard("saved")).toBe(1));
    await open();
    await user.click(sounds(true));
    await save("Without one");
    expect(heard("saved")).toBe(1);
    await reload();
    await open();
    sounds(false);
  });
});

/** Whether the browser would ask before this page is left. */
function asksBeforeLeaving(): boolean {
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

describe("the draft of Story Settings", () => {
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
      title: "Half a title",
      description: "Half a description",
      tags: ["owls", "half a tag"],
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
