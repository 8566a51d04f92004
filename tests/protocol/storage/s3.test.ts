import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as postImage } from "@/app/api/upload/image/route";
import { POST as postTicket } from "@/app/api/upload/ticket/route";
import { GET as getMedia } from "@/app/media/[file]/route";
import { sweepMedia } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { replaceStorage } from "@/lib/platform/storage";
import { createS3Storage } from "@/lib/platform/storage/s3";
import type { Storage } from "@/lib/platform/storage/storage";
import { type Author, call, context, makeAuthor } from "../../integration/generation/support";
import { bucket, keys, type S3Server, startS3Server } from "./s3-server";

let server: S3Server;
let store: Storage;
let before: Storage;

const createStore = (settings: Partial<Parameters<typeof createS3Storage>[0]> = {}) =>
  createS3Storage({
    bucket,
    region: "eu-test-1",
    endpoint: server.url,
    forcePathStyle: true,
    credentials: keys,
    ...settings,
  });

beforeAll(async () => {
  server = await startS3Server();
  store = createStore();
  before = replaceStorage(store);
});
beforeEach(() => {
  server.objects.clear();
  server.calls.length = 0;
  Object.assign(server.habits, { batches: "known", ranges: true, stallsAfter: null });
});
afterAll(async () => {
  replaceStorage(before);
  await server.close();
});

const keyFor = (digit: string) => `${digit.repeat(64)}.webp`;
const bytes = Buffer.from("0123456789");
const put = (key: string) => store.put(key, { bytes, mediaType: "image/webp" });

async function keysOf(listing: AsyncIterable<{ key: string; storedAt: Date }> | undefined) {
  const found: string[] = [];
  for await (const { key, storedAt } of listing ?? []) {
    expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(60_000);
    found.push(key);
  }
  return found;
}

describe("a bucket as our storage", () => {
  it("keeps what was put, with its type and for a year, and knows what is not there", async () => {
    await put(keyFor("a"));
    await put(keyFor("a"));
    expect(server.objects.get(keyFor("a"))).toMatchObject({
      type: "image/webp",
      cacheControl: "public, max-age=31536000, immutable",
    });
    const got = await store.get(keyFor("a"));
    expect([Buffer.from(got?.bytes ?? []), got?.mediaType]).toEqual([bytes, "image/webp"]);
    expect(await store.get(keyFor("b"))).toBeNull();
    await store.delete([keyFor("a"), keyFor("b")]);
    expect(await store.get(keyFor("a"))).toBeNull();
    expect(store.name).toBe("bucket comics");
    await store.check();
  });

  it("lists all of it, page after page, without what was not stored by us", async () => {
    const all = [..."abcdef1"].map(keyFor).sort();
    for (const key of all) await put(key);
    const foreign = { bytes, type: "", cacheControl: "", putAt: new Date() };
    server.objects.set("notes.txt", foreign);
    server.objects.set("incoming/x/y", foreign);
    expect(await keysOf(store.list())).toEqual(all);
    expect(await keysOf(store.incoming?.list())).toEqual(["incoming/x/y"]);
  });

  it("asks for nothing that cannot be a key of ours", async () => {
    expect(await store.get("../../etc/passwd")).toBeNull();
    await expect(put("../x.png")).rejects.toThrow();
    expect(server.calls).toEqual([]);
  });

  it("R11 is `unavailable` where keys are wrong or nobody answers, and tries again before", async () => {
    const stranger = createStore({
      credentials: { ...keys, secretAccessKey: "another secret" },
    });
    await expect(stranger.get(keyFor("a"))).rejects.toMatchObject({ code: "unavailable" });
    await expect(stranger.check()).rejects.toMatchObject({ code: "unavailable" });
    // A bucket that is not there is no store whose objects are all missing.
    const unknown = createStore({ bucket: "novels" });
    await expect(unknown.get(keyFor("a"))).rejects.toMatchObject({ code: "unavailable" });
    await expect(unknown.delete([keyFor("a"), keyFor("b")])).rejects.toMatchObject({
      code: "unavailable",
    });
    const nowhere = createStore({ endpoint: "http://127.0.0.1:9" });
    await expect(
      nowhere.put(keyFor("a"), { bytes, mediaType: "image/webp" }),
    ).rejects.toMatchObject({ code: "unavailable" });
    server.fail(1);
    await put(keyFor("a"));
    expect(server.objects.has(keyFor("a"))).toBe(true);
  });

  it("R11 does not wait for a store that has fallen silent", async () => {
    await put(keyFor("a"));
    const hasty = createStore({ patience: { answer: 100, piece: 150 } });
    server.habits.stallsAfter = 4;
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
      server.objects.set(key, { bytes, type: "", cacheControl: "", putAt: new Date() });
    }
  };

  it("takes a thousand with each call", async () => {
    fill(many);
    await store.delete([...many, keyFor("a")]);
    expect(server.objects.size).toBe(0);
    expect(server.calls).toEqual(Array(2).fill(`POST /${bucket}/`));
    await store.delete([]);
    expect(server.calls).toHaveLength(2);
  });

  it("goes one by one where the store does not know that, and remembers it", async () => {
    server.habits.batches = "unknown";
    const plain = createStore();
    fill(many.slice(0, 20));
    await plain.delete(many.slice(0, 10));
    await plain.delete(many.slice(10, 20));
    expect(server.objects.size).toBe(0);
    expect(server.calls.filter((each) => each.startsWith("POST"))).toHaveLength(1);
  });

  it("does not believe an answer that names nothing", async () => {
    server.habits.batches = "mute";
    fill(many.slice(0, 5));
    await createStore().delete(many.slice(0, 5));
    expect(server.objects.size).toBe(0);
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
    for (const object of server.objects.values()) {
      object.putAt = new Date(Date.now() - 25 * 3_600_000);
    }
    fill([keyFor("d")]);
    const away = createStore({ endpoint: "http://127.0.0.1:9" });
    replaceStorage({ ...store, delete: away.delete });
    await expect(sweepMedia()).rejects.toMatchObject({ code: "unavailable" });
    expect(server.objects.size).toBe(orphans.length + 3);
    replaceStorage(store);
    expect(await sweepMedia()).toMatchObject({ objects: orphans.length });
    expect([...server.objects.keys()].sort()).toEqual(["d", "e", "f"].map(keyFor));
    expect(server.calls.filter((each) => !each.startsWith("GET"))).toHaveLength(1);
    await db.mediaObject.delete({ where: { id: kept.id } });
  });
});

describe("what browsers get of a bucket", () => {
  const ask = (headers: Record<string, string>, method = "GET") =>
    getMedia(
      new Request(`http://localhost:3000/media/${keyFor("c")}`, { headers, method }),
      context({ file: keyFor("c") }),
    );
  beforeEach(() => put(keyFor("c")));
  afterAll(() => {
    replaceStorage(store);
  });

  it("comes through us, in parts where parts are asked for", async () => {
    const response = await ask({ range: "bytes=2-4" });
    expect([response.status, await response.text()]).toEqual([206, "234"]);
    expect(response.headers.get("content-range")).toBe("bytes 2-4/10");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const last = await ask({ range: "bytes=-3" });
    expect([last.status, await last.text()]).toEqual([206, "789"]);
    const behind = await ask({ range: "bytes=10-" });
    expect([behind.status, behind.headers.get("content-range")]).toEqual([416, "bytes */10"]);
    const head = await ask({}, "HEAD");
    expect([head.headers.get("content-length"), await head.text()]).toEqual(["10", ""]);
  });

  it("comes whole from a store that knows no parts", async () => {
    server.habits.ranges = false;
    const response = await ask({ range: "bytes=2-4" });
    expect([response.status, await response.text()]).toEqual([200, "0123456789"]);
    expect(response.headers.has("content-range")).toBe(false);
  });

  it("begins before the store has sent all of it", async () => {
    server.habits.stallsAfter = 4;
    const { body } = await ask({});
    const reader = body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("0123");
    await reader?.cancel();
  });

  it("comes from its public address where it has one; what scripts read still comes from us", async () => {
    replaceStorage(createStore({ publicBaseUrl: "https://cdn.example/comics/" }));
    for (const dest of ["image", "video"]) {
      const response = await ask({ "sec-fetch-dest": dest });
      expect([response.status, response.headers.get("location")]).toEqual([
        308,
        `https://cdn.example/comics/${keyFor("c")}`,
      ]);
      expect(response.headers.get("cache-control")).toBe("public, max-age=86400");
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

describe("uploads that a host would not take", () => {
  let author: Author;
  let large: Buffer;
  beforeAll(async () => {
    author = await makeAuthor();
    large = await sharp({
      create: {
        width: 1600,
        height: 1200,
        channels: 3,
        background: "#fff",
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    expect(large.byteLength).toBeGreaterThan(4_500_000);
  });

  interface Direct {
    key: string;
    url: string;
    headers: Record<string, string>;
  }
  async function ticket(size = large.byteLength, mediaType = "image/png", who = author) {
    const answer = await postTicket(call(who, "POST", { size, mediaType }), context());
    return { status: answer.status, body: await answer.json() };
  }
  const send = ({ url, headers }: Direct, body: Buffer, more: Record<string, string> = {}) =>
    fetch(url, { method: "PUT", headers: { ...headers, ...more }, body: body as BodyInit });
  async function take(key: string, who = author) {
    const request = call(who, "POST", { key, originalName: "../../a\u202eb.png" });
    const answer = await postImage(request, context());
    return { status: answer.status, body: await answer.json() };
  }
  /** A ticket whose file lies in the store. */
  async function sent(body = large, mediaType = "image/png"): Promise<Direct> {
    const direct: Direct = (await ticket(body.byteLength, mediaType)).body.data.direct;
    expect((await send(direct, body)).status).toBe(200);
    return direct;
  }

  it("go straight to the store and come out as clean as any", async () => {
    const direct = await sent();
    expect(direct.key).toMatch(new RegExp(`^incoming/${author.viewer.id}/`));
    const { status, body } = await take(direct.key);
    expect([status, body.data.originalName]).toEqual([201, "ab.png"]);
    const key = body.data.imageUrl.replace("/media/", "");
    expect([...server.objects.keys()]).toEqual([key]);
    const kept = server.objects.get(key);
    expect(kept?.type).toBe("image/jpeg");
    expect(await sharp(kept?.bytes).metadata()).toMatchObject({ width: 1600, height: 1200 });
    const row = await db.mediaObject.findUniqueOrThrow({
      where: { sha256: key.slice(0, 64) },
      include: { uploads: true },
    });
    expect(row.uploads.map(({ userId }) => userId)).toEqual([author.viewer.id]);
  });

  it("are sent to us where the host takes them", async () => {
    expect((await ticket(2_000_000)).body).toEqual({ success: true, data: { direct: null } });
    expect((await ticket(4_490_000)).body.data.direct).not.toBeNull();
    replaceStorage(before);
    expect((await ticket()).body.data.direct).toBeNull();
    expect((await take(`incoming/${author.viewer.id}/${randomUUID()}-9`)).status).toBe(404);
    replaceStorage(store);
  });

  it("get no ticket for what would be refused anyway", async () => {
    const over = await ticket(Math.ceil(12.3 * 1024 * 1024));
    expect([over.status, over.body.message]).toEqual([
      413,
      "File too large (12.4 MB). Maximum size is 10MB.",
    ]);
    expect((await ticket(5_000_000, "image/svg+xml")).body.message).toBe(
      "Invalid file type. Please select a JPEG, PNG, GIF, or WebP image.",
    );
    for (const size of [0, -1, 1.5]) expect((await ticket(size)).status).toBe(400);
    expect(
      (await postTicket(call(null, "POST", { size: 1, mediaType: "x" }), context())).status,
    ).toBe(401);
  });

  it("are bound to their size, type, place and time by the signature", async () => {
    const direct: Direct = (await ticket()).body.data.direct;
    const refused = async (answer: Promise<Response>) => expect((await answer).status).toBe(403);
    await refused(send(direct, large.subarray(1)));
    await refused(send(direct, Buffer.concat([large, Buffer.from("x")])));
    await refused(send(direct, large, { "content-type": "text/html" }));
    await refused(
      send({ ...direct, url: direct.url.replace(author.viewer.id, randomUUID()) }, large),
    );
    await refused(
      send(
        { ...direct, url: direct.url.replace("X-Amz-Expires=300", "X-Amz-Expires=604800") },
        large,
      ),
    );
    await refused(fetch(direct.url));
    await refused(fetch(direct.url, { method: "DELETE" }));
    await refused(fetch(`${server.url}/${bucket}/${direct.key}`, { method: "PUT", body: "x" }));
    expect(server.objects.size).toBe(0);
  });

  it("belong to who sent them, once", async () => {
    const direct = await sent();
    const stranger = await makeAuthor();
    const refusals = [
      await take(direct.key, stranger),
      await take(direct.key.replace(author.viewer.id, stranger.viewer.id), stranger),
      await take(`incoming/${author.viewer.id}/${randomUUID()}-100`),
      await take(direct.key.replace("incoming/", "incoming/../incoming/")),
      await take(keyFor("a")),
      await take(""),
    ];
    for (const { status, body } of refusals) {
      expect([status, body.message]).toEqual([404, refusals[0]?.body.message]);
    }
    expect(server.objects.has(direct.key)).toBe(true);
    expect((await take(direct.key)).status).toBe(201);
    expect((await take(direct.key)).status).toBe(404);
  });

  it("are refused where the store let in what was not signed for, and removed", async () => {
    const direct = await sent();
    const kept = server.objects.get(direct.key);
    if (!kept) throw new Error("not there");
    server.objects.set(direct.key, { ...kept, bytes: kept.bytes.subarray(9) });
    const { status, body } = await take(direct.key);
    expect([status, body.message]).toEqual([
      400,
      "The file did not arrive whole. Please choose it again.",
    ]);
    expect(server.objects.size).toBe(0);
    const huge = `incoming/${author.viewer.id}/${randomUUID()}-20000000`;
    server.objects.set(huge, { ...kept, bytes: Buffer.alloc(20_000_000) });
    expect((await take(huge)).status).toBe(404);
  });

  it("that are no pictures are refused as any, and swept later", async () => {
    const html = Buffer.alloc(5_000_000, "<script>alert(1)</script>");
    const direct = await sent(html);
    const { status, body } = await take(direct.key);
    expect([status, body.error.code]).toEqual([400, "invalid_image"]);
    const young = await sent();
    const old = server.objects.get(young.key);
    if (!old) throw new Error("not there");
    const elder = young.key.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
    server.objects.set(elder, {
      ...old,
      putAt: new Date(Date.now() - 25 * 3_600_000),
    });
    expect((await sweepMedia()).uploads).toBe(1);
    expect(server.objects.has(young.key)).toBe(true);
  });

  it("wait while the store is away", async () => {
    const direct = await sent();
    server.fail(100);
    expect((await take(direct.key)).status).toBe(503);
    server.fail(0);
    expect((await take(direct.key)).status).toBe(201);
  });
});
