import { crc32, inflateRawSync } from "node:zlib";
import { expect, it } from "vitest";
import { type ZipEntry, zip } from "@/lib/platform/zip";
import { readZip } from "@/tests/support/books/zip";

async function* of(...chunks: string[]) {
  for (const chunk of chunks) yield new TextEncoder().encode(chunk);
}

const modified = new Date("2026-11-22T14:35:44Z");

async function* files(): AsyncGenerator<ZipEntry> {
  yield { name: "a/Größe.txt", modified, bytes: of("eins ", "zwei ".repeat(9000)), compress: true };
  yield { name: "empty", modified, bytes: of(), compress: true };
  yield { name: "media/raw.bin", modified, bytes: of("\u0000\u0001picture"), compress: false };
}

async function packed(limits?: Parameters<typeof zip>[1]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip(files(), limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

it("packs files with their names, their bytes and their checksums", async () => {
  const archive = await packed();
  const read = readZip(archive);
  expect([...read.keys()]).toEqual(["a/Größe.txt", "empty", "media/raw.bin"]);
  expect(read.get("a/Größe.txt")?.toString()).toBe(`eins ${"zwei ".repeat(9000)}`);
  expect(read.get("empty")?.length).toBe(0);
  expect(read.get("media/raw.bin")?.toString()).toBe("\u0000\u0001picture");
  expect(archive.length).toBeLessThan(1000);
});

it("can be read as a stream: each file marks its end, followed by its checksum", async () => {
  const archive = await packed();
  const name = archive.readUInt16LE(26);
  const start = 30 + name;
  const text = inflateRawSync(archive.subarray(start), { finishFlush: 2 });
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(text));
  expect(archive.indexOf(Buffer.concat([Buffer.from("PK\u0007\u0008"), sum]))).toBeGreaterThan(
    start,
  );
});

it("uses the ZIP64 form for values that do not fit", async () => {
  const far = await packed({ forceZip64Format: true, comment: "" });
  expect(readZip(far)).toEqual(readZip(await packed()));
  const ending = far.subarray(-22);
  expect(ending.readUInt32LE(16)).toBe(0xffff_ffff);
});

it("is aborted where a file is", async () => {
  async function* broken(): AsyncGenerator<ZipEntry> {
    yield* files();
    const bytes = (async function* () {
      yield new Uint8Array(10);
      throw new Error("the store is away");
    })();
    yield { name: "broken", modified, bytes, compress: false };
  }
  await expect(async () => {
    for await (const _ of zip(broken()));
  }).rejects.toThrow("the store is away");
});

it("reads no further where the consumer stops", async () => {
  const read: string[] = [];
  async function* endless(): AsyncGenerator<ZipEntry> {
    for (let index = 0; index < 1000; index += 1) {
      const name = `${index}.bin`;
      read.push(name);
      yield { name, modified, bytes: of("x".repeat(100_000)), compress: false };
    }
  }
  for await (const _ of zip(endless())) break;
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { length } = read;
  expect(length).toBeLessThan(1000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(read.length).toBe(length);
});
