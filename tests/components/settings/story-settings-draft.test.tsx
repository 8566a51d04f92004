import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Story } from "@/lib/stories/schema";
import { submitByEnter } from "../support/render";
import { emitStoryChange } from "../support/server";
import { back, save, settingsOf } from "./settings-form";

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
