import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { GET } from "@/app/(public)/story/[storyId]/og/[file]/route";
import { drawSharePicture } from "@/lib/discovery/share-picture";
import { drawingRateLimit } from "@/lib/discovery/share-picture-service";
import { shareSubject, shareVersion } from "@/lib/discovery/share-picture-version";
import { storePicture } from "@/lib/media/service";
import { sweepMedia } from "@/lib/media/sweep-service";
import { readOrigin } from "@/lib/media/xmp.mjs";
import { hashPassword } from "@/lib/platform/auth/password";
import { db } from "@/lib/platform/db";
import { enforceRateLimit } from "@/lib/platform/rate-limit";
import { storage } from "@/lib/platform/storage";
import { getReadingStory } from "@/lib/stories/queries";
import { makeStory, person, unknownId } from "../http/harness";

const ada = await person("ada", { firstName: "Ada", lastName: "Lovelace" });
const red = await sharp({ create: { width: 300, height: 400, channels: 3, background: "#c02040" } })
  .png()
  .toBuffer();

async function drawnStory(setup: { status?: "draft" | "published"; title?: string } = {}) {
  const { story, scenes } = await makeStory({ author: ada, ...setup });
  const { id } = await storePicture(red, { origin: "model" });
  await db.panel.updateMany({
    where: { sceneId: scenes[0]?.id ?? "" },
    data: { imageMediaId: id },
  });
  return story;
}

const versionOf = async (storyId: string) => {
  const story = await getReadingStory(storyId);
  return story ? shareVersion(shareSubject(story)) : "0".repeat(24);
};

async function picture(storyId: string, version: string, headers: Record<string, string> = {}) {
  const file = `${version}.jpg`;
  const request = new Request(`http://comics.test/story/${storyId}/og/${file}`, {
    headers: { "x-inkwright-peer": "192.0.2.1", ...headers },
  });
  const response = await GET(request, { params: Promise.resolve({ storyId, file }) });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

const shown = (bytes: Uint8Array) => ({
  bytes,
  mediaType: "image/jpeg",
  path: "/media/none.jpg",
  title: "a panel",
});

describe("the share picture of a story", () => {
  it("is a marked JPEG of 1200 × 630 below 300 kB, drawn once for all requests", async () => {
    const story = await drawnStory();
    const version = await versionOf(story.id);
    const asked = await Promise.all(Array.from({ length: 8 }, () => picture(story.id, version)));
    for (const { status, headers } of asked) {
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("image/jpeg");
      expect(headers.get("cache-control")).toBe("public, max-age=3600");
    }
    const bytes = asked[0]?.bytes ?? Buffer.alloc(0);
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: "jpeg",
      width: 1200,
      height: 630,
    });
    expect(bytes.byteLength).toBeLessThan(300_000);
    expect(readOrigin(bytes)).toBe("model");
    // The panels are on it.
    const { data } = await sharp(bytes)
      .extract({ left: 600, top: 200, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(Math.abs((data[0] ?? 0) - 0xc0)).toBeLessThan(12);

    const [row, ...others] = await db.sharePicture.findMany({ where: { storyId: story.id } });
    expect(others).toEqual([]);
    expect(row?.version).toBe(version);
    const etag = asked[0]?.headers.get("etag") ?? "";
    expect((await picture(story.id, version, { "if-none-match": etag })).status).toBe(304);
    // The sweep keeps it as long as the story exists.
    await db.mediaObject.updateMany({ data: { createdAt: new Date("2026-01-01") } });
    await sweepMedia();
    expect((await picture(story.id, version)).status).toBe(200);
  });

  it("changes its address with the title, and earlier addresses redirect to it", async () => {
    const story = await drawnStory();
    const before = await versionOf(story.id);
    await picture(story.id, before);
    await db.story.update({ where: { id: story.id }, data: { title: "Another title" } });
    const after = await versionOf(story.id);
    expect(after).not.toBe(before);
    const moved = await picture(story.id, before);
    expect(moved.status).toBe(302);
    expect(moved.headers.get("location")).toBe(`/story/${story.id}/og/${after}.jpg`);
    expect((await picture(story.id, after)).status).toBe(200);
    const rows = await db.sharePicture.findMany({ where: { storyId: story.id } });
    expect(rows.map(({ version }) => version)).toEqual([after]);
  });

  it("changes its address with each picture that it shows", async () => {
    const { story, scenes } = await makeStory({ author: ada });
    const sceneId = scenes[0]?.id ?? "";
    const versions = [await versionOf(story.id)];
    const { id } = await storePicture(red, { origin: "model" });
    await db.panel.updateMany({
      where: { sceneId, panelNumber: 2 },
      data: { imageMediaId: id },
    });
    versions.push(await versionOf(story.id));
    // The cover is chosen by itself, or taken away.
    await db.story.update({ where: { id: story.id }, data: { previewMediaId: id } });
    versions.push(await versionOf(story.id));
    await db.panel.deleteMany({ where: { sceneId, panelNumber: 2 } });
    await db.story.update({ where: { id: story.id }, data: { previewMediaId: null } });
    versions.push(await versionOf(story.id));
    expect(new Set(versions).size).toBe(4);
  });

  it("is the site's own while too many are drawn for one address", async () => {
    const crawler = { "x-inkwright-peer": "192.0.2.77" };
    for (let count = 0; count < 30; count += 1) {
      await enforceRateLimit(drawingRateLimit, "address:192.0.2.77");
    }
    const story = await drawnStory();
    const version = await versionOf(story.id);
    const { status, headers } = await picture(story.id, version, crawler);
    expect([status, headers.get("location")]).toEqual([302, "/share.jpg"]);
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await picture(story.id, version)).status).toBe(200);
  });

  it("is not found for drafts, unknown, unpublished and deleted stories", async () => {
    const draft = await drawnStory({ status: "draft" });
    const version = "0".repeat(24);
    expect((await picture(draft.id, version)).status).toBe(404);
    expect((await picture(unknownId, version)).status).toBe(404);
    const story = await drawnStory();
    const own = await versionOf(story.id);
    expect((await picture(story.id, own)).status).toBe(200);
    await ada.put(`/stories/${story.id}`, { status: "draft" });
    expect((await picture(story.id, own)).status).toBe(404);
    await ada.delete(`/stories/${story.id}`);
    expect((await picture(story.id, own)).status).toBe(404);
    expect(await db.sharePicture.count({ where: { storyId: story.id } })).toBe(0);
  });

  it("R19 is deleted with the account of its author", async () => {
    const password = "Correct-horse-1";
    const gone = await person("gone", { passwordHash: await hashPassword(password) });
    const { story } = await makeStory({ author: gone, title: "Soon gone" });
    await picture(story.id, await versionOf(story.id));
    const { media } = await db.sharePicture.findUniqueOrThrow({
      where: { storyId: story.id },
      include: { media: true },
    });
    const key = `${media.sha256}.${media.extension}`;
    expect(await storage().get(key)).not.toBeNull();
    await gone.delete("/auth/account", { password });
    expect(await db.mediaObject.count({ where: { id: media.id } })).toBe(0);
    expect(await storage().get(key)).toBeNull();
  });

  it("refuses malformed addresses", async () => {
    const story = await drawnStory();
    for (const version of ["", "x", "0".repeat(23), "../../etc", "A".repeat(24)]) {
      expect((await picture(story.id, version)).status, version).toBe(404);
    }
    expect((await picture("not-an-id", "0".repeat(24))).status).toBe(404);
  });

  it.each([
    ["short", "Hi"],
    ["of 200 letters", "The very long night in which ".repeat(7).slice(0, 200)],
    ["one endless word", "Donaudampfschifffahrtsgesellschaft".repeat(5)],
    ["right to left", "המנורה שלא כבתה לעולם"],
    ["Arabic", "مصباح الحارس الأخير"],
    ["Japanese", "灯台守と終わらない夜の長い長い物語"],
    ["Korean", "등대지기와 끝나지 않는 밤"],
    ["emoji", "👩‍👩‍👧‍👦 🏴‍☠️ 🚀 to the moon"],
    ["markup and controls", "</svg><script>alert(1)</script> & \u0007\u2028\ufffe \"'"],
    ["no font of ours", "ᚠᛇᚻ ᛒᛦᚦ ᚠᚱᚩᚠᚢᚱ"],
  ])("draws a title that is %s", async (name, title) => {
    const counts = name === "short" ? [0, 1, 2, 3] : [name.length % 4];
    for (const count of counts) {
      const { bytes, width, height } = await drawSharePicture({
        title,
        author: title,
        pictures: Array.from({ length: count }, () => shown(red)),
      });
      expect([width, height]).toEqual([1200, 630]);
      expect(bytes.byteLength).toBeLessThan(300_000);
      // Something is lettered at the left.
      const { channels } = await sharp(bytes)
        .extract({ left: 56, top: 72, width: 460, height: 120 })
        .stats();
      expect(channels[0]?.min).toBeLessThan(80);
      if (process.env.SHARE_PICTURES) {
        await sharp(bytes).toFile(`${process.env.SHARE_PICTURES}/${name}-${count}.jpg`);
      }
    }
  });

  it("stays below 300 kB for any panels", async () => {
    const noise = await sharp({
      create: {
        width: 800,
        height: 1000,
        channels: 3,
        background: "#808080",
        noise: { type: "gaussian", mean: 128, sigma: 90 },
      },
    })
      .jpeg({ quality: 95 })
      .toBuffer();
    const { bytes } = await drawSharePicture({
      title: "Noise",
      author: "Ada",
      pictures: [shown(noise)],
    });
    expect(bytes.byteLength).toBeLessThan(300_000);
  });
});
