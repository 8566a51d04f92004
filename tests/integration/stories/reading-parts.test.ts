import { describe, expect, it } from "vitest";
import { GET as getEmbed } from "@/app/embed/story/[storyId]/route";
import { GET as getOembed } from "@/app/oembed/route";
import { readSource } from "@/lib/books/source-queries";
import { readingMetadata } from "@/lib/discovery/metadata";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { cachedReadingStory } from "@/lib/stories/page-cache";
import { getReadingPart, getReadingStory } from "@/lib/stories/queries";
import { get } from "../discovery/get";
import { bubble, makeStory, type Person, person, unknownId, visitor } from "../http/harness";

const site = "https://comics.example";

Object.assign(env(), { APP_URL: site });
const ada = await person("ada", { firstName: "Ada" });
const { story } = await makeStory({ author: ada, title: "Seasons", scenes: 65, panels: 1 });
const long = story.id;
// One that a stranger never sees: it failed, and shows nothing.
const failed = { storyId: long, sceneNumber: 20 };
await db.scene.updateMany({ where: failed, data: { status: "failed" } });
await db.panel.updateMany({ where: { scene: failed }, data: { imageMediaId: null } });

const numbersOf = (story: { scenes: { sceneNumber: number }[] } | null) =>
  story?.scenes.map(({ sceneNumber }) => sceneNumber);

describe("a long story", () => {
  it("is read in parts of thirty scenes, each scene in one of them", async () => {
    const parts = await Promise.all([1, 2, 3].map((part) => getReadingPart(long, part)));
    const read = parts.flatMap(numbersOf);
    expect(read).toEqual(numbersOf(await getReadingStory(long)));
    expect(parts.map((story) => story?.scenes.length)).toEqual([29, 30, 5]);
    expect(parts.map((story) => story?.part.total)).toEqual([3, 3, 3]);
    expect(parts[0]?.part.counts).toHaveLength(64);
    expect(parts[2]?.part.counts.at(-1)).toEqual({ number: 65, panels: 1 });
  });

  it("has no more parts than it needs, and none as a draft", async () => {
    for (const part of [0, 4, 99]) expect(await getReadingPart(long, part)).toBeNull();
    const { story } = await makeStory({ author: ada, scenes: 1 });
    expect(await getReadingPart(story.id, 1)).toMatchObject({ part: { number: 1, total: 1 } });
    expect(await getReadingPart(story.id, 2)).toBeNull();
    const { story: draft } = await makeStory({ author: ada, status: "draft", scenes: 31 });
    expect(await getReadingPart(draft.id, 1)).toBeNull();
    expect(await getReadingPart(unknownId, 1)).toBeNull();
    expect(await getReadingPart("no-id", 1)).toBeNull();
  });

  it("has the same share picture for every part", async () => {
    const [first, second] = await Promise.all([1, 2].map((part) => cachedReadingStory(long, part)));
    if (!first || !second) throw new Error("Parts are missing");
    const whole = readingMetadata(first);
    const part = readingMetadata(first, second.part);
    expect(part.openGraph?.images).toEqual(whole.openGraph?.images);
    expect([whole.title, part.title]).toEqual(["Seasons by Ada", "Seasons, Scenes 31–60, by Ada"]);
    expect([whole.alternates?.canonical, part.alternates?.canonical]).toEqual([
      `${site}/story/${long}/read`,
      `${site}/story/${long}/read/2`,
    ]);
  });

  it("is embedded with its first part, or with any one scene", async () => {
    const embed = (query = "") => get(getEmbed, `/embed/story/${long}${query}`, { storyId: long });
    const scenesIn = (text: string) => text.match(/<section /g)?.length;
    expect(scenesIn((await embed()).text)).toBe(29);
    const one = await embed("?scene=64");
    expect(scenesIn(one.text)).toBe(1);
    expect(one.text).toContain(`href="${site}/story/${long}/read/3#scene-64"`);
    expect((await embed("?scene=20")).status).toBe(404);
    const url = encodeURIComponent(`${site}/story/${long}/read/3?scene=64`);
    expect((await get(getOembed, `/oembed?url=${url}`)).status).toBe(200);
  });
});

it("an empty frame is shown to editors of the story only, and counted nowhere", async () => {
  const { story, scenes } = await makeStory({ author: ada, scenes: 2, panels: 3 });
  const [, second] = scenes;
  const picture = { imageMediaId: null };
  const emptied = { scene: { storyId: story.id }, panelNumber: { in: [2, 3] } };
  await db.panel.updateMany({ where: emptied, data: picture });
  // The second has words, the third nothing.
  const third = { scene: { storyId: story.id }, panelNumber: 3 };
  await db.panel.updateMany({ where: third, data: { textBubbles: [] } });
  await db.panel.updateMany({
    where: { sceneId: second?.id ?? "" },
    data: { ...picture, textBubbles: [] },
  });
  const read = await getReadingPart(story.id, 1);
  expect(read?.scenes.map(({ panels }) => panels.map((it) => it.panelNumber))).toEqual([
    [1, 2],
    [],
  ]);
  expect(read?.part.counts).toEqual([{ number: 1, panels: 2 }]);
  const asked = async (as: Person | null) => {
    const { body } = await (as ?? visitor).get(`/stories/${story.id}`);
    return body.data.scenes.map((scene: { panels: object[] }) => scene.panels.length);
  };
  expect(await asked(ada)).toEqual([3, 3]);
  expect(await asked(null)).toEqual([2, 0]);
  const framed = await get(getEmbed, `/embed/story/${story.id}`, { storyId: story.id });
  expect(framed.text.match(/<figure>/g)).toHaveLength(2);
  const book = await readSource("maker", story.id);
  expect(book.scenes.map(({ panels }) => panels.map((it) => it.panelNumber))).toEqual([[1, 2]]);
});

it("a panel's bubbles hold 3,000 characters in total, and not one more", async () => {
  const { story, scenes } = await makeStory({ author: ada });
  const save = (lengths: number[]) =>
    ada.put(`/scenes/${scenes[0]?.id}/panels/1`, {
      textBubbles: lengths.map((length, id) => ({ ...bubble("x".repeat(length)), id: `b${id}` })),
    });
  const full = await save([500, 500, 500, 500, 500, 500]);
  expect(full.status).toBe(200);
  const more = await save([500, 500, 500, 500, 500, 500, 1]);
  expect([more.status, more.text]).toEqual([400, expect.stringContaining("3000 characters")]);
  const { scenes: kept } = (await getReadingStory(story.id)) ?? { scenes: [] };
  expect(kept[0]?.panels[0]?.textBubbles).toHaveLength(6);
});
