import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { StoryHeader } from "@/components/studio/story-header";
import { type DemoNotice, demoNoticeOf } from "@/lib/stories/ai-disclosure";
import type { Story } from "@/lib/stories/schema";
import { expectAccessible } from "../support/accessibility";
import { aScene, aStory, storyId, testId, testUser } from "../support/builders";
import { render } from "../support/render";
import { router } from "../support/router";
import { server } from "../support/server";
import { renderWorkspace } from "../support/workspace";

const long =
  "A keeper, a bell and a sea that comes back every night. Nobody in the town remembers who hung the bell, and nobody dares to take it down, until a girl with a saw arrives on the last ferry of the year and asks why.";
const scenes = [aScene(1, 2)];
const published: Partial<Story> = { status: "published", publishedAt: "2026-11-02T08:00:00.000Z" };

async function header(changes: Partial<Story>, demoNotice: DemoNotice | null = null) {
  server({ "GET /api/likes/stories/{storyId}": { data: { likeCount: 0, isLikedByUser: false } } });
  const none = () => {};
  const story = aStory({ scenes, ...changes });
  return render(
    <StoryHeader
      story={story}
      demoNotice={demoNotice}
      onSettings={none}
      onPublish={none}
      onBooks={none}
    />,
    { viewer: testUser() },
  );
}

describe("the header of a story in the workspace", () => {
  it("has title, folded description, author, likes and settings", async () => {
    const { api, user } = await renderWorkspace(aStory({ scenes, description: long }));
    screen.getByRole("heading", { level: 1, name: "The Long Tide" });
    screen.getByText("Draft");

    // Folded at 160 characters.
    const rest = screen.getByText(/and asks why/);
    const isFolded = () => rest.style.display === "none";
    expect(isFolded()).toBe(true);
    expect(rest.textContent).toBe(long.slice(160));
    expect(rest.parentElement?.textContent).toBe(`${long}… Read more`);
    // The author may write from right to left.
    expect(rest.parentElement?.dir).toBe("auto");
    await user.click(screen.getByRole("button", { name: "Read more" }));
    expect(isFolded()).toBe(false);
    await user.click(screen.getByRole("button", { name: "Show less" }));
    expect(isFolded()).toBe(true);

    expect(screen.getByRole("link", { name: "Ada" }).getAttribute("href")).toBe("/user/ada");
    screen.getByText("November 1, 2026");

    const like = "POST /api/likes/stories/{storyId}";
    api.answer({ [like]: { data: { likeCount: 1, isLikedByUser: true } } });
    await user.click(await screen.findByRole("button", { name: "Like: 0 likes" }));
    await screen.findByRole("button", { name: "Like: 1 like", pressed: true });
    api.answer({ "GET /api/stories/tags": [] });
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await screen.findByRole("dialog", { name: "Story Settings" });
  });

  it.each([
    [false, false, false, null],
    [true, true, true, "Demo studio"],
    [true, false, false, "Demo studio: texts"],
    [false, true, true, "Demo studio: pictures and videos"],
  ])("labels what the demo studio makes: %j %j %j", async (texts, pictures, videos, label) => {
    await header({}, demoNoticeOf({ texts, pictures, videos }));
    const badge = screen.queryByTitle(
      /^(Texts|Pictures and videos).* are made on this server, without an AI model\.$/,
    );
    expect(badge?.textContent ?? null).toBe(label);
  });

  it("leads to the reader once the story is published", async () => {
    const { user } = await header(published);
    screen.getByRole("button", { name: "Published" });
    await user.click(screen.getByRole("link", { name: "Read Story" }));
    expect(router.href).toBe(`/story/${storyId}/read`);
  });

  it("makes a published story a draft again, after a question", async () => {
    const story = aStory({ scenes, ...published });
    const { api, user } = await renderWorkspace(story);
    const save = "PUT /api/stories/{storyId}";
    const draft = { ...story, status: "draft", version: 2 };
    api.answer({ [save]: draft, "GET /api/stories/{storyId}": draft });
    await user.click(screen.getByRole("button", { name: "Unpublish" }));
    const question = within(screen.getByRole("alertdialog"));
    await user.dblClick(question.getByRole("button", { name: "Unpublish" }));
    await screen.findByText("Unpublished. Only you can see it now.");
    expect(api.sent(save)).toEqual([{ status: "draft", version: 1 }]);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Publish" })),
    );
    expect(screen.queryByRole("button", { name: "Unpublish" })).toBeNull();
  });

  it("shows the likes of each scene", async () => {
    const liked = { likeStats: { likeCount: 1, isLikedByUser: false } };
    await renderWorkspace(aStory({ scenes: [aScene(1, 1), aScene(2, 1, liked)], ...published }));
    expect(screen.getByRole("region", { name: /^Scene 2/ }).textContent).toContain("1 like");
    expect(screen.getByRole("region", { name: /^Scene 1/ }).textContent).not.toContain("like");
  });

  it("folds no description of 160 characters", async () => {
    await header({ description: "x".repeat(160) });
    screen.getByText("x".repeat(160));
    expect(screen.queryByRole("button", { name: "Read more" })).toBeNull();
  });

  it.each([
    [
      { originalStoryId: { _id: testId("9"), title: "The First Bell", author: "Ida" } },
      "Remixed from The First Bell by Ida",
    ],
    [
      { originalStoryDeleted: true, originalStoryTitle: "The First Bell" },
      "Remixed from The First Bell (original story no longer available)",
    ],
    [{}, "This is a remix (original source unknown)"],
  ])("says where a remix comes from, in three forms: %j", async (of, note) => {
    await header({ isRemix: true, ...of });
    screen.getByText((_, element) => element?.tagName === "P" && element.textContent === note);
    const link = screen.queryByRole("link", { name: "The First Bell" });
    expect(link?.getAttribute("href")).toBe(
      "originalStoryId" in of ? `/story/${testId("9")}/read` : undefined,
    );
  });
});

it("a story without scenes begins with an invitation, and has no link to the reader", async () => {
  await renderWorkspace(aStory());
  screen.getByRole("heading", { name: "Let's get started!" });
  expect(screen.queryByRole("link", { name: "Read Story" })).toBeNull();
  expect(screen.getByRole("button", { name: "Publish" })).toHaveProperty("disabled", true);
  screen.getByRole("button", { name: "Characters (0)" });
  await expectAccessible();
});
