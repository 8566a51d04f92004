import { createHash } from "node:crypto";
import { crc32, deflateRawSync } from "node:zlib";

/** A file in an archive; the fields beside its bytes are written to its headers unchecked. */
export interface ZipEntry {
  name: string;
  bytes: Uint8Array;
  /** 8: deflated, 0: stored. */
  method?: number;
  flags?: number;
  crc?: number;
  /** The size of the unpacked file. */
  size?: number;
  extra?: Uint8Array;
  /** The offset of its local header; an earlier entry's offset makes them overlap. */
  offset?: number;
  externalAttributes?: number;
}

/** Writes an archive as an attacker may: its headers need not be true. */
export function writeZip(
  entries: readonly ZipEntry[],
  { count = entries.length, comment = "" }: { count?: number; comment?: string } = {},
): Buffer {
  const parts: Uint8Array[] = [];
  const lines: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { bytes, method = 8, flags = 0x800, extra = new Uint8Array() } = entry;
    const name = Buffer.from(entry.name);
    const packed = method === 8 ? deflateRawSync(bytes, { level: 1 }) : bytes;
    // The fields that the local header shares with the directory.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(entry.crc ?? crc32(bytes), 10);
    facts.writeUInt32LE(packed.byteLength, 14);
    facts.writeUInt32LE(entry.size ?? bytes.byteLength, 18);
    facts.writeUInt16LE(name.byteLength, 22);
    facts.writeUInt16LE(extra.byteLength, 24);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(entry.externalAttributes ?? 0, 6);
    end.writeUInt32LE(entry.offset ?? offset, 10);
    parts.push(Buffer.from("PK\u0003\u0004"), facts, name, extra, packed);
    lines.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), facts, end, name, extra);
    offset += 30 + name.byteLength + extra.byteLength + packed.byteLength;
  }
  const directory = Buffer.concat(lines);
  const last = Buffer.alloc(18);
  last.writeUInt16LE(count & 0xffff, 4);
  last.writeUInt16LE(count & 0xffff, 6);
  last.writeUInt32LE(directory.byteLength, 8);
  last.writeUInt32LE(offset, 12);
  last.writeUInt16LE(comment.length, 16);
  return Buffer.concat([
    ...parts,
    directory,
    Buffer.from("PK\u0005\u0006"),
    last,
    Buffer.from(comment),
  ]);
}

/** A face of a panel, in the format of an archive. */
export const face = (y: number, name = "") => ({
  name,
  box: { x: 0.1, y, width: 0.05, height: 0.05 },
});

export type Fields = Record<string, unknown>;

export const panelOf = (fields: Fields = {}) => ({
  shot: "wide",
  imagePrompt: "A lighthouse at dusk",
  altText: "A lighthouse",
  characters: [] as string[],
  location: null,
  lines: [] as unknown[],
  textBubbles: [] as unknown[],
  faces: [] as unknown[],
  image: null as string | null,
  video: null,
  videoPrompt: "",
  takes: [] as unknown[],
  ...fields,
});

export const takeOf = (fields: Fields) => ({
  kind: "image",
  source: "generated",
  original: null,
  prompt: "",
  model: "",
  faces: [],
  createdAt: "2026-01-01T00:00:00Z",
  ...fields,
});

export const sceneOf = (panels: unknown[], fields: Fields = {}) => ({
  title: "A scene",
  description: "What happens in it.",
  prompt: "Somebody lights the lamp.",
  layout: null,
  characters: [] as string[],
  locations: [] as string[],
  panels,
  ...fields,
});

/** The document of an archive, of a story with these fields. */
export const documentOf = (fields: Fields = {}) => ({
  format: "inkwright-story-archive",
  version: 1,
  from: "elsewhere",
  exportedAt: "2026-01-01T00:00:00Z",
  story: {
    title: "Imported",
    description: "A draft of somebody else.",
    tags: [] as string[],
    artStyle: "ink",
    aspectRatio: "3:4",
    panels: 1,
    defaultPanels: 1,
    imageGenerationModel: "seedream-4",
    rating: "everyone",
    isRemix: false,
    originalStoryTitle: null,
    cover: null,
    characters: [] as unknown[],
    locations: [] as unknown[],
    scenes: [] as unknown[],
    ...fields,
  },
});

export const json = (document: unknown): ZipEntry => ({
  name: "story.json",
  bytes: Buffer.from(typeof document === "string" ? document : JSON.stringify(document)),
});

/** The name that a file has in an archive. */
export const mediaName = (bytes: Uint8Array, extension: string) =>
  `media/${createHash("sha256").update(bytes).digest("hex")}.${extension}`;
