import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { POST as postImage } from "@/app/api/upload/image/route";
import { sweepMedia } from "@/lib/media/sweep-service";
import { db } from "@/lib/platform/db";
import { replaceStorage } from "@/lib/platform/storage";
import { noisePicture } from "@/tests/support/noise-picture";
import { type Author, call, context, makeAuthor } from "../../integration/generation/support";
import { visitor } from "../../integration/http/harness";
import { createTestBucket } from "./bucket";
import { bucket } from "./s3-server";

const s3 = createTestBucket();

const keyFor = (digit: string) => `${digit.repeat(64)}.webp`;

describe("uploads beyond the host's limit", () => {
  let author: Author;
  let large: Buffer;
  beforeAll(async () => {
    author = await makeAuthor();
    large = await noisePicture(1600, 1200, 60).png().toBuffer();
    expect(large.byteLength).toBeGreaterThan(4_500_000);
  });

  interface Direct {
    key: string;
    url: string;
    headers: Record<string, string>;
  }
  async function ticket(size = large.byteLength, mediaType = "image/png", who = author) {
    const answer = await who.post("/upload/ticket", { size, mediaType });
    return { status: answer.status, body: answer.body };
  }
  const send = ({ url, headers }: Direct, body: Buffer, more: Record<string, string> = {}) =>
    fetch(url, { method: "PUT", headers: { ...headers, ...more }, body: body as BodyInit });
  async function take(key: string, who = author) {
    const request = call(who, "POST", { key, originalName: "../../a\u202eb.png" });
    const answer = await postImage(request, context());
    return { status: answer.status, body: await answer.json() };
  }
  /** A ticket whose file lies in the s3.store. */
  async function sent(body = large, mediaType = "image/png"): Promise<Direct> {
    const direct: Direct = (await ticket(body.byteLength, mediaType)).body.data.direct;
    expect((await send(direct, body)).status).toBe(200);
    return direct;
  }

  it("go straight to the store and are re-encoded as any", async () => {
    const direct = await sent();
    expect(direct.key).toMatch(new RegExp(`^incoming/${author.viewer.id}/`));
    const { status, body } = await take(direct.key);
    expect([status, body.data.originalName]).toEqual([201, "ab.png"]);
    const key = body.data.imageUrl.replace("/media/", "");
    expect([...s3.server.objects.keys()]).toEqual([key]);
    const kept = s3.server.objects.get(key);
    expect(kept?.type).toBe("image/jpeg");
    expect(await sharp(kept?.bytes).metadata()).toMatchObject({ width: 1600, height: 1200 });
    const row = await db.mediaObject.findUniqueOrThrow({
      where: { sha256: key.slice(0, 64) },
      include: { uploads: true },
    });
    expect(row.uploads.map(({ userId }) => userId)).toEqual([author.viewer.id]);
  });

  it("are sent to the app where the host accepts them", async () => {
    expect((await ticket(2_000_000)).body).toEqual({ success: true, data: { direct: null } });
    expect((await ticket(4_490_000)).body.data.direct).not.toBeNull();
    replaceStorage(s3.before);
    expect((await ticket()).body.data.direct).toBeNull();
    expect((await take(`incoming/${author.viewer.id}/${randomUUID()}-9`)).status).toBe(404);
    replaceStorage(s3.store);
  });

  it("get no ticket where they would be refused anyway", async () => {
    const over = await ticket(Math.ceil(12.3 * 1024 * 1024));
    expect([over.status, over.body.message]).toEqual([
      413,
      "File too large (12.4 MB). Maximum size is 10MB.",
    ]);
    expect((await ticket(5_000_000, "image/svg+xml")).body.message).toBe(
      "Invalid file type. Please select a JPEG, PNG, GIF, or WebP image.",
    );
    for (const size of [0, -1, 1.5]) expect((await ticket(size)).status).toBe(400);
    expect((await visitor.post("/upload/ticket", { size: 1, mediaType: "x" })).status).toBe(401);
  });

  it("are bound to their size, type, key and time by the signature", async () => {
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
    await refused(fetch(`${s3.server.url}/${bucket}/${direct.key}`, { method: "PUT", body: "x" }));
    expect(s3.server.objects.size).toBe(0);
  });

  it("belong to their uploader, once", async () => {
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
    expect(s3.server.objects.has(direct.key)).toBe(true);
    expect((await take(direct.key)).status).toBe(201);
    expect((await take(direct.key)).status).toBe(404);
  });

  it("are refused and deleted where the store accepted more than was signed", async () => {
    const direct = await sent();
    const kept = s3.server.objects.get(direct.key);
    if (!kept) throw new Error("not there");
    s3.server.objects.set(direct.key, { ...kept, bytes: kept.bytes.subarray(9) });
    const { status, body } = await take(direct.key);
    expect([status, body.message]).toEqual([
      400,
      "The file did not arrive whole. Please choose it again.",
    ]);
    expect(s3.server.objects.size).toBe(0);
    const huge = `incoming/${author.viewer.id}/${randomUUID()}-20000000`;
    s3.server.objects.set(huge, { ...kept, bytes: Buffer.alloc(20_000_000) });
    expect((await take(huge)).status).toBe(404);
  });

  it("are refused where they are no pictures, and swept later", async () => {
    const html = Buffer.alloc(5_000_000, "<script>alert(1)</script>");
    const direct = await sent(html);
    const { status, body } = await take(direct.key);
    expect([status, body.error.code]).toEqual([400, "invalid_image"]);
    const young = await sent();
    const old = s3.server.objects.get(young.key);
    if (!old) throw new Error("not there");
    const elder = young.key.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
    s3.server.objects.set(elder, {
      ...old,
      putAt: new Date(Date.now() - 25 * 3_600_000),
    });
    expect((await sweepMedia()).uploads).toBe(1);
    expect(s3.server.objects.has(young.key)).toBe(true);
  });

  it("fail with a retry while the store is unavailable", async () => {
    const direct = await sent();
    s3.server.fail(100);
    expect((await take(direct.key)).status).toBe(503);
    s3.server.fail(0);
    expect((await take(direct.key)).status).toBe(201);
  });
});
