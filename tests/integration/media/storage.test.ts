import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as getMedia } from "@/app/media/[file]/route";
import { mediaVariant } from "@/lib/media/schema";
import { prepareVariants, storePicture } from "@/lib/media/service";
import { sweepMedia } from "@/lib/media/sweep-service";
import { mediaUrlOf } from "@/lib/media/urls";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { storage } from "@/lib/platform/storage";
import { createDiskStorage } from "@/lib/platform/storage/disk";
import { authorWithStory, context, pictureOf } from "../generation/support";
import { makePublic } from "./support";

const keyFor = (digit: string, extension = "webm") => `${digit.repeat(64)}.${extension}`;
const bytes = Buffer.from("0123456789");

const get = (file: string, headers: Record<string, string> = {}) =>
  getMedia(new Request(`http://localhost:3000/media/${file}`, { headers }), context({ file }));

async function allKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage().list()) keys.push(key);
  return keys.sort();
}

describe("the folder of objects", () => {
  it("returns stored objects complete, and null for missing ones", async () => {
    const key = keyFor("a");
    await storage().put(key, { bytes, mediaType: "video/webm" });
    await storage().put(key, { bytes, mediaType: "video/webm" });
    expect(await storage().get(key)).toEqual({
      bytes: new Uint8Array(bytes),
      mediaType: "video/webm",
    });
    expect(await storage().get(keyFor("b"))).toBeNull();
    await storage().delete([key, keyFor("b")]);
    expect(await storage().get(key)).toBeNull();
    expect(await readdir(path.join(env().DATA_DIR, "objects", "unfinished"))).toEqual([]);
  });

  it("never reads outside its folder", async () => {
    await expect(storage().get("../../../etc/passwd")).resolves.toBeNull();
    await expect(storage().put("../x.png", { bytes, mediaType: "image/png" })).rejects.toThrow();
  });

  it("R11 says `unavailable` where it cannot write", async () => {
    const blocked = path.join(env().DATA_DIR, "blocked");
    await writeFile(blocked, "a file where the folder should be");
    const away = createDiskStorage(blocked);
    await expect(away.check()).rejects.toMatchObject({ code: "unavailable" });
    await expect(away.put(keyFor("a"), { bytes, mediaType: "video/webm" })).rejects.toMatchObject({
      code: "unavailable",
    });
    await rm(blocked);
  });
});

describe("GET /media/<hash>.<ext>", () => {
  const key = keyFor("c");
  beforeEach(async () => {
    await storage().put(key, { bytes, mediaType: "video/webm" });
    await makePublic(key);
  });
  afterAll(async () => {
    await db.mediaObject.deleteMany({ where: { sha256: "c".repeat(64) } });
  });

  it("answers with the object, cached for an hour, and only as its stored type", async () => {
    const response = await get(key);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "public, max-age=3600",
      "content-type": "video/webm",
      "content-length": "10",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
      etag: `"${"c".repeat(64)}"`,
    });
  });

  it("responds 304 to an unchanged object", async () => {
    const response = await get(key, { "if-none-match": `W/"x", "${"c".repeat(64)}"` });
    expect([response.status, await response.text()]).toEqual([304, ""]);
  });

  it.each([
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=8-99", "89", "bytes 8-9/10"],
  ])("answers the range %s", async (range, text, header) => {
    const response = await get(key, { range });
    expect([response.status, await response.text()]).toEqual([206, text]);
    expect(response.headers.get("content-range")).toBe(header);
  });

  it("refuses a range beyond the end, and ignores one of another version", async () => {
    expect((await get(key, { range: "bytes=10-" })).status).toBe(416);
    expect((await get(key, { range: "bytes=0-1", "if-range": '"other"' })).status).toBe(200);
  });

  it.each([
    "x.png",
    "../../etc/passwd",
    `${"c".repeat(64)}.svg`,
    `${"c".repeat(64)}.html`,
    `${"C".repeat(64)}.webm`,
    `${"c".repeat(64)}`,
    keyFor("d"),
  ])("returns 404 for %s, not to be cached", async (file) => {
    const response = await get(file);
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });
});

describe("pictures", () => {
  it("are one object and one row for any number of concurrent stores", async () => {
    const source = await pictureOf("the same", 640, 480);
    const all = await Promise.all(
      Array.from({ length: 8 }, () => storePicture(source, { origin: "drawn" })),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(await db.mediaObject.count({ where: { sha256: all[0]?.sha256 } })).toBe(1);
  });

  it("that a model made say so in the file, in every encoding", async () => {
    const picture = await storePicture(await pictureOf("machine", 900, 600), { origin: "model" });
    await prepareVariants(picture.id);
    const row = await db.mediaObject.findUniqueOrThrow({ where: { id: picture.id } });
    const variants = mediaVariant.array().parse(row.variants);
    expect(variants.map(({ mediaType, width }) => [mediaType, width])).toEqual([
      ["image/webp", 320],
      ["image/webp", 512],
      ["image/webp", 800],
      ["image/webp", 900],
    ]);
    for (const key of [mediaUrlOf(row).slice(7), ...variants.map((variant) => variant.key)]) {
      const object = await storage().get(key);
      expect(Buffer.from(object?.bytes ?? []).includes("/trainedAlgorithmicMedia"), key).toBe(true);
    }
    await prepareVariants(picture.id);
    expect(await db.mediaObject.findUniqueOrThrow({ where: { id: picture.id } })).toEqual(row);
  });
});

describe("the sweep", () => {
  it("R12 leaves no object without a row and no row without an object", async () => {
    const { story } = await authorWithStory();
    const [used, unused] = await Promise.all([
      storePicture(await pictureOf("used", 700, 500), { origin: "drawn" }),
      storePicture(await pictureOf("unused", 700, 500), { origin: "drawn" }),
    ]);
    await prepareVariants(used.id);
    await prepareVariants(unused.id);
    await db.story.update({ where: { id: story.id }, data: { previewMediaId: used.id } });
    await storage().put(keyFor("e"), { bytes, mediaType: "video/webm" });

    // Recent objects stay: a request may be about to use them.
    const before = await allKeys();
    await sweepMedia();
    expect(await allKeys()).toEqual(before);

    await sweepMedia(0);
    const keys = await allKeys();
    const rows = await db.mediaObject.findMany();
    const known = rows.flatMap((row) => [
      mediaUrlOf(row).slice(7),
      ...mediaVariant
        .array()
        .parse(row.variants)
        .map(({ key }) => key),
    ]);
    expect(rows.map(({ id }) => id)).toEqual([used.id]);
    expect(keys).toEqual(known.sort());
    expect(keys.length).toBeGreaterThan(2);
    await db.story.delete({ where: { id: story.id } });
    await sweepMedia(0);
    expect([await allKeys(), await db.mediaObject.count()]).toEqual([[], 0]);
  });

  it("keeps an encoding that another picture shares", async () => {
    // An object of this very millisecond is older than that.
    const justNow = -1 / 3600;
    const { story } = await authorWithStory();
    const kept = await storePicture(await pictureOf("kept", 700, 500), { origin: "drawn" });
    await db.story.update({ where: { id: story.id }, data: { previewMediaId: kept.id } });
    const shared = keyFor("5", "webp");
    const variants = [{ key: shared, mediaType: "image/webp", width: 512, height: 366, bytes: 9 }];
    await db.mediaObject.update({ where: { id: kept.id }, data: { variants } });
    await storage().put(shared, { bytes, mediaType: "image/webp" });
    const own = { sha256: "5".repeat(64), bytes: 10, width: 512, height: 366 };
    await db.mediaObject.create({
      data: { ...own, extension: "webp", mediaType: "image/webp" },
    });
    await sweepMedia(justNow);
    expect(await db.mediaObject.count({ where: { sha256: own.sha256 } })).toBe(0);
    expect(await storage().get(shared)).not.toBeNull();

    // The other way round: the picture stays, the one that has it as an encoding goes.
    const { id } = await db.mediaObject.create({
      data: { ...own, extension: "webp", mediaType: "image/webp" },
    });
    await db.story.update({ where: { id: story.id }, data: { previewMediaId: id } });
    await sweepMedia(justNow);
    expect(await db.mediaObject.count({ where: { id: kept.id } })).toBe(0);
    expect(await storage().get(shared)).not.toBeNull();
    await db.story.delete({ where: { id: story.id } });
    await sweepMedia(justNow);
    expect([await allKeys(), await db.mediaObject.count()]).toEqual([[], 0]);
  });

  it("leaves foreign files alone", async () => {
    const folder = path.join(env().DATA_DIR, "objects", "fo", "re");
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, "notes.txt");
    await writeFile(file, "mine");
    await utimes(file, 0, 0);
    await sweepMedia(0);
    expect(await readdir(folder)).toEqual(["notes.txt"]);
  });
});

it("a slow store holds no connection to the database", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const put = vi.spyOn(storage(), "put").mockImplementation(() => held);
  try {
    const pictures = await Promise.all(
      Array.from({ length: 20 }, (_, index) => pictureOf(`waiting ${index}`)),
    );
    const storing = pictures.map((bytes) => storePicture(bytes, { origin: "model" }));
    await expect.poll(() => put.mock.calls.length, { timeout: 20_000 }).toBe(20);
    const answered = await Promise.race([
      db.story.count().then(() => "answered"),
      new Promise((resolve) => setTimeout(() => resolve("late"), 2_000)),
    ]);
    expect(answered).toBe("answered");
    release();
    await Promise.all(storing);
  } finally {
    release();
    put.mockRestore();
  }
});
