import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { getPublicProfile } from "@/lib/stories/feed/profile-queries";
import { placeholderDescription, storyDefaults } from "@/lib/stories/story-defaults";
import { countQueries, makeStory, type Person, person, visitor } from "../http/harness";

const profile = (username: string, as: Person | null = null) =>
  (as ?? visitor).get(`/users/${username}`);

describe("a profile", () => {
  it("shows published stories to others and drafts to their author, with figures to match", async () => {
    const ada = await person("ada", { firstName: "Ada", lastName: "Lovelace" });
    await makeStory({ author: ada, scenes: 2, panels: 3, publishedAt: new Date("2026-01-01") });
    await makeStory({ author: ada, status: "draft", scenes: 1, panels: 2 });
    const open = (await profile(ada.username.toUpperCase())).body.data;
    expect(open.user).toMatchObject({
      username: ada.username,
      firstName: "Ada",
      lastName: "Lovelace",
    });
    expect(open.user).not.toHaveProperty("email");
    expect(open.stories).toHaveLength(1);
    expect(open.stats).toEqual({
      totalStories: 1,
      publishedStories: 1,
      totalScenes: 2,
      totalPanels: 6,
    });
    const own = (await profile(ada.username, ada)).body.data;
    expect(own.stories).toHaveLength(2);
    expect(own.stats).toEqual({
      totalStories: 2,
      publishedStories: 1,
      unlistedStories: 0,
      totalScenes: 3,
      totalPanels: 8,
    });
    expect((await countQueries(() => getPublicProfile(ada.username))).count).toBe(2);
  });

  it("counts unlisted stories for its author, but no untouched draft", async () => {
    const ada = await person("ada");
    const { story } = await makeStory({ author: ada, publishedAt: new Date("2026-01-01") });
    await db.story.update({ where: { id: story.id }, data: { rating: "mature" } });
    const { title, aspectRatio } = storyDefaults;
    const body = { title, aspectRatio, description: placeholderDescription };
    expect((await ada.post("/stories", body)).status).toBe(201);
    const { stats, pagination } = (await profile(ada.username, ada)).body.data;
    expect(stats).toMatchObject({ totalStories: 1, publishedStories: 1, unlistedStories: 1 });
    expect(pagination.total).toBe(2);
  });

  it("names the account that could not be found", async () => {
    const { status, body } = await profile("nobody-at-all");
    expect(status).toBe(404);
    expect(body.message).toBe('The user "nobody-at-all" could not be found.');
  });

  it("ends at page 50, and says where to find the rest", async () => {
    const ada = await person("ada");
    const ask = (page: number) => visitor.get(`/users/${ada.username}?page=${page}`);
    expect((await ask(50)).status).toBe(200);
    const beyond = await ask(51);
    expect(beyond.status).toBe(400);
    expect(beyond.body.message).toContain(`/api/stories?author=${ada.username}`);
  });

  it("has empty counts for a new account", async () => {
    const fresh = await person("fresh");
    expect((await profile(fresh.username)).body.data).toMatchObject({
      stories: [],
      stats: { totalStories: 0, publishedStories: 0, totalScenes: 0, totalPanels: 0 },
    });
  });
});
