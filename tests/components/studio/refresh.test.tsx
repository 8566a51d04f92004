import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../support/accessibility";
import { aScene, aStory, storyId } from "../support/builders";
import { advanceTime, fakeTime, fill } from "../support/render";
import { defer, emitStoryChange, failWith, raw } from "../support/server";
import { renderWorkspace } from "../support/workspace";

const story = aStory({ scenes: [aScene(1, 2)] });
const renamed = { ...story, title: "The Short Tide" };
const address = "GET /api/stories/{storyId}";

describe("a story in the workspace that cannot be refreshed", () => {
  it("is not found where another tab has deleted it", async () => {
    const { api } = await renderWorkspace(story);
    api.answer({ [address]: failWith("not_found", "This story could not be found.") });
    await emitStoryChange(storyId);
    await screen.findByRole("heading", { name: "Story Not Found" });
    screen.getByText("The story you're looking for doesn't exist.");
    expect(screen.getByRole("link", { name: "Go Home" }).getAttribute("href")).toBe("/");
  });

  it("is still shown, marked as stale, and keeps the input", async () => {
    fakeTime();
    const { api, user } = await renderWorkspace(story);
    const box = screen.getByLabelText("What happens in the next scene?");
    await fill(user, box, "A keeper climbs the stairs of the tower");
    api.answer({ [address]: failWith("unavailable", "The database is away.") });
    await emitStoryChange(storyId);
    // It is asked for three times before.
    await advanceTime(3_000);
    const notice = await screen.findByRole("alert");
    within(notice).getByText("This story could not be refreshed");
    within(notice).getByText("The database is away.");
    within(notice).getByText("It may be out of date. Your text is kept.");
    expect(screen.getAllByRole("group", { name: /^Panel \d/ })).toHaveLength(2);
    expect(box).toHaveProperty("value", "A keeper climbs the stairs of the tower");
    await expectAccessible();
    const again = defer(renamed);
    api.answer({ [address]: again.answer });
    const retry = within(notice).getByRole("button", { name: "Try Again" });
    await user.click(retry);
    expect(retry.getAttribute("aria-busy")).toBe("true");
    await again.release();
    await screen.findByRole("heading", { name: "The Short Tide" });
    expect(screen.queryByText("This story could not be refreshed")).toBeNull();
  });

  it("asks to sign in again where the session has ended, and once more by the notice", async () => {
    const { api, user } = await renderWorkspace(story);
    const ended = failWith("unauthorized", "Please sign in");
    api.answer({
      [address]: ended,
      "GET /api/auth/me": ended,
      "POST /api/auth/logout": { message: "Signed out" },
      "GET /api/auth/providers": { providers: [] },
    });
    await emitStoryChange(storyId);
    const dialog = () => screen.findByRole("dialog", { name: "Sign in to continue" });
    await user.click(within(await dialog()).getByRole("button", { name: "Close" }));
    const notice = await screen.findByRole("alert");
    within(notice).getByText("This story could not be refreshed");
    await user.click(within(notice).getByRole("button", { name: "Sign In" }));
    await dialog();
  });

  it("shows 'Error: Invalid story data' until it is right again", async () => {
    fakeTime();
    const { api, user } = await renderWorkspace(story);
    api.answer({ [address]: raw({ success: true, data: { _id: storyId, title: 7 } }) });
    await emitStoryChange(storyId);
    await advanceTime(3_000);
    await screen.findByRole("heading", { name: "Error: Invalid story data" });
    expect(screen.getByRole("link", { name: "Go Home" }).getAttribute("href")).toBe("/");
    api.answer({ [address]: renamed });
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByRole("heading", { name: "The Short Tide" });
  });
});
