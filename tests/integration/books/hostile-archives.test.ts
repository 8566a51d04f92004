import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { readFeed } from "@/lib/stories/feed-queries";
import { getReadingStory } from "@/lib/stories/queries";
import { videoOf } from "../generation/support";
import { call, type Person, person } from "../http/harness";
import { callRaw, paintedStory } from "./support";

let ada: Person;
let mallory: Person;

beforeAll(async () => {
  ada = await person("ada");
  mallory = await person("mallory");
});
afterEach(async () => {
  await db.rateLimit.deleteMany();
});

const head = {
  format: "inkwright-story-archive",
  version: 1,
  from: "",
  exportedAt: "2026-01-01T00:00:00Z",
};
const story = (more: object) => ({
  ...head,
  story: {
    ...{ title: "Imported", description: "A stranger's.", tags: [], artStyle: "ink" },
    ...{ aspectRatio: "3:4", panels: 1, defaultPanels: 1, imageGenerationModel: "seedream-4" },
    ...{ rating: "everyone", isRemix: false, originalStoryTitle: null, cover: null },
    ...{ characters: [], locations: [], scenes: [], ...more },
  },
});
const panel = (more: object) => ({
  ...{ shot: "wide", imagePrompt: "a lighthouse", altText: "alt", characters: [], location: null },
  ...{ lines: [], textBubbles: [], faces: [], image: null, video: null, videoPrompt: "" },
  ...{ takes: [], ...more },
});
const ofPanels = (...panels: object[]) => ({
  scenes: [
    {
      ...{ title: "S", description: "d", prompt: "p", layout: null },
      ...{ characters: [], locations: [], panels },
    },
  ],
});
const take = (more: object) => ({
  ...{ kind: "image", source: "generated", original: null, prompt: "", model: "", faces: [] },
  ...{ createdAt: "2026-01-01T00:00:00Z", ...more },
});

async function zipOf(document: unknown, files: Record<string, Uint8Array> = {}): Promise<Buffer> {
  const zip = new ZipFile();
  const text = typeof document === "string" ? document : JSON.stringify(document);
  zip.addBuffer(Buffer.from(text), "story.json");
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(Buffer.from(bytes), name);
  zip.end();
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Uint8Array>));
}
const nameOf = (bytes: Uint8Array, extension: string) =>
  `media/${createHash("sha256").update(bytes).digest("hex")}.${extension}`;

const send = (body: Uint8Array, as = mallory) =>
  callRaw("POST", "/stories/import", {}, { as, body, type: "application/zip" });

/** The public cover of a story, as every visitor can save it. */
async function coverOf(storyId: string) {
  const { preview } = await db.story.findUniqueOrThrow({
    where: { id: storyId },
    include: { preview: true },
  });
  const file = `${preview?.sha256}.${preview?.extension}`;
  return { name: `media/${file}`, bytes: (await storage().get(file))?.bytes ?? new Uint8Array() };
}

const face = (y: number, name = "") => ({ name, box: { x: 0, y, width: 0.05, height: 0.05 } });
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
    const answer = await send(
      await zipOf(story(ofPanels(panel({ image: name, faces: [face(y)] }))), { [name]: bytes }),
    );
    expect([answer.status, answer.body?.message]).toEqual([201, undefined]);
    expect(await crops()).toEqual(before);
  });

  it("that number 140,000 appear in no list", async () => {
    const storyId = await paintedStory(ada, { scenes: 1, panels: 1 });
    const before = await crops();
    const { name, bytes } = await coverOf(storyId);
    const faces = Array(140_000).fill({ name: "", box: { x: 0, y: 0, width: 0, height: 0 } });
    const document = story(ofPanels(panel({ image: name, faces })));
    await send(await zipOf(document, { [name]: bytes }));
    expect(await crops()).toEqual(before);
    const stored = await db.$queryRaw<{ most: number }[]>`
      SELECT max(jsonb_array_length(faces)) AS most FROM panel`;
    expect(stored[0]?.most).toBeLessThanOrEqual(24);
  });

  it("are limited in every row by a constraint of the database", async () => {
    const storyId = await paintedStory(ada, { scenes: 1, panels: 1 });
    const many = Array(25).fill(face(0));
    const write = db.panel.updateMany({ where: { scene: { storyId } }, data: { faces: many } });
    await expect(write).rejects.toThrow(/panel_faces_bounded/);
  });
});

describe("a row that cannot be read", () => {
  it("fails neither the feed nor the story around it", async () => {
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
    JSON.stringify(story({})).replace(
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
    ["half a million texts", () => JSON.stringify(story({ scenes: Array(500_000).fill("scene") }))],
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
      () => JSON.stringify(story(ofPanels(panel({ takes: Array(400_000).fill(1) })))),
    ],
  ])("is refused soon, and delays no other request by 0.2 s: %s", async (_, write) => {
    const body = await zipOf(write());
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
    const video = endless(4_000_000);
    const name = nameOf(video, "mp4");
    const body = await zipOf(story(ofPanels(panel({ video: name }))), { [name]: video });
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

describe("each type of file in its field", () => {
  it("is checked by the file's own bytes", async () => {
    const { bytes: video } = await videoOf();
    const picture = await sharp({
      create: { width: 40, height: 50, channels: 3, background: "#99aa22" },
    })
      .jpeg()
      .toBuffer();
    const known = await storePicture(picture, { origin: "photo" });
    const stored = (await storage().get(`${known.sha256}.${known.extension}`))?.bytes ?? picture;
    const webm = nameOf(video, "webm");
    const asJpeg = nameOf(video, "jpg");
    const asVideo = nameOf(picture, "mp4");
    const knownAsVideo = nameOf(stored, "mp4");
    const cases: [string, object, Record<string, Uint8Array>][] = [
      ["a video as a panel's picture", panel({ image: webm }), { [webm]: video }],
      ["a video named as a picture", panel({ image: asJpeg }), { [asJpeg]: video }],
      ["a picture named as a video", panel({ video: asVideo }), { [asVideo]: picture }],
      ["one that is known here", panel({ video: knownAsVideo }), { [knownAsVideo]: stored }],
      ["a video as a take's picture", panel({ takes: [take({ file: webm })] }), { [webm]: video }],
      [
        "a picture as a take's video",
        panel({ takes: [take({ kind: "video", file: nameOf(picture, "jpg") })] }),
        { [nameOf(picture, "jpg")]: picture },
      ],
    ];
    for (const [what, one, files] of cases) {
      const answer = await send(await zipOf(story(ofPanels(one)), files));
      expect(answer.status, what).toBe(400);
      await db.rateLimit.deleteMany();
    }
    const fine = panel({ image: nameOf(picture, "jpg"), video: webm });
    const answer = await send(
      await zipOf(story(ofPanels(fine)), { [nameOf(picture, "jpg")]: picture, [webm]: video }),
    );
    expect([answer.status, answer.body?.message]).toEqual([201, undefined]);
  });
});

describe("the origin of a picture that an archive claims", () => {
  const paintedByOf = async (storyId: string) =>
    (await call("GET", "/stories/{storyId}", { as: mallory, params: { storyId } })).body.data
      .paintedBy;

  const red = (width: number) =>
    sharp({ create: { width, height: 300, channels: 3, background: "#aa2233" } })
      .png()
      .toBuffer();

  async function imported(bytes: Uint8Array, extension: string, more: object) {
    const name = nameOf(bytes, extension);
    const takes = [take({ file: name, ...more })];
    const answer = await send(
      await zipOf(story(ofPanels(panel({ image: name, takes }))), { [name]: bytes }),
    );
    expect([answer.status, answer.body?.message]).toEqual([201, undefined]);
    return answer.body.data.storyId as string;
  }

  /** As on another site: no row is left of it. */
  async function foreign(bytes: Uint8Array, from: Parameters<typeof storePicture>[1]) {
    const { id, sha256, extension } = await storePicture(bytes, from);
    const file = (await storage().get(`${sha256}.${extension}`))?.bytes ?? new Uint8Array();
    await db.mediaObject.delete({ where: { id } });
    return { file: new Uint8Array(file), extension };
  }

  it("yields to the file's own: of the demo studio", async () => {
    const { file, extension } = await foreign(await red(301), {
      origin: "drawn",
      agent: "Inkwright demo studio",
    });
    const storyId = await imported(file, extension, { model: "Seedream 4" });
    expect(await paintedByOf(storyId)).toEqual(["Demo studio"]);
  });

  it("yields to the file's own: of a model, where the archive names none", async () => {
    const { file, extension } = await foreign(await red(302), {
      origin: "model",
      agent: "Replicate: seedream-4",
    });
    const storyId = await imported(file, extension, { source: "uploaded", model: "" });
    expect(await paintedByOf(storyId)).toEqual(["seedream-4"]);
  });

  it("is not repeated where the file names an unknown model", async () => {
    const { file, extension } = await foreign(await red(303), {
      origin: "model",
      agent: "Replicate: Rembrandt",
    });
    expect(await paintedByOf(await imported(file, extension, { model: "Rembrandt" }))).toEqual([]);
  });

  it("does not turn a signed upload into a model's picture", async () => {
    const { file, extension } = await foreign(await red(304), {
      origin: "photo",
      uploaderId: ada.id,
    });
    expect(await paintedByOf(await imported(file, extension, { model: "seedream-4" }))).toBeNull();
  });

  it("marks an unsigned picture that it calls generated, without a model's name", async () => {
    const storyId = await imported(await red(305), "png", { model: "Seedream 4" });
    expect(await paintedByOf(storyId)).toEqual([]);
  });

  it("and a remix keeps the origin of its pictures", async () => {
    const storyId = await paintedStory(ada, { scenes: 1, panels: 1 });
    const { previewMediaId } = await db.story.findUniqueOrThrow({ where: { id: storyId } });
    await db.mediaObject.update({
      where: { id: previewMediaId ?? "" },
      data: { madeBy: "Demo studio" },
    });
    const remix = await call("POST", "/stories/{storyId}/remix", {
      as: mallory,
      params: { storyId },
    });
    expect(remix.body.data.paintedBy).toEqual(["Demo studio"]);
  });
});
