import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file on its way into an archive; its bytes are asked for when its turn comes. */
export interface ZipEntry {
  /** A relative path with slashes. */
  name: string;
  modified: Date;
  bytes: AsyncIterable<Uint8Array>;
  /** Pictures and videos are as small as they get. */
  compress: boolean;
}

interface Written {
  name: Buffer;
  time: number;
  date: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** What the archive's first form can say; beyond it the form of 2001 (ZIP64) says it too. */
const smallForm = { offset: 0xffff_ffff, entries: 0xffff };

/** Sizes follow the bytes (3), names are UTF-8 (11). */
const flags = (1 << 3) | (1 << 11);
const deflated = 8;

/**
 * An archive while it is made: nothing is kept but the list of its files, so it may be of any length.
 * A file itself is at most 4 GB.
 */
export async function* zip(
  entries: AsyncIterable<ZipEntry>,
  limits = smallForm,
): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let at = 0;
  for await (const { name, modified, bytes, compress } of entries) {
    const entry = { name: Buffer.from(name), ...dosTime(modified), crc: 0, packed: 0, size: 0 };
    const head = Buffer.concat([localHead(entry), entry.name]);
    yield head;
    // Deflated at level 0 where nothing is to be gained: readers that see the archive pass by know
    // the end of deflated files alone.
    const deflate = Readable.from(counted(bytes, entry)).compose(
      createDeflateRaw({ level: compress ? 6 : 0 }),
    );
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.packed += chunk.length;
      yield chunk;
    }
    const tail = record(0x08074b50, [entry.crc, 4], [entry.packed, 4], [entry.size, 4]);
    yield tail;
    written.push({ ...entry, offset: at });
    at += head.length + entry.packed + tail.length;
  }
  let length = 0;
  for (const entry of written) {
    const line = directoryLine(entry, limits.offset);
    length += line.length;
    yield line;
  }
  yield ending(written.length, length, at, limits);
}

async function* counted(bytes: AsyncIterable<Uint8Array>, entry: { crc: number; size: number }) {
  for await (const chunk of bytes) {
    entry.crc = crc32(chunk, entry.crc);
    entry.size += chunk.length;
    yield chunk;
  }
}

/** Numbers in little endian behind a signature, each with its count of bytes. */
function record(signature: number, ...fields: [value: number, bytes: 2 | 4 | 8][]): Buffer {
  const buffer = Buffer.alloc(4 + fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = buffer.writeUInt32LE(signature);
  for (const [value, bytes] of fields) {
    at =
      bytes === 8
        ? buffer.writeBigUInt64LE(BigInt(value), at)
        : buffer.writeUIntLE(value, at, bytes);
  }
  return buffer;
}

type Named = Pick<Written, "name" | "time" | "date">;

const localHead = ({ name, time, date }: Named) =>
  record(
    0x04034b50,
    [20, 2],
    [flags, 2],
    [deflated, 2],
    [time, 2],
    [date, 2],
    [0, 4],
    [0, 4],
    [0, 4],
    [name.length, 2],
    [0, 2],
  );

function directoryLine(entry: Written, mostOffset: number): Buffer {
  const isFar = entry.offset >= mostOffset;
  // 0x0001: what did not fit above.
  const extra = isFar ? record((8 << 16) | 1, [entry.offset, 8]) : Buffer.alloc(0);
  const head = record(
    0x02014b50,
    [isFar ? 45 : 20, 2],
    [isFar ? 45 : 20, 2],
    [flags, 2],
    [deflated, 2],
    [entry.time, 2],
    [entry.date, 2],
    [entry.crc, 4],
    [entry.packed, 4],
    [entry.size, 4],
    [entry.name.length, 2],
    [extra.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [isFar ? 0xffff_ffff : entry.offset, 4],
  );
  return Buffer.concat([head, entry.name, extra]);
}

function ending(entries: number, length: number, offset: number, limits: typeof smallForm): Buffer {
  const isFar = offset + length >= limits.offset || entries >= limits.entries;
  const far = isFar
    ? [
        record(
          0x06064b50,
          [44, 8],
          [45, 2],
          [45, 2],
          [0, 4],
          [0, 4],
          [entries, 8],
          [entries, 8],
          [length, 8],
          [offset, 8],
        ),
        record(0x07064b50, [0, 4], [offset + length, 8], [1, 4]),
      ]
    : [];
  const [count, size, start] = isFar
    ? [0xffff, 0xffff_ffff, 0xffff_ffff]
    : [entries, length, offset];
  return Buffer.concat([
    ...far,
    record(0x06054b50, [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [start, 4], [0, 2]),
  ]);
}

/** Two seconds are as exact as it gets. */
const dosTime = (moment: Date) => ({
  time:
    (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
  date:
    ((Math.max(1980, moment.getUTCFullYear()) - 1980) << 9) |
    ((moment.getUTCMonth() + 1) << 5) |
    moment.getUTCDate(),
});
