import { crc32, deflateSync } from "node:zlib";
import {
  documentOf,
  json,
  mediaName,
  panelOf,
  sceneOf,
  writeZip,
  type ZipEntry,
} from "../../support/books/archives.ts";
import { type Random, spoil } from "./values.ts";

/** The sources of archives: a valid one, and public pictures of other authors. */
export interface Base {
  entries: ZipEntry[];
  publicPictures: { bytes: Buffer; extension: string }[];
}

type Document = ReturnType<typeof documentOf>;

const MB = 1_000_000;
const text = (value: string): ZipEntry => json(value);
const documentIn = ({ entries }: Base): Document =>
  JSON.parse(
    Buffer.from(entries.find(({ name }) => name === "story.json")?.bytes ?? []).toString(),
  );
const mediaOf = ({ entries }: Base) => entries.filter(({ name }) => name !== "story.json");

/** The whole archive with another document. */
const withDocument = (base: Base, document: unknown): Buffer =>
  writeZip([json(document), ...mediaOf(base)]);

/** A small story of one panel that shows a file, and the file. */
const showing = (name: string, bytes: Uint8Array, fields: Record<string, unknown> = {}): Buffer =>
  writeZip([
    json(documentOf({ scenes: [sceneOf([panelOf({ image: name, ...fields })])] })),
    { name, bytes },
  ]);

/** A place in a document, chosen by chance: what holds it, and its name there. */
function placeIn(value: unknown, random: Random, wanted: (value: unknown) => boolean) {
  const places: { holder: Record<string, unknown>; name: string }[] = [];
  const walk = (holder: unknown) => {
    if (typeof holder !== "object" || holder === null) return;
    for (const [name, inner] of Object.entries(holder)) {
      if (wanted(inner)) places.push({ holder: holder as Record<string, unknown>, name });
      walk(inner);
    }
  };
  walk(value);
  return random.pick(places);
}

/** The document with one of its values changed. */
function changed(
  base: Base,
  random: Random,
  wanted: (value: unknown) => boolean,
  change: (value: unknown) => unknown,
): Buffer {
  const document = documentIn(base);
  const { holder, name } = placeIn(document, random, wanted);
  holder[name] = change(holder[name]);
  return withDocument(base, document);
}

const isText = (value: unknown) => typeof value === "string";

/** A picture of zeros, as small as a file of its size can be. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (kind: string, bytes: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind), bytes]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(bytes.byteLength, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits of grey.
  head[8] = 8;
  return Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc((width + 1) * height), { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const zeros = Buffer.alloc(120 * MB);
const film = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from("ftypisom"),
  Buffer.alloc(2_000),
]);
const names = [
  "../story.json",
  "/etc/passwd",
  "C:\\windows\\story.json",
  "media\\..\\..\\story.json",
  "media/../../../etc/cron.d/job.jpg",
  "story.json\u0000.jpg",
  "STORY.JSON",
  "stоry.json",
  "медиа/картина.jpg",
  "\u202egpj.\u202d",
  "🦑".repeat(200),
  "x".repeat(60_000),
  "",
  "media/",
  "__MACOSX/._story.json",
];

/** An archive of many numbers, as text: they are small on the wire and large in memory. */
const numbers = (megabytes: number): Buffer =>
  writeZip([
    text(
      JSON.stringify(documentOf()).replace(
        '"scenes":[]',
        `"scenes":[${"1,".repeat(megabytes * 500_000)}1]`,
      ),
    ),
  ]);

/** Four bytes in a row, by chance or at the end, are others. */
function flipped(archive: Buffer, random: Random): Buffer {
  const copy = Buffer.from(archive);
  const at = random.chance(0.5)
    ? random.below(copy.length)
    : Math.max(0, copy.length - 1 - random.below(300));
  for (let index = at; index < Math.min(copy.length, at + 4); index += 1)
    copy[index] = random.below(256);
  return copy;
}

const first = <T>([one]: readonly T[]): T => one as T;
const whole = ({ entries }: Base) => writeZip(entries);
/** The whole archive with claims of one of its entries that are none. */
const claiming = (base: Base, random: Random, claim: Partial<ZipEntry>): Buffer => {
  const at = random.below(base.entries.length);
  return writeZip(
    base.entries.map((entry, index) => (index === at ? { ...entry, ...claim } : entry)),
  );
};

/** An extra field of ZIP64 that says so many bytes. */
function zip64(size: bigint): Buffer {
  const field = Buffer.alloc(28);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(24, 2);
  for (const at of [4, 12, 20]) field.writeBigUInt64LE(size, at);
  return field;
}

/** Ways to write an archive that is not as it should be, each with what is wrong about it. */
export const archiveKinds: Record<string, (base: Base, random: Random) => Buffer> = {
  "nothing wrong": whole,
  "a value spoiled": (base, random) => withDocument(base, spoil(documentIn(base), random)),
  "three values spoiled": (base, random) =>
    withDocument(
      base,
      [1, 2, 3].reduce<unknown>((value) => spoil(value, random), documentIn(base)),
    ),
  "another type": (base, random) =>
    changed(
      base,
      random,
      () => true,
      () => random.pick([null, 7, true, "x", [], {}, [[]], 1e308]),
    ),
  "a text of 4 MB": (base, random) => changed(base, random, isText, () => "x".repeat(4 * MB)),
  "rare letters": (base, random) =>
    changed(base, random, isText, () =>
      random.pick(["\u0000", "\ud800", "\u202e", "\ufffe", "🦑".repeat(90)]),
    ),
  "depth without end": (base, random) => {
    const document = JSON.stringify(documentIn(base));
    const depth = random.pick([40, 2_000, 500_000]);
    return withDocument(
      base,
      document.replace('"tags":[', `"tags":[${"[".repeat(depth)}${"]".repeat(depth)},`),
    );
  },
  "a document of 40 MB": () => numbers(40),
  "a name twice": (base) => {
    const document = JSON.stringify(documentIn(base));
    return withDocument(
      base,
      document.replace('"story":{', '"story":{"title":"Once","title":7,"__proto__":{"a":1},'),
    );
  },
  "a document that breaks off": (base, random) => {
    const document = JSON.stringify(documentIn(base));
    return withDocument(base, document.slice(0, random.below(document.length)));
  },
  "a document in UTF-16": (base) =>
    writeZip([
      {
        name: "story.json",
        bytes: Buffer.from(`\ufeff${JSON.stringify(documentIn(base))}`, "utf16le"),
      },
      ...mediaOf(base),
    ]),
  "two documents": (base) => writeZip([first(base.entries), ...base.entries]),
  "a file twice": (base) => writeZip([...base.entries, ...mediaOf(base)]),
  "a file that no panel uses": (base, random) =>
    writeZip([...base.entries, { name: random.pick(names), bytes: Buffer.from("x") }]),
  "another name for the document": (base, random) =>
    writeZip(
      base.entries.map((entry) =>
        entry.name === "story.json" ? { ...entry, name: random.pick(names) } : entry,
      ),
    ),
  "a link": (base) =>
    writeZip([
      ...base.entries,
      {
        name: "media/link.jpg",
        bytes: Buffer.from("/etc/passwd"),
        externalAttributes: 0xa1ff_0000,
      },
    ]),
  "another's picture under another ending": ({ publicPictures }, random) =>
    showing(
      mediaName(random.pick(publicPictures).bytes, random.pick(["png", "gif", "webp"])),
      random.pick(publicPictures).bytes,
    ),
  "a video that is none": (_, random) => {
    const bytes = Buffer.concat([film, Buffer.from([random.below(256)])]);
    const video = mediaName(bytes, "mp4");
    return writeZip([
      json(documentOf({ scenes: [sceneOf([panelOf({ video })])] })),
      { name: video, bytes },
    ]);
  },
  "a picture that breaks off": ({ publicPictures }, random) => {
    const { bytes, extension } = random.pick(publicPictures);
    const part = bytes.subarray(0, random.below(bytes.length));
    return showing(mediaName(part, extension), part);
  },
  "a picture with other bytes in it": ({ publicPictures }, random) => {
    const { bytes, extension } = random.pick(publicPictures);
    const other = flipped(bytes, random);
    return showing(mediaName(other, extension), other);
  },
  "a picture of nothing": () => showing(mediaName(Buffer.alloc(0), "jpg"), Buffer.alloc(0)),
  "a picture of 16,000 × 16,000": () => showing(mediaName(bomb(), "png"), bomb()),
  "a picture of 1 × 60,000": () => {
    const bytes = pngOf(1, 60_000);
    return showing(mediaName(bytes, "png"), bytes);
  },
  "a document of 120 MB of zeros": () => writeZip([{ name: "story.json", bytes: zeros }]),
  "a picture of 120 MB of zeros": () => {
    const name = `media/${"00".repeat(32)}.png`;
    return showing(name, zeros);
  },
  "zeros that claim to be few": (_, random) => {
    const name = `media/${"00".repeat(32)}.png`;
    const size = random.pick([0, 10, 4 * MB]);
    return writeZip([
      json(documentOf({ scenes: [sceneOf([panelOf({ image: name })])] })),
      { name, bytes: zeros, size },
    ]);
  },
  "files that share their bytes": (base) => {
    const [document, ...media] = base.entries;
    return writeZip([document as ZipEntry, ...media.map((entry) => ({ ...entry, offset: 0 }))]);
  },
  "a head beyond the end": (base, random) =>
    claiming(base, random, { offset: random.pick([0xffff_fffe, 0xffff_ffff, 1, 100]) }),
  "a wrong sum": (base, random) => claiming(base, random, { crc: random.below(2 ** 31) }),
  "a wrong size": (base, random) =>
    claiming(base, random, { size: random.pick([0, 1, 31 * MB, 0x7fff_ffff, 0xffff_fffe]) }),
  "fields of ZIP64": (base, random) =>
    claiming(base, random, {
      size: random.pick([0xffff_ffff, 100]),
      extra: zip64(random.pick([0n, 2n ** 40n, 2n ** 63n, 2n ** 64n - 1n])),
    }),
  "an extra field that ends late": (base, random) =>
    claiming(base, random, { extra: Buffer.from([1, 0, 255, 255, 1]) }),
  "flags of encryption": (base, random) =>
    claiming(base, random, { flags: random.pick([0x801, 0x841, 0x2801, 0x808, 0xffff]) }),
  "another method": (base, random) =>
    claiming(base, random, { method: random.pick([1, 9, 12, 14, 93, 99, 65_535]) }),
  "bytes that are no deflate": (base, random) => {
    const archive = whole(base);
    archive.fill(random.below(256), 60, 200);
    return archive;
  },
  "a wrong count": ({ entries }, random) =>
    writeZip(entries, {
      count: random.pick([0, 1, entries.length - 1, entries.length + 1, 0xffff]),
    }),
  "a comment of 65,535": ({ entries }) =>
    writeZip(entries, { comment: "PK\u0005\u0006".repeat(16_000).slice(0, 65_535) }),
  "an archive that breaks off": (base, random) =>
    whole(base).subarray(0, random.below(whole(base).length)),
  "other bytes somewhere": (base, random) => flipped(whole(base), random),
  "something before it": (base) => Buffer.concat([Buffer.from("#!/bin/sh\n"), whole(base)]),
  "two archives": (base) => Buffer.concat([whole(base), whole(base)]),
  "no archive": (_, random) =>
    random.pick([
      Buffer.alloc(0),
      Buffer.from("PK"),
      Buffer.alloc(22),
      Buffer.from("{}"),
      Buffer.alloc(3 * MB, "PK\u0005\u0006"),
    ]),
};

let made: Buffer | null = null;
function bomb(): Buffer {
  made ??= pngOf(16_000, 16_000);
  return made;
}
