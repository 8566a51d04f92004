import { crc32, inflateRawSync } from "node:zlib";

/** Reads an archive by its directory, as unpacking programs do, and verifies every checksum. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  if (archive.readUInt32LE(end) !== 0x06054b50) throw new Error("no end of an archive");
  let count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  if (count === 0xffff || at === 0xffff_ffff) {
    const far = Number(archive.readBigUInt64LE(end - 20 + 8));
    if (archive.readUInt32LE(far) !== 0x06064b50) throw new Error("no far end of an archive");
    count = Number(archive.readBigUInt64LE(far + 32));
    at = Number(archive.readBigUInt64LE(far + 48));
  }
  const files = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error("no line of a directory");
    const [name, extra] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)];
    let head = archive.readUInt32LE(at + 42);
    if (head === 0xffff_ffff) head = Number(archive.readBigUInt64LE(at + 46 + name + 4));
    const start = head + 30 + archive.readUInt16LE(head + 26) + archive.readUInt16LE(head + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    const bytes = archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    const title = archive.subarray(at + 46, at + 46 + name).toString();
    if (bytes.length !== archive.readUInt32LE(at + 24)) throw new Error(`${title}: wrong length`);
    if (crc32(bytes) !== archive.readUInt32LE(at + 16)) throw new Error(`${title}: wrong sum`);
    files.set(title, bytes);
    at += 46 + name + extra;
  }
  return files;
}
