import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { GET as getMedia } from "@/app/media/[file]/route";
import { sweepMedia } from "@/lib/media/sweep-service";
import { db } from "@/lib/platform/db";
import { replaceStorage } from "@/lib/platform/storage";
import { context } from "../../integration/generation/support";
import { makePublic } from "../../integration/media/support";
import { createTestBucket } from "./bucket";
import { bucket, keys } from "./s3-server";

const s3 = createTestBucket();

const keyFor = (digit: string) => `${digit.repeat(64)}.webp`;
const bytes = Buffer.from("0123456789");
const put = (key: string) => s3.store.put(key, { bytes, mediaType: "image/webp" });

async function keysOf(listing: AsyncIterable<{ key: string; storedAt: Date }> | undefined) {
  const found: string[] = [];
  for await (const { key, storedAt } of listing ?? []) {
    expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(60_000);
    found.push(key);
  }
  return found;
}

describe("a bucket as storage", () => {
  it("stores objects with their type, cached for a year, and returns null for missing ones", async () => {
    await put(keyFor("a"));
    await put(keyFor("a"));
    expect(s3.server.objects.get(keyFor("a"))).toMatchObject({
      type: "image/webp",
      cacheControl: "public, max-age=3600",
    });
    const got = await s3.store.get(keyFor("a"));
    expect([Buffer.from(got?.bytes ?? []), got?.mediaType]).toEqual([bytes, "image/webp"]);
    expect(await s3.store.get(keyFor("b"))).toBeNull();
    await s3.store.delete([keyFor("a"), keyFor("b")]);
    expect(await s3.store.get(keyFor("a"))).toBeNull();
    expect(s3.store.name).toBe("bucket comics");
    await s3.store.check();
  });

  it("lists all objects, page after page, without foreign ones", async () => {
    const all = [..."abcdef1"].map(keyFor).sort();
    for (const key of all) await put(key);
    const foreign = { bytes, type: "", cacheControl: "", putAt: new Date() };
    s3.server.objects.set("notes.txt", foreign);
    s3.server.objects.set("incoming/x/y", foreign);
    expect(await keysOf(s3.store.list())).toEqual(all);
    expect(await keysOf(s3.store.directUploads?.list())).toEqual(["incoming/x/y"]);
  });

  it("sends no request for an invalid key", async () => {
    expect(await s3.store.get("../../etc/passwd")).toBeNull();
    await expect(put("../x.png")).rejects.toThrow();
    expect(s3.server.calls).toEqual([]);
  });

  it("R11 is `unavailable` after retries where keys are wrong or no response comes", async () => {
    const stranger = s3.createStore({
      credentials: { ...keys, secretAccessKey: "another secret" },
    });
    await expect(stranger.get(keyFor("a"))).rejects.toMatchObject({ code: "unavailable" });
    await expect(stranger.check()).rejects.toMatchObject({ code: "unavailable" });
    // A bucket that is not there is no store whose objects are all missing.
    const unknown = s3.createStore({ bucket: "novels" });
    await expect(unknown.get(keyFor("a"))).rejects.toMatchObject({ code: "unavailable" });
    await expect(unknown.delete([keyFor("a"), keyFor("b")])).rejects.toMatchObject({
      code: "unavailable",
    });
    const nowhere = s3.createStore({ endpoint: "http://127.0.0.1:9" });
    await expect(
      nowhere.put(keyFor("a"), { bytes, mediaType: "image/webp" }),
    ).rejects.toMatchObject({ code: "unavailable" });
    s3.server.fail(1);
    await put(keyFor("a"));
    expect(s3.server.objects.has(keyFor("a"))).toBe(true);
  });

  it("R11 times out on a store that has stopped responding", async () => {
    await put(keyFor("a"));
    const hasty = s3.createStore({ timeouts: { answer: 100, piece: 150 } });
    s3.server.habits.stallsAfter = 4;
    await expect(hasty.get(keyFor("a"))).rejects.toMatchObject({ code: "unavailable" });
    const opened = await hasty.open(keyFor("a"));
    if (!opened || opened === "unsatisfiable") throw new Error("not there");
    await expect(new Response(opened.body as BodyInit).text()).rejects.toThrow();
  });
});

describe("deleting from a bucket", () => {
  const many = Array.from(
    { length: 1_003 },
    (_, index) => `${String(index).padStart(64, "0")}.webp`,
  );
  const fill = (all: string[]) => {
    for (const key of all) {
      s3.server.objects.set(key, { bytes, type: "", cacheControl: "", putAt: new Date() });
    }
  };

  it("deletes a thousand with each call", async () => {
    fill(many);
    await s3.store.delete([...many, keyFor("a")]);
    expect(s3.server.objects.size).toBe(0);
    expect(s3.server.calls).toEqual(Array(2).fill(`POST /${bucket}/`));
    await s3.store.delete([]);
    expect(s3.server.calls).toHaveLength(2);
  });

  it("deletes one by one where the store lacks the call, and remembers that", async () => {
    s3.server.habits.batches = "unknown";
    const plain = s3.createStore();
    fill(many.slice(0, 20));
    await plain.delete(many.slice(0, 10));
    await plain.delete(many.slice(10, 20));
    expect(s3.server.objects.size).toBe(0);
    expect(s3.server.calls.filter((each) => each.startsWith("POST"))).toHaveLength(1);
  });

  it("does not trust a response that names no object", async () => {
    s3.server.habits.batches = "mute";
    fill(many.slice(0, 5));
    await s3.createStore().delete(many.slice(0, 5));
    expect(s3.server.objects.size).toBe(0);
  });

  it("R12 sweeps objects without a row, however often it is stopped, and no other", async () => {
    const kept = await db.mediaObject.create({
      data: {
        sha256: "f".repeat(64),
        extension: "webp",
        mediaType: "image/webp",
        bytes: 10,
        variants: [{ key: keyFor("e"), mediaType: "image/webp", width: 1, height: 1, bytes: 1 }],
      },
    });
    const orphans = many.slice(0, 90);
    fill([...orphans, keyFor("e"), keyFor("f")]);
    for (const object of s3.server.objects.values()) {
      object.putAt = new Date(Date.now() - 25 * 3_600_000);
    }
    fill([keyFor("d")]);
    const away = s3.createStore({ endpoint: "http://127.0.0.1:9" });
    replaceStorage({ ...s3.store, delete: away.delete });
    await expect(sweepMedia()).rejects.toMatchObject({ code: "unavailable" });
    expect(s3.server.objects.size).toBe(orphans.length + 3);
    replaceStorage(s3.store);
    expect(await sweepMedia()).toMatchObject({ objects: orphans.length });
    expect([...s3.server.objects.keys()].sort()).toEqual(["d", "e", "f"].map(keyFor));
    expect(s3.server.calls.filter((each) => !each.startsWith("GET"))).toHaveLength(1);
    await db.mediaObject.delete({ where: { id: kept.id } });
  });
});

describe("serving from a bucket", () => {
  const ask = (headers: Record<string, string>, method = "GET") =>
    getMedia(
      new Request(`http://localhost:3000/media/${keyFor("c")}`, { headers, method }),
      context({ file: keyFor("c") }),
    );
  beforeEach(async () => {
    put(keyFor("c"));
    await makePublic(keyFor("c"));
  });
  afterAll(() => {
    replaceStorage(s3.store);
  });

  it("passes through the app, in ranges where they are requested", async () => {
    const response = await ask({ range: "bytes=2-4" });
    expect([response.status, await response.text()]).toEqual([206, "234"]);
    expect(response.headers.get("content-range")).toBe("bytes 2-4/10");
    expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
    const last = await ask({ range: "bytes=-3" });
    expect([last.status, await last.text()]).toEqual([206, "789"]);
    const behind = await ask({ range: "bytes=10-" });
    expect([behind.status, behind.headers.get("content-range")]).toEqual([416, "bytes */10"]);
    const head = await ask({}, "HEAD");
    expect([head.headers.get("content-length"), await head.text()]).toEqual(["10", ""]);
  });

  it("is complete from a store without ranges", async () => {
    s3.server.habits.ranges = false;
    const response = await ask({ range: "bytes=2-4" });
    expect([response.status, await response.text()]).toEqual([200, "0123456789"]);
    expect(response.headers.has("content-range")).toBe(false);
  });

  it("begins before the store has sent everything", async () => {
    s3.server.habits.stallsAfter = 4;
    const { body } = await ask({});
    const reader = body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("0123");
    await reader?.cancel();
  });

  it("uses its public address where it has one; files for scripts still come from the app", async () => {
    replaceStorage(s3.createStore({ publicBaseUrl: "https://cdn.example/comics/" }));
    for (const dest of ["image", "video"]) {
      const response = await ask({ "sec-fetch-dest": dest });
      expect([response.status, response.headers.get("location")]).toEqual([
        308,
        `https://cdn.example/comics/${keyFor("c")}`,
      ]);
      expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
    }
    for (const headers of [{}, { "sec-fetch-dest": "empty" }] as Record<string, string>[]) {
      const response = await ask(headers);
      expect([response.status, response.headers.get("vary")]).toEqual([200, "sec-fetch-dest"]);
    }
    const impossible = await getMedia(
      new Request("http://localhost:3000/media/x.svg", { headers: { "sec-fetch-dest": "image" } }),
      context({ file: "x.svg" }),
    );
    expect(impossible.status).toBe(404);
  });
});
