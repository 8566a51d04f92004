import { createHash } from "node:crypto";
import sharp from "sharp";
import type { BookSource, SourcePicture } from "@/lib/books/source-queries";
import { xmpPacket } from "@/lib/media/xmp.mjs";
import { replaceStorage } from "@/lib/platform/storage/index";
import type { FileStore, Storage } from "@/lib/platform/storage/storage";
import { type ZipEntry, zip } from "@/lib/platform/zip";
import type { TextBubble } from "@/lib/scenes/bubbles/schema";
import { textBubble } from "@/lib/scenes/bubbles/schema";

/** Replaces the store with one in memory. @returns its files and objects */
export function storeInMemory() {
  const objects = new Map<string, Uint8Array>();
  const files = new Map<string, Uint8Array>();
  const fileStore: FileStore = {
    async put(key, body) {
      const whole = Buffer.concat(await Array.fromAsync(body));
      files.set(key, whole);
      return whole.byteLength;
    },
    async open(key) {
      const bytes = files.get(key);
      if (!bytes) return null;
      const body = new Blob([bytes as BlobPart]).stream() as ReadableStream<Uint8Array>;
      const size = bytes.byteLength;
      return { body, size, start: 0, end: size - 1 };
    },
    async delete(keys) {
      for (const key of keys) files.delete(key);
    },
    async *list() {
      for (const key of files.keys()) yield { key, storedAt: new Date() };
    },
  };
  const storage: Storage = {
    name: "memory",
    async put(key, { bytes }) {
      objects.set(key, bytes);
    },
    async get(key) {
      const bytes = objects.get(key);
      return bytes ? { bytes, mediaType: "image/jpeg" } : null;
    },
    open: async () => null,
    delete: async () => {},
    async *list() {},
    check: async () => {},
    files: fileStore,
  };
  return { objects, files, before: replaceStorage(storage) };
}

/** A picture of one colour with a darker frame, marked as a model's. */
export async function storedPicture(
  objects: Map<string, Uint8Array>,
  { width = 768, height = 1024, colour = "#7fb6d6" } = {},
): Promise<SourcePicture> {
  const inner = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="12" y="12" width="${width - 24}" height="${height - 24}" fill="${colour}" stroke="#204060" stroke-width="24"/><circle cx="${width / 2}" cy="${height / 2}" r="${height / 5}" fill="#f4d35e"/></svg>`,
  );
  const bytes = await sharp(inner)
    .flatten({ background: "#ffffff" })
    .withXmp(xmpPacket("model"))
    .jpeg({ quality: 86 })
    .toBuffer();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  objects.set(`${sha256}.jpg`, bytes);
  return {
    sha256,
    extension: "jpg",
    mediaType: "image/jpeg",
    width,
    height,
    isGenerated: true,
    madeBy: "seedream-4",
  };
}

export const speechBubble = (
  text: string,
  position: { x: number; y: number },
  style: Partial<TextBubble["style"]> = {},
  speaker: string | null = null,
): TextBubble => textBubble.parse({ id: `b-${text.slice(0, 40)}`, text, position, speaker, style });

/** A story without a database. @param layouts of its scenes, each with as many panels as it holds */
export async function bookSource(
  objects: Map<string, Uint8Array>,
  scenes: {
    panels: TextBubble[][];
    title?: string;
    layout?: BookSource["scenes"][number]["layout"];
  }[],
  more: Partial<BookSource> = {},
): Promise<BookSource> {
  const picture = await storedPicture(objects);
  const others = await Promise.all(
    ["#d98c8c", "#9bcf9b", "#c9a7de"].map((colour) => storedPicture(objects, { colour })),
  );
  return {
    id: "01890a5d-ac96-774b-bcce-b302099a8057",
    address: "https://comics.test/story/01890a5d-ac96-774b-bcce-b302099a8057/read",
    title: "The Lamp Room",
    description: "Somebody lights the lamp, and nobody has the key.",
    aspectRatio: "3:4",
    rating: "everyone",
    status: "published",
    publishedAt: new Date("2026-05-03T10:00:00Z"),
    createdAt: new Date("2026-05-01T10:00:00Z"),
    isRemix: false,
    madeByHand: false,
    oneLetterSize: true,
    originalStoryTitle: null,
    originalStoryDeleted: false,
    original: null,
    author: {
      id: "01890a5d-ac96-774b-bcce-b302099a8058",
      username: "ada",
      firstName: "Ada",
      lastName: "Byron",
    },
    preview: picture,
    tags: ["lamps", "mystery"],
    scenes: scenes.map(({ panels, title, layout = null }, index) => ({
      sceneNumber: index + 1,
      title: title ?? `Scene of the lamp ${index + 1}`,
      description: "",
      layout,
      panels: panels.map((textBubbles, position) => ({
        panelNumber: position + 1,
        altText: `A lamp, seen from panel ${position + 1} of scene ${index + 1}`,
        image: [picture, ...others][(index + position) % 4] ?? picture,
        textBubbles,
      })),
    })),
    ...more,
  };
}

/** The bytes of a file that is written in parts. */
export const whole = async (parts: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(parts));

export const packed = (files: AsyncIterable<ZipEntry>): Promise<Buffer> => whole(zip(files));

/** For writers of books, which report their progress. */
export const tell = async () => {};

/** The words of `spokenSource`, in reading order. */
export const spoken = [
  "First things first, 20 €",
  "Then the cloud",
  "ちょっと待って",
  "Привет, 😀 ★",
];

/** A story with bubbles in several scripts and fonts. */
export const spokenSource = (objects: Map<string, Uint8Array>): Promise<BookSource> =>
  bookSource(
    objects,
    [
      {
        title: "Light & <dark>",
        panels: [
          [
            speechBubble("First things first, 20 €", { x: 0.3, y: 0.8 }, {}, "Mara"),
            speechBubble(
              "Then the cloud",
              { x: 0.7, y: 0.2 },
              { bubbleShape: "cloud", opacity: 0.7 },
            ),
          ],
          [
            speechBubble(
              "ちょっと待って",
              { x: 0.5, y: 0.3 },
              { fontFamily: "Comic Neue", fontWeight: 700 },
            ),
          ],
        ],
      },
      { panels: [[speechBubble("Привет, 😀 ★", { x: 0.5, y: 0.5 }, { fontFamily: "Bungee" })]] },
    ],
    { tags: ["lamps", "a, b"], rating: "mature" },
  );
