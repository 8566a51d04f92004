import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import { afterAll, describe, expect, it } from "vitest";
import { createS3Storage } from "@/lib/platform/storage/s3";

/**
 * The adapter against an independent store: s3rver, from npm. It knows keys but does not
 * compute signatures of version 4, which the server of our own does (s3.test.ts).
 */
const directory = mkdtempSync(path.join(tmpdir(), "inkwright-s3-"));
const page = "https://comics.example";
const cors = `<CORSConfiguration><CORSRule><AllowedOrigin>${page}</AllowedOrigin><AllowedMethod>PUT</AllowedMethod><AllowedHeader>content-type</AllowedHeader></CORSRule></CORSConfiguration>`;
const server = new S3rver({
  address: "127.0.0.1",
  port: 0,
  directory,
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: "comics", configs: [cors] }],
});

const { port } = await server.run();
const settings = {
  bucket: "comics",
  region: "us-east-1",
  endpoint: `http://127.0.0.1:${port}`,
  forcePathStyle: true,
};
const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
const store = createS3Storage({ ...settings, credentials });
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const keyFor = (digit: string) => `${digit.repeat(64)}.webp`;
const bytes = Buffer.from("0123456789");
const put = (key: string) => store.put(key, { bytes, mediaType: "image/webp" });
const keysOf = async (listing: AsyncIterable<{ key: string }> | undefined) => {
  const found: string[] = [];
  for await (const { key } of listing ?? []) found.push(key);
  return found;
};

describe("an independent store", () => {
  it("stores, returns, lists and deletes", async () => {
    await store.check();
    await put(keyFor("a"));
    await put(keyFor("a"));
    await put(keyFor("b"));
    const got = await store.get(keyFor("a"));
    expect([Buffer.from(got?.bytes ?? []), got?.mediaType]).toEqual([bytes, "image/webp"]);
    expect(await keysOf(store.list())).toEqual([keyFor("a"), keyFor("b")]);
    await store.delete([keyFor("a")]);
    expect([await store.get(keyFor("a")), await store.open(keyFor("a"))]).toEqual([null, null]);
  });

  it("serves ranges", async () => {
    await put(keyFor("c"));
    const part = await store.open(keyFor("c"), { start: 2, end: 4 });
    if (!part || part === "unsatisfiable") throw new Error("not there");
    expect(await new Response(part.body as BodyInit).text()).toBe("234");
    expect(part).toMatchObject({ size: 10, start: 2, end: 4 });
    expect(await store.open(keyFor("c"), { start: 10 })).toBe("unsatisfiable");
  });

  it("deletes more than a call may name, and missing objects", async () => {
    const many = Array.from(
      { length: 1_100 },
      (_, index) => `${String(index).padStart(64, "0")}.webp`,
    );
    await Promise.all(many.slice(990, 1_010).map(put));
    await store.delete(many);
    const left = await keysOf(store.list());
    expect(left.filter((key) => many.includes(key))).toEqual([]);
  });

  it("accepts a browser's upload to a signed address", async () => {
    const key = "incoming/00000000-0000-4000-8000-000000000001/x-10";
    const signed = await store.directUploads?.presign(key, { size: 10, mediaType: "image/png" });
    if (!signed) throw new Error("no address");
    const preflight = await fetch(signed.url, {
      method: "OPTIONS",
      headers: {
        origin: page,
        "access-control-request-method": "PUT",
        "access-control-request-headers": "content-type",
      },
    });
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    const sent = await fetch(signed.url, {
      method: "PUT",
      headers: { ...signed.headers, origin: page },
      body: bytes,
    });
    expect(sent.status).toBe(200);
    expect(Buffer.from((await store.directUploads?.read(key, 10)) ?? [])).toEqual(bytes);
    expect(await store.directUploads?.read(key, 9)).toBeNull();
    expect(await keysOf(store.directUploads?.list())).toEqual([key]);
    await store.directUploads?.delete([key]);
    expect(await store.directUploads?.read(key, 10)).toBeNull();
  });
});
