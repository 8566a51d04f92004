import { describe, expect, it } from "vitest";
import { GET as getShare } from "@/app/(public)/story/[storyId]/og/[file]/route";
import { readingMetadata } from "@/lib/discovery/metadata";
import { shareSubject, shareVersion } from "@/lib/discovery/share-picture-version";
import { db } from "@/lib/platform/db";
import { getNextStories } from "@/lib/stories/feed/next-stories-queries";
import { getReadingStory } from "@/lib/stories/queries";
import { getRemixTree } from "@/lib/stories/remix/tree-queries";
import { get } from "../discovery/get";
import { call, makeStory, person, unknownId, visitor } from "../http/harness";
import { findPublicAppearances } from "./public-appearances";

const ada = await person("ada");
const ben = await person("ben");

const put = (storyId: string, body: object, as = ada) => as.put(`/stories/${storyId}`, body);
const read = async (storyId: string) => (await ada.get(`/stories/${storyId}`)).body.data;
const total = async (key: string) => (await db.total.findUnique({ where: { key } }))?.count ?? 0;

describe("a content rating", () => {
  it("is 'everyone' by default, and one of three", async () => {
    const { story } = await makeStory({ author: ada });
    expect(await read(story.id)).toMatchObject({ rating: "everyone", coverPanelId: null });
    for (const rating of ["teen", "mature", "everyone"]) {
      expect((await put(story.id, { rating })).body.data.rating).toBe(rating);
    }
    for (const wrong of ["adult", "", null, 18, ["mature"], { $ne: "teen" }]) {
      expect((await put(story.id, { rating: wrong })).status, String(wrong)).toBe(400);
    }
    expect((await put(story.id, { rating: "teen" }, ben)).status).toBe(403);
    expect((await read(story.id)).rating).toBe("everyone");
  });

  it("mature removes a story from all lists but not its own address, and can be undone", async () => {
    const cyd = await person("cyd");
    const tag = `cellar${cyd.id.slice(-6)}`;
    const { story } = await makeStory({ author: cyd, tags: [tag] });
    const before = await total("feed");
    const everywhere = await findPublicAppearances(story.id, cyd, tag);
    expect(everywhere).toHaveLength(15);

    await put(story.id, { rating: "mature" }, cyd);
    expect(await findPublicAppearances(story.id, cyd, tag)).toEqual([]);
    expect([await total("feed"), await total(`tag:${tag}`)]).toEqual([before - 1, 0]);
    // Tags that are changed meanwhile do not bring it back.
    await put(story.id, { tags: [tag, `${tag}b`] }, cyd);
    expect(await total(`tag:${tag}b`)).toBe(0);

    const page = await getReadingStory(story.id);
    expect(page?.rating).toBe("mature");
    if (!page) return;
    const metadata = readingMetadata(page);
    expect(metadata.robots).toBe("noindex, nofollow");
    expect(JSON.stringify(metadata)).not.toMatch(/\/og\/|oembed|nobody has the key/);
    const file = `${shareVersion(shareSubject(page))}.jpg`;
    const share = await get(getShare, `/story/${story.id}/og/${file}`, { storyId: story.id, file });
    expect(share.status).toBe(404);

    // Its author sees it among their own.
    const own = await cyd.get(`/stories?author=${cyd.username}`);
    expect(own.body.data.stories).toMatchObject([{ _id: story.id, rating: "mature" }]);

    await put(story.id, { rating: "teen" }, cyd);
    expect(await findPublicAppearances(story.id, cyd, tag)).toEqual(everywhere);
    expect([await total("feed"), await total(`tag:${tag}`)]).toEqual([before, 1]);

    // Drafts count nowhere, whatever they are rated.
    await put(story.id, { status: "draft", rating: "mature" }, cyd);
    await put(story.id, { rating: "everyone" }, cyd);
    expect([await total("feed"), await total(`tag:${tag}`)]).toEqual([before - 1, 0]);
    await put(story.id, { status: "published", rating: "mature" }, cyd);
    await cyd.delete(`/stories/${story.id}`);
    expect([await total("feed"), await total(`tag:${tag}`)]).toEqual([before - 1, 0]);
  });

  it("keeps stories for adults out of recommendations", async () => {
    const eve = await person("eve");
    const one = await makeStory({ author: eve, publishedAt: new Date("2026-01-01") });
    const two = await makeStory({ author: eve, publishedAt: new Date("2026-01-02") });
    const remix = await eve.post(`/stories/${one.story.id}/remix`);
    const remixId = remix.body.data._id;
    await put(remixId, { status: "published" }, eve);
    const following = async () => (await getNextStories(one.story.id, 3)).map(({ _id }) => _id);
    const tree = async () => (await getRemixTree(one.story.id, 1))?.remixes.map(({ _id }) => _id);
    expect(await following()).toEqual([two.story.id, remixId]);
    expect(await tree()).toEqual([remixId]);
    await put(remixId, { rating: "mature" }, eve);
    expect(await following()).toEqual([two.story.id]);
    expect(await tree()).toEqual([]);
  });

  it("is copied to a remix and to the export", async () => {
    const { story, scenes } = await makeStory({ author: ada, scenes: 2 });
    const coverPanelId = scenes[0]?.panels[1]?.id;
    await put(story.id, { rating: "mature", coverPanelId });
    const params = { storyId: story.id };
    const copy = await ben.post(`/stories/${params.storyId}/remix`);
    expect(copy.body.data).toMatchObject({
      rating: "mature",
      status: "draft",
      coverPanelId: copy.body.data.scenes[0].panels[1]._id,
      previewImage: (await read(story.id)).previewImage,
    });
    // A scene by itself has it where the panel is in it.
    const parts = [];
    for (const scene of ["1", "2"]) {
      const path = "/stories/{storyId}/remix-scene/{scene}";
      const { body } = await call("POST", path, { as: ben, params: { ...params, scene } });
      parts.push(body.data);
    }
    expect(parts.map(({ coverPanelId }) => coverPanelId)).toEqual([
      parts[0].scenes[0].panels[1]._id,
      null,
    ]);
    const file = await visitor.get(`/stories/${params.storyId}/export`);
    expect(file.body.data.story).toMatchObject({ rating: "mature", coverPanelId });
  });
});

describe("a cover", () => {
  it("is any panel with a picture, and the first one again where that is deleted", async () => {
    const { story, scenes } = await makeStory({ author: ada, scenes: 2 });
    const [first, second] = scenes;
    const panel = second?.panels[1];
    const imageOf = async (id = "") =>
      (await read(story.id)).scenes
        .flatMap((scene: { panels: { _id: string; imageUrl: string }[] }) => scene.panels)
        .find(({ _id }: { _id: string }) => _id === id)?.imageUrl;
    const chosen = await put(story.id, { coverPanelId: panel?.id });
    expect(chosen.body.data).toMatchObject({
      coverPanelId: panel?.id,
      previewImage: await imageOf(panel?.id),
    });
    const subject = shareSubject(chosen.body.data);
    expect(subject.pictures).toHaveLength(3);
    expect(subject.pictures[0]).toBe(chosen.body.data.previewImage);
    await ada.delete(`/scenes/${second?.id}`);
    expect(await read(story.id)).toMatchObject({
      coverPanelId: null,
      previewImage: await imageOf(first?.panels[0]?.id),
    });
    await put(story.id, { coverPanelId: first?.panels[1]?.id });
    expect((await put(story.id, { coverPanelId: null })).body.data).toMatchObject({
      coverPanelId: null,
      previewImage: await imageOf(first?.panels[0]?.id),
    });
  });

  it("is refused with a message where it is invalid", async () => {
    const { story } = await makeStory({ author: ada });
    const other = await makeStory({ author: ada });
    const bare = await makeStory({ author: ada, pictures: false, status: "draft" });
    const message = "Please choose a panel of this story that has a picture as its cover.";
    for (const [storyId, coverPanelId] of [
      [story.id, other.scenes[0]?.panels[0]?.id],
      [bare.story.id, bare.scenes[0]?.panels[0]?.id],
      [story.id, unknownId],
      [story.id, story.id],
    ] as const) {
      const refused = await put(storyId, { coverPanelId, title: "Never" });
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({ message, errors: [{ field: "coverPanelId", message }] });
      expect((await read(storyId)).title).toBe("The Lamp Room");
    }
    for (const coverPanelId of ["1", "' OR 1=1 --", 1, {}, [unknownId]]) {
      expect((await put(story.id, { coverPanelId })).status).toBe(400);
    }
  });
});

it("the last picture of a published story takes the story back to a draft when it is deleted", async () => {
  const tag = "lighthousekeeping";
  const { story, scenes } = await makeStory({ author: ada, scenes: 2, tags: [tag] });
  const [first, second] = scenes.map(({ id }) => id);
  const remove = (sceneId = "") => ada.delete(`/scenes/${sceneId}`);
  await remove(first);
  expect(await read(story.id)).toMatchObject({ status: "published", version: 1 });
  expect(await total(`tag:${tag}`)).toBe(1);
  await remove(second);
  expect(await read(story.id)).toMatchObject({
    status: "draft",
    publishedAt: null,
    previewImage: null,
    version: 2,
  });
  expect(await total(`tag:${tag}`)).toBe(0);
  expect(await getReadingStory(story.id)).toBeNull();
  const again = await put(story.id, { status: "published" });
  expect(again.body.error.code).toBe("not_publishable");
});
