import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDiskStorage } from "@/lib/platform/storage/disk";
import type { ByteRange } from "@/lib/platform/storage/range";
import { createS3Storage } from "@/lib/platform/storage/s3";
import type { FileStore } from "@/lib/platform/storage/storage";

const directory = mkdtempSync(path.join(tmpdir(), "inkwright-files-"));
const server = new S3rver({
  address: "127.0.0.1",
  port: 0,
  directory: path.join(directory, "bucket"),
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: "comics", configs: [] }],
});
const stores = new Map<
  string,
  { files: FileStore; objects: () => AsyncIterable<{ key: string }> }
>();

beforeAll(async () => {
  const { port } = await server.run();
  const bucket = createS3Storage({
    bucket: "comics",
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
  });
  const disk = createDiskStorage(path.join(directory, "disk"));
  stores.set("a bucket", { files: bucket.files, objects: () => bucket.list() });
  stores.set("a folder", { files: disk.files, objects: () => disk.list() });
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const key = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000.epub`;

/** So many bytes in pieces of a megabyte, each of another letter. */
async function* pieces(count: number, failAt = -1) {
  for (let index = 0; index < count; index += 1) {
    if (index === failAt) throw new Error("broke off");
    yield Buffer.alloc(1024 * 1024, 65 + index);
  }
}

const read = async (files: FileStore, name: string, range?: ByteRange) => {
  const opened = await files.open(name, range);
  if (!opened || opened === "unsatisfiable") return opened;
  const { body, ...place } = opened;
  return { ...place, bytes: Buffer.from(await new Response(body as BodyInit).arrayBuffer()) };
};

describe.each(["a bucket", "a folder"])("files in %s", (name) => {
  const store = () => stores.get(name) ?? ({} as never);

  it("are streamed to disk, in one piece and in parts, and read back", async () => {
    const { files, objects } = store();
    for (const [digit, count] of [
      ["1", 1],
      ["2", 20],
    ] as const) {
      expect(await files.put(key(digit), pieces(count), "application/epub+zip")).toBe(
        count * 1024 * 1024,
      );
      const found = await read(files, key(digit));
      if (!found || found === "unsatisfiable") throw new Error("nothing was read");
      expect(found.size).toBe(count * 1024 * 1024);
      expect(found.bytes.equals(Buffer.concat(await Array.fromAsync(pieces(count))))).toBe(true);
    }
    const listed = (await Array.fromAsync(files.list())).map((one) => one.key).sort();
    expect(listed).toEqual([key("1"), key("2")]);
    // A sweep of pictures does not see them.
    expect(await Array.fromAsync(objects())).toEqual([]);
    await files.delete([key("1"), key("2"), key("9")]);
    expect(await read(files, key("1"))).toBeNull();
  });

  it("are read in part, for a download that goes on", async () => {
    const { files } = store();
    const size = 2 * 1024 * 1024;
    await files.put(key("4"), pieces(2), "application/epub+zip");
    expect(await read(files, key("4"), { start: size - 3 })).toEqual({
      size,
      start: size - 3,
      end: size - 1,
      bytes: Buffer.from("BBB"),
    });
    expect(await read(files, key("4"), { start: size })).toBe("unsatisfiable");
    await files.delete([key("4")]);
  });

  it("never get their name where the stream broke off", async () => {
    const { files } = store();
    for (const failAt of [0, 12]) {
      await expect(files.put(key("3"), pieces(20, failAt), "application/epub+zip")).rejects.toThrow(
        "broke off",
      );
    }
    expect(await files.open(key("3"))).toBeNull();
    if (name === "a folder")
      expect(readdirSync(path.join(directory, "disk", "unfinished"))).toEqual([]);
  });

  it("accept only valid keys", async () => {
    const { files } = store();
    await expect(async () => files.put("../x.epub", pieces(1), "x")).rejects.toThrow("Not a key");
    await expect(async () => files.open("../../etc/passwd")).rejects.toThrow("Not a key");
  });
});
