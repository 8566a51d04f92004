import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { readFeed } from "@/lib/stories/feed/queries";
import { getReadingStory } from "@/lib/stories/queries";
import {
  documentOf,
  face,
  mediaName,
  panelOf,
  sceneOf,
  takeOf,
} from "@/tests/support/books/archives";
import { isFullRun } from "@/tests/support/full-run";
import { videoOf } from "../generation/support";
import { person } from "../http/harness";
import { importArchive, paintedStory, sendArchive, zipOf } from "./support";

const ada = await person("ada");
const mallory = await person("mallory");
afterEach(async () => {
  await db.rateLimit.deleteMany();
});

const ofPanels = (...panels: object[]) => ({ scenes: [sceneOf(panels)] });
/** An archive of a document, or of a story with these panels, and of other files. */
const archiveOf = (story: string | object[], files: Record<string, Uint8Array> = {}) =>
  zipOf({
    "story.json":
      typeof story === "string" ? story : JSON.stringify(documentOf(ofPanels(...story))),
    ...files,
  });
const send = (body: Uint8Array) => sendArchive(body, mallory);

/** The public cover of a story, as every visitor can save it. */
async function coverOf(storyId: string) {
  const { preview } = await db.story.findUniqueOrThrow({
    where: { id: storyId },
    include: { preview: true },
  });
  const file = `${preview?.sha256}.${preview?.extension}`;
  return { name: `media/${file}`, bytes: (await storage().get(file))?.bytes ?? new Uint8Array() };
}

const crops = async () =>
  (await readFeed(null, { limit: 50, page: 1, sort: "new" })).stories.map(
    ({ _id, coverPosition }) => [_id, coverPosition],
  );

describe("S30 faces of an archive that names a public cover", () => {
  it.each([0, 0.9])("leave its crop unchanged: one at %f", async (y) => {
    const storyId = await paintedStory(ada, { scenes: 1, panels: 1 });
    const before = await crops();
    expect(before.map(([id]) => id)).toContain(storyId);
    const { name, bytes } = await coverOf(storyId);
    const panels = [panelOf({ image: name, faces: [face(y)] })];
    await importArchive(await archiveOf(panels, { [name]: bytes }), mallory);
    expect(await crops()).toEqual(before);
  });

  it("are limited in every row by a constraint of the database", async () => {
    const storyId = await paintedStory(ada, { scenes: 1, panels: 1 });
    const many = Array(25).fill(face(0));
    const write = db.panel.updateMany({ where: { scene: { storyId } }, data: { faces: many } });
    await expect(write).rejects.toThrow(/panel_faces_bounded/);
  });
});

it("a row that cannot be read fails neither the feed nor the story around it", async () => {
  const storyId = await paintedStory(ada, { scenes: 1, panels: 2 });
  const [bad, good] = await db.panel.findMany({
    where: { scene: { storyId } },
    orderBy: { panelNumber: "asc" },
  });
  await db.panel.update({ where: { id: bad?.id ?? "" }, data: { textBubbles: [{ id: 1 }] } });
  const read = await getReadingStory(storyId);
  expect(read?.scenes.flatMap(({ panels }) => panels.map(({ _id }) => _id))).toEqual([good?.id]);
  const other = await paintedStory(ada, { scenes: 1, panels: 1 });
  const preview = await db.story.findUniqueOrThrow({ where: { id: other } });
  await db.mediaObject.update({
    where: { id: preview.previewMediaId ?? "" },
    data: { variants: [null] },
  });
  const listed = (await crops()).map(([id]) => id);
  expect(listed).toContain(storyId);
  expect(listed).not.toContain(other);
  await db.mediaObject.update({
    where: { id: preview.previewMediaId ?? "" },
    data: { variants: [] },
  });
});

/** Milliseconds that this thread has worked, so that a busy machine does not count; from Node 23.9. */
const worked = () => {
  const { user, system } = process.threadCpuUsage?.() ?? {
    user: performance.now() * 1_000,
    system: 0,
  };
  return (user + system) / 1_000;
};

/** Milliseconds that others wait at most while something is done: of work between two turns. */
async function longestWait(work: () => Promise<unknown>): Promise<number> {
  let worst = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const before = worked();
      await pause(5);
      worst = Math.max(worst, worked() - before);
    }
  })();
  await work();
  isOver = true;
  await watching;
  return worst;
}

describe("S29 an oversized document", () => {
  const numbers = (megabytes: number) =>
    JSON.stringify(documentOf()).replace(
      '"scenes":[]',
      `"scenes":[${"1,".repeat(megabytes * 500_000)}1]`,
    );

  it.each([
    ["12 MB of numbers", () => numbers(12)],
    ["31 MB of numbers", () => numbers(31)],
    ["objects", () => numbers(8).replaceAll("1,", "{},")],
    ["brackets", () => "[".repeat(15_000_000)],
    ["an open text of 15 MB", () => `{"a":"${"x".repeat(15_000_000)}`],
    ["one key of 15 MB", () => `{"${"k".repeat(15_000_000)}":1}`],
    [
      "half a million texts",
      () => JSON.stringify(documentOf({ scenes: Array(500_000).fill("scene") })),
    ],
    [
      "half a million keys",
      () => `{${Array.from({ length: 500_000 }, (_, key) => `"k${key}":1`).join()}}`,
    ],
    [
      "names that are all different",
      () => `[${Array.from({ length: 480_000 }, (_, key) => `{"k${key}":1}`).join()}]`,
    ],
    [
      "takes that are none",
      () => JSON.stringify(documentOf(ofPanels(panelOf({ takes: Array(400_000).fill(1) })))),
    ],
  ])("is refused soon, and delays no other request by 0.2 s: %s", async (_, write) => {
    const body = await archiveOf(write());
    const before = process.memoryUsage().rss;
    let took = 0;
    const wait = await longestWait(async () => {
      const started = performance.now();
      const answer = await send(body);
      took = performance.now() - started;
      expect([answer.status, answer.body.error.code]).toEqual([400, "bad_request"]);
    });
    // Two seconds where nothing else is at work; here others are.
    expect(took).toBeLessThan(5_000);
    expect(wait).toBeLessThan(200);
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(150);
  });
});

describe("S29 a video with endless sample tables", () => {
  const box = (type: string, ...parts: Uint8Array[]) => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + body.length, 0);
    head.write(type, 4, "latin1");
    return Buffer.concat([head, body]);
  };
  const words = (...values: number[]) => {
    const bytes = Buffer.alloc(4 * values.length);
    for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4);
    return bytes;
  };
  const matrix = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

  /** An MP4 of one track with so many entries in its table of times and of sizes. */
  function endless(samples: number): Buffer {
    const visual = Buffer.alloc(78);
    visual.writeUInt16BE(1, 6);
    visual.writeUInt16BE(320, 24);
    visual.writeUInt16BE(240, 26);
    const entries = (width: number) => Buffer.alloc(samples * width, Buffer.of(0, 0, 0, 1));
    const tables = box(
      "stbl",
      box("stsd", words(0, 1), box("avc1", visual)),
      box("stts", words(0, samples), entries(8)),
      box("stsz", words(0, 0, samples), entries(4)),
      box("stsc", words(0, 1, 1, 1, 1)),
      box("stco", words(0, 1, 40)),
    );
    const media = box(
      "mdia",
      box("mdhd", words(0, 0, 0, 1000, 5000, 0x55c40000)),
      box("hdlr", words(0, 0), Buffer.from("vide"), words(0, 0, 0, 0)),
      box("minf", box("vmhd", words(1, 0, 0)), tables),
    );
    const track = box(
      "trak",
      box("tkhd", words(3, 0, 0, 1, 0, 5000, 0, 0, 0, 0), matrix, words(320 << 16, 240 << 16)),
      media,
    );
    const movie = box(
      "mvhd",
      words(0, 0, 0, 1000, 5000, 0x10000, 0x1000000, 0, 0),
      matrix,
      words(0, 0, 0, 0, 0, 0, 2),
    );
    const kind = box("ftyp", Buffer.from("isom"), words(512), Buffer.from("isomiso2avc1mp41"));
    return Buffer.concat([kind, box("moov", movie, track)]);
  }

  it("is refused, and delays no other request", async () => {
    const video = endless(isFullRun ? 4_000_000 : 1_000_000);
    const name = mediaName(video, "mp4");
    const body = await archiveOf([panelOf({ video: name })], { [name]: video });
    const wait = await longestWait(async () => {
      const answer = await send(body);
      expect([answer.status, answer.body.message]).toEqual([
        400,
        "A video in this file cannot be used.",
      ]);
    });
    expect(wait).toBeLessThan(400);
  });
});

it("each type of file in its field is checked by the file's own bytes", async () => {
  const { bytes: video } = await videoOf();
  const picture = await sharp({
    create: { width: 40, height: 50, channels: 3, background: "#99aa22" },
  })
    .jpeg()
    .toBuffer();
  const known = await storePicture(picture, { origin: "photo" });
  const stored = (await storage().get(`${known.sha256}.${known.extension}`))?.bytes ?? picture;
  const webm = mediaName(video, "webm");
  const asJpeg = mediaName(video, "jpg");
  const asVideo = mediaName(picture, "mp4");
  const knownAsVideo = mediaName(stored, "mp4");
  const jpg = mediaName(picture, "jpg");
  const film = takeOf({ kind: "video", file: jpg });
  const cases: [string, object, Record<string, Uint8Array>][] = [
    ["a video as a panel's picture", panelOf({ image: webm }), { [webm]: video }],
    ["a video named as a picture", panelOf({ image: asJpeg }), { [asJpeg]: video }],
    ["a picture named as a video", panelOf({ video: asVideo }), { [asVideo]: picture }],
    ["one that is known here", panelOf({ video: knownAsVideo }), { [knownAsVideo]: stored }],
    [
      "a video as a take's picture",
      panelOf({ takes: [takeOf({ file: webm })] }),
      { [webm]: video },
    ],
    ["a picture as a take's video", panelOf({ takes: [film] }), { [jpg]: picture }],
  ];
  for (const [what, one, files] of cases) {
    const answer = await send(await archiveOf([one], files));
    expect(answer.status, what).toBe(400);
    await db.rateLimit.deleteMany();
  }
  const fine = panelOf({ image: jpg, video: webm });
  await importArchive(await archiveOf([fine], { [jpg]: picture, [webm]: video }), mallory);
});
