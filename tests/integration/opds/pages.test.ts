import { Manifest } from "@readium/shared";
import sharp from "sharp";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as composing from "@/lib/media/compose";
import { storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { bubble, makeStory, person } from "../http/harness";
import * as shapes from "./document-shapes";
import { appOf, requestOpds, site } from "./opds-client";

Object.assign(env(), { APP_URL: site });
const ada = await person("ada");
const red = await sharp({
  create: { width: 900, height: 1200, channels: 3, background: "#c02040" },
})
  .png()
  .toBuffer();

afterEach(() => void vi.restoreAllMocks());

/** Two scenes of two panels: pictures of 900 px, but the last panel, which has words alone. */
async function pictured(status: "draft" | "published" = "published") {
  const made = await makeStory({ author: ada, status, scenes: 2, panels: 2, title: "In red" });
  const { id } = await storePicture(red, { origin: "model" });
  await db.panel.updateMany({
    where: { scene: { storyId: made.story.id } },
    data: { imageMediaId: id },
  });
  const last = made.scenes[1]?.panels[1];
  await db.panel.update({ where: { id: last?.id ?? "" }, data: { imageMediaId: null } });
  await db.story.update({ where: { id: made.story.id }, data: { previewMediaId: id } });
  return { ...made, storyId: made.story.id };
}

const sizeOf = async (bytes: Buffer) => {
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height };
};

describe("the manifest of a story", () => {
  it("has the cover and each panel in reading order, with sizes, words and scenes", async () => {
    const { storyId, scenes } = await pictured();
    await db.panel.update({
      where: { id: scenes[1]?.panels[0]?.id ?? "" },
      data: { altText: "" },
    });
    const { json, type } = await requestOpds(`/opds/stories/${storyId}/manifest.json`);
    expect(type).toBe("application/divina+json; charset=utf-8");
    const { readingOrder, toc, metadata } = shapes.divina.parse(json);
    expect(metadata.numberOfPages).toBe(5);
    expect(readingOrder.map(({ title }) => title)).toEqual([
      "Cover of In red",
      "Mara climbs, step 1",
      "Mara climbs, step 2",
      "Scene 2, panel 1",
      "Mara climbs, step 2",
    ]);
    expect(toc.map(({ title }) => title)).toEqual(["Scene 1", "Scene 2"]);
    expect(toc.map(({ href }) => href)).toEqual([readingOrder[1]?.href, readingOrder[3]?.href]);
    const known = Manifest.deserialize(json);
    expect(known?.metadata.title?.getTranslation()).toBe("In red");
    expect(known?.readingOrder.items[0]?.rels?.has("cover")).toBe(true);
    // Each picture is there, and as large as it was told.
    for (const { href, width, height } of readingOrder) {
      const { status, bytes } = await requestOpds(href);
      expect(status).toBe(200);
      expect(await sizeOf(bytes)).toEqual({ format: "jpeg", width, height });
    }
  });
});

describe("pages of a story", () => {
  it("have their bubbles, and the mark of pictures that a model made", async () => {
    const { storyId, scenes } = await pictured();
    const first = scenes[0]?.panels[0]?.id ?? "";
    await db.panel.update({ where: { id: first }, data: { textBubbles: [] } });
    const bare = await requestOpds(`/opds/stories/${storyId}/pages/1`);
    await db.panel.update({ where: { id: first }, data: { textBubbles: [bubble("Hold on!")] } });
    const lettered = await requestOpds(`/opds/stories/${storyId}/pages/1`);
    expect(lettered.headers.get("etag")).not.toBe(bare.headers.get("etag"));
    expect(lettered.bytes.equals(bare.bytes)).toBe(false);
    for (const { bytes } of [
      bare,
      lettered,
      await requestOpds(`/opds/stories/${storyId}/pages/0`),
    ]) {
      expect((await sharp(bytes).metadata()).xmpAsString).toContain("trainedAlgorithmicMedia");
    }
  });

  it("of a story that is not for training say so to crawlers, its cover too", async () => {
    const { storyId } = await pictured();
    const robots = async (page: number) =>
      (await requestOpds(`/opds/stories/${storyId}/pages/${page}`)).headers.get("x-robots-tag");
    expect([await robots(0), await robots(1)]).toEqual([null, null]);
    expect((await ada.put(`/stories/${storyId}`, { noTraining: true })).status).toBe(200);
    expect([await robots(0), await robots(1)]).toEqual(["noai, noimageai", "noai, noimageai"]);
  });

  it("come in the requested width, of a few, and are never enlarged", async () => {
    const { storyId } = await pictured();
    for (const [asked, width] of [
      ["480", 480],
      ["500", 480],
      ["899", 800],
      ["1", 160],
      ["900", 900],
      ["1000000000000000000000", 900],
      ["{maxWidth}", 900],
      ["", 900],
      ["0", 900],
      ["-5", 900],
      ["1e3", 900],
    ] as const) {
      const { status, bytes } = await requestOpds(
        `/opds/stories/${storyId}/pages/1?width=${asked}`,
      );
      expect(status, asked).toBe(200);
      expect((await sizeOf(bytes)).width, asked).toBe(width);
    }
  });

  it("crop a cover that is a strip, which apps would squash", async () => {
    const { storyId } = await pictured();
    const strip = await sharp(red).resize(400, 6000, { fit: "fill" }).png().toBuffer();
    const { id } = await storePicture(strip, { origin: "model" });
    await db.story.update({ where: { id: storyId }, data: { previewMediaId: id } });
    const { json } = await requestOpds(`/opds/stories/${storyId}`);
    for (const { href, width, height } of json.images.slice(0, 2)) {
      expect(height).toBe(2 * width);
      expect(await sizeOf((await requestOpds(href)).bytes)).toEqual({
        format: "jpeg",
        width,
        height,
      });
    }
  });

  it("that there are not are not found", async () => {
    const { storyId } = await pictured();
    expect((await requestOpds(`/opds/stories/${storyId}/pages/4`)).status).toBe(200);
    for (const [page, status] of [
      ["5", 404],
      ["99999", 404],
      ["-1", 404],
      ["1.5", 404],
      ["999999", 404],
      ["{pageNumber}", 404],
      ["%00", 404],
    ] as const) {
      const answer = await requestOpds(`/opds/stories/${storyId}/pages/${page}`);
      expect(answer.status, page).toBe(status);
      expect(answer.json.message.length).toBeGreaterThan(10);
    }
  });

  it("answer 304 to a client that has them, and are drawn once for many", async () => {
    const { storyId } = await pictured();
    const address = `/opds/stories/${storyId}/pages/2?width=640`;
    const drawing = vi.spyOn(composing, "compose");
    const all = await Promise.all(Array.from({ length: 12 }, () => requestOpds(address)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(all.every(({ bytes }) => bytes.equals(all[0]?.bytes ?? Buffer.of()))).toBe(true);
    const etag = all[0]?.headers.get("etag") ?? "";
    const again = await requestOpds(address, { headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect(again.headers.get("cache-control")).toBe("public, max-age=300");
    expect(drawing).toHaveBeenCalledTimes(1);
    await requestOpds(`/opds/stories/${storyId}/pages/2?width=700`);
    expect(drawing).toHaveBeenCalledTimes(1);
  });

  it("are limited by the drawing that they need", async () => {
    const { storyId } = await pictured();
    const peer = "192.0.2.78";
    await db.rateLimit.create({
      data: {
        key: `opds-pages:address:${peer}`,
        hits: 240,
        resetAt: new Date(Date.now() + 60_000),
      },
    });
    const { status, headers } = await requestOpds(`/opds/stories/${storyId}/pages/1?width=320`, {
      headers: { "x-inkwright-peer": peer },
    });
    expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
  });

  it("of a draft are for its author's app alone, and stay out of shared caches", async () => {
    const { storyId } = await pictured("draft");
    const app = await appOf(ada);
    const address = `/opds/stories/${storyId}/pages/1`;
    expect((await requestOpds(address)).status).toBe(404);
    const own = await requestOpds(address, { headers: app.headers });
    expect(own.status).toBe(200);
    expect(own.headers.get("cache-control")).toBe("private, no-cache");
    expect(own.headers.get("access-control-allow-origin")).toBeNull();
    expect((await requestOpds(address)).status).toBe(404);
  });
});
