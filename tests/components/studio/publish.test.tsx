import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { EmbedStory } from "@/components/studio/publishing/embed-story";
import type { Scene } from "@/lib/scenes/schema";
import type { Story, UpdateStoryInput } from "@/lib/stories/schema";
import { expectAccessible } from "../support/accessibility";
import { aPanel, aScene, aStory, testId, testUser } from "../support/builders";
import { fill, render } from "../support/render";
import { type Call, emitStoryChange, failWith } from "../support/server";
import { renderWorkspace } from "../support/workspace";
import { panel, reload, sheet, storyAddress, storyOf } from "./workspace";
import "../support/popover";

const save = "PUT /api/stories/{storyId}";
const draft = "becomes a draft: only you will see it";
const published = { status: "published", publishedAt: "2026-11-02T08:00:00.000Z" } as const;
const button = (name: string) => screen.getByRole("button", { name });

/** At a server that keeps the story. */
async function at(begun: Story) {
  let kept = begun;
  const change = (changes: Partial<Story>) => {
    kept = { ...kept, ...changes, version: kept.version + 1 };
    return kept;
  };
  const workspace = await renderWorkspace(begun, {
    "GET /api/stories/tags": [],
    [storyAddress]: () => kept,
    [save]: ({ body }: Call) => {
      const { version: _, ...changes } = body as UpdateStoryInput;
      return change(changes as Partial<Story>);
    },
  });
  const sheetOf = async (name: string, title: string) => {
    await workspace.user.click(button(name));
    return within(await screen.findByRole("dialog", { name: title }));
  };
  const open = () => sheetOf("Publish", "Publish your story");
  return { ...workspace, story: () => kept, change, open };
}
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

describe("the publishing sheet", () => {
  it("shares the link with the device's share sheet, where it has one", async () => {
    const shared: unknown[] = [];
    const share = async (data: unknown) => void shared.push(data);
    Object.defineProperty(navigator, "share", { configurable: true, value: share });
    const begun = storyOf([1], published);
    const { user } = await at(begun);
    await user.click(button("Published"));
    // The sheet is lazy: a busy machine takes long to load it for the first time.
    await user.click(await screen.findByRole("button", { name: "Share" }, { timeout: 20_000 }));
    expect(screen.queryByRole("link", { name: "WhatsApp" })).toBeNull();
    const url = `${location.origin}/story/${begun._id}/read`;
    expect(shared).toEqual([{ title: "The Long Tide", url }]);
    Reflect.deleteProperty(navigator, "share");
  });

  it("does not publish by Enter, and lets a chosen cover be removed", async () => {
    const { user, story, change, open } = await at(storyOf([2]));
    const dialog = await open();
    const tags = dialog.getByLabelText("Tags");
    await fill(user, tags, "noir");
    // A browser sends a form at Enter, unless it is kept from that.
    const isKept = (field: Element) => !fireEvent.keyDown(field, { key: "Enter" });
    for (let presses = 0; presses < 3; presses += 1) expect(isKept(tags)).toBe(true);
    expect(isKept(dialog.getByLabelText("Title"))).toBe(true);
    expect(isKept(dialog.getByRole("radio", { name: "Everyone" }))).toBe(true);
    await user.click(dialog.getByRole("img", { name: "Scene 1, panel 2" }));
    screen.getByRole("dialog", { name: "Publish your story" });
    expect(story().status).toBe("draft");
    await user.keyboard("{Escape}");
    await closed();

    const scenes = story().scenes.map((one) => ({ ...one, panels: one.panels.slice(0, 1) }));
    change({ scenes });
    await emitStoryChange(story()._id);
    await waitFor(() => expect(within(sheet(1)).getAllByRole("img")).toHaveLength(1));
    const again = await open();
    await user.click(again.getByRole("button", { name: "Publish" }));
    const glad = within(await screen.findByRole("dialog", { name: "Your story is published" }));
    glad.getByText("It is out!");
    expect(glad.getByRole("link", { name: "Read it as a visitor" }).getAttribute("href")).toBe(
      `/story/${story()._id}/read`,
    );
    expect(story()).toMatchObject({ status: "published", tags: ["noir"], coverPanelId: null });
    // All of it is saved: nothing comes back, and the browser does not ask before the page is left.
    const leave = new Event("beforeunload", { cancelable: true });
    expect(window.dispatchEvent(leave)).toBe(true);
    const later = await reload(story());
    await later.user.click(button("Published"));
    await screen.findByRole("button", { name: "Done" });
    expect(screen.queryByText("Your unsaved changes are back.")).toBeNull();
  });

  it("says that the administrator's rating stays where another one is chosen", async () => {
    const { api, user, open } = await at(storyOf([1], { rating: "mature" }));
    const message = "The administrator has marked this story as mature.";
    const refusal = failWith("validation_failed", message, {
      errors: [{ field: "rating", message }],
    });
    api.answer({ [save]: refusal });
    const dialog = await open();
    await user.click(dialog.getByRole("radio", { name: "Everyone" }));
    await user.click(dialog.getByRole("button", { name: "Publish" }));
    const rating = dialog.getByRole("group", { name: "Content rating" });
    await within(rating).findByText(message);
    expect(api.sent(save)).toMatchObject([{ rating: "everyone" }]);
  });
});

describe("the last picture of a published story", () => {
  it("unpublishes the story when its scene is deleted, after a warning", async () => {
    const workspace = await at(storyOf([1, 1], published));
    const { api, user, story, change } = workspace;
    api.answer({
      "DELETE /api/scenes/{sceneId}": ({ params }: Call) => {
        const left = story().scenes.filter(({ _id }) => _id !== params.sceneId);
        const scenes = left.map((one, index) => ({ ...one, sceneNumber: index + 1 }));
        change({ scenes, ...(scenes.length === 0 && { status: "draft", publishedAt: null }) });
        return { message: "Scene deleted" };
      },
    });
    const remove = async (isLast: boolean) => {
      await user.click(within(sheet(1)).getByRole("button", { name: "Edit scene" }));
      await user.click(await screen.findByRole("button", { name: "Delete Scene" }));
      const question = screen.getByRole("alertdialog");
      expect(question.textContent?.includes(draft)).toBe(isLast);
      await user.click(within(question).getByRole("button", { name: "Delete" }));
      await closed();
    };
    await remove(false);
    button("Published");
    await remove(true);
    await screen.findByText("Draft");
    expect(button("Publish")).toHaveProperty("disabled", true);
  });

  it("unpublishes the story when its panel is removed, with a warning before and a message after", async () => {
    const begun = storyOf([1], published);
    // Another panel beside it, which shows nothing yet.
    const empty = aPanel(2, { _id: testId("39"), hasImage: false, imageUrl: null });
    const [scene] = begun.scenes.map((one) => ({ ...one, panels: [...one.panels, empty] }));
    const workspace = await at({ ...begun, scenes: [scene as Scene] });
    const { api, user, change } = workspace;
    const left = { ...(scene as Scene), panels: [{ ...empty, panelNumber: 1 }], version: 2 };
    api.answer({
      "DELETE /api/scenes/{sceneId}/panels/{panelNumber}": () => {
        change({ scenes: [left], status: "draft", publishedAt: null });
        return left;
      },
      "POST /api/scenes/{sceneId}/panels": () => {
        change({ scenes: [scene as Scene] });
        return scene;
      },
    });
    const removal = async (number: number) => {
      await user.click(within(panel(1, number)).getByRole("button", { name: "Panel actions" }));
      return screen.findByRole("menuitem", { name: /^Remove this panel/ });
    };
    expect((await removal(2)).textContent).not.toContain(draft);
    await user.keyboard("{Escape}");
    const last = await removal(1);
    expect(last.textContent).toContain(draft);
    await user.click(last);
    await screen.findByText(/your story is a draft now$/);
    await screen.findByText("Draft");
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(button("Publish")).toHaveProperty("disabled", false));
    const undone = await screen.findByText("Undone");
    expect(undone.closest("li")?.textContent).toContain("Your story is still a draft.");
  });
});

it("a frame of a story with parts is said to show the first", async () => {
  const story = aStory({ status: "published", scenes: [aScene(1), aScene(31)] });
  const { user } = await render(<EmbedStory story={story} />, { viewer: testUser() });
  await user.click(screen.getByText("Embed on your website"));
  const chosen = screen.getByRole("combobox", { name: "Scenes" });
  expect(chosen.textContent).toContain("Scenes 1–30, and a link to the rest");
});

it("the frame of one scene is chosen in the publishing sheet", async () => {
  const scenes = [aScene(1), aScene(2, 2)];
  const story = aStory({ title: 'The "Lamp"', status: "published", scenes });
  const { user } = await render(<EmbedStory story={story} />, { viewer: testUser() });
  await user.click(screen.getByText("Embed on your website"));
  const code = screen.getByLabelText<HTMLInputElement>("Embed code");
  const src = `${location.origin}/embed/story/${story._id}`;
  expect(code.value.startsWith(`<iframe src="${src}"`)).toBe(true);
  await expectAccessible();
  await user.click(screen.getByRole("combobox", { name: "Scenes" }));
  await user.click((await screen.findAllByRole("option"))[2] as HTMLElement);
  expect(code.value).toMatch(new RegExp(`^<iframe src="${src}\\?scene=2" .*</iframe>$`));
  await user.click(screen.getByRole("button", { name: "Copy the code" }));
  expect(await navigator.clipboard.readText()).toContain('title="The &quot;Lamp&quot;"');
});
