import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { archiveTicket, importIncoming } from "@/lib/books/archive/import-service";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { replaceStorage, storage } from "@/lib/platform/storage";
import { bubble, person } from "../http/harness";
import {
  archived,
  archivedOf,
  archiveOf,
  documentOf,
  filesOf,
  importArchive,
  paintedStory,
  sendArchive,
  zipOf,
} from "./support";

const ada = await person("ada");
const bob = await person("bob");

describe("the archive of a story", () => {
  it("of an older version keeps the letters of bubbles by hand", async () => {
    for (const byHand of [false, true]) {
      const storyId = await paintedStory(ada, { scenes: 1, panels: 1 });
      const textBubbles = [{ ...bubble("The lamp"), byHand }];
      await db.panel.updateMany({ where: { scene: { storyId } }, data: { textBubbles } });
      const files = filesOf(await archiveOf(storyId, ada));
      const document = JSON.parse(String(files["story.json"]));
      document.story.oneLetterSize = undefined;
      const older = await zipOf({ ...files, "story.json": JSON.stringify(document) });
      const { body } = await sendArchive(older, bob);
      const copy = await db.story.findUniqueOrThrow({ where: { id: body.data.storyId } });
      expect(copy.oneLetterSize).toBe(!byHand);
    }
  });

  it("re-encodes polyglot pictures, and marks those that a model made", async () => {
    const { document, files } = await archived(ada);
    const [name = ""] = Object.keys(files).filter((one) => one.startsWith("media/"));
    const picture = Buffer.concat([
      Buffer.from(files[name] as Uint8Array),
      Buffer.from("<script>alert(1)</script>"),
    ]);
    const hash = createHash("sha256").update(picture).digest("hex");
    const other = `media/${hash}.jpg`;
    const story = JSON.stringify(document).replaceAll(name, other);
    const storyId = await importArchive(
      await zipOf({ "story.json": story, [other]: picture }),
      bob,
    );
    expect(await db.mediaObject.count({ where: { sha256: hash } })).toBe(0);
    const panel = await db.panel.findFirstOrThrow({
      where: { scene: { storyId } },
      include: { image: true },
    });
    expect(panel.image?.isGenerated).toBe(true);
    const stored = await storage().get(`${panel.image?.sha256}.${panel.image?.extension}`);
    expect(Buffer.from(stored?.bytes ?? []).includes("<script>")).toBe(false);
  });

  it("is imported where its rows hold longer texts than the limits, cut", async () => {
    const storyId = await paintedStory(ada, { scenes: 1, panels: 1 });
    const line = { speaker: "M".repeat(300), kind: "speech", text: "Hm. ".repeat(500) };
    const face = { name: "M".repeat(300), box: { x: 0.9, y: 0.1, width: 0.2, height: 0.2 } };
    const faces = Array(24).fill(face);
    const ofStory = { panel: { scene: { storyId } } };
    await db.panel.updateMany({
      where: ofStory.panel,
      data: { lines: Array(24).fill(line), faces },
    });
    await db.take.updateMany({ where: ofStory, data: { faces } });
    const archive = await archiveOf(storyId, ada);
    const again = documentOf(await archiveOf(await importArchive(archive, bob), bob));
    expect(again.story).toEqual(documentOf(archive).story);
    const [panel] = again.story.scenes[0].panels;
    expect([panel.lines.length, panel.faces.length, panel.takes[0].faces.length]).toEqual([
      24, 24, 24,
    ]);
    expect(panel.lines[0].text.length).toBeLessThanOrEqual(500);
    expect(panel.faces[0].name).toHaveLength(100);
    expect(panel.faces[0].box.x + panel.faces[0].box.width).toBeLessThanOrEqual(1);
    const { body } = await ada.get(`/stories/${storyId}`);
    expect(body.data.scenes[0].panels[0].faces).toHaveLength(24);
  });

  it("is imported where its rows have names that calls refuse, which are numbered", async () => {
    const storyId = await paintedStory(ada, { scenes: 1, panels: 1 });
    await db.character.updateMany({ where: { storyId }, data: { name: "Mara" } });
    const { id: characterId } = await db.character.findFirstOrThrow({
      where: { storyId },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    });
    for (const name of ["\u200b", "\u200c", "coat", "Coat"])
      await db.outfit.create({ data: { characterId, name } });
    const worn = await db.outfit.findFirstOrThrow({ where: { characterId, name: "\u200c" } });
    await db.panel.updateMany({
      where: { scene: { storyId } },
      data: { outfits: { [characterId]: worn.id } },
    });
    const { document, withDocument } = await archivedOf(storyId, ada);
    document.story.tags = ["Sea", "sea"];
    const copyId = await importArchive(await withDocument(document), bob);
    const { story } = documentOf(await archiveOf(copyId, bob));
    expect(story.characters.map(({ name }: { name: string }) => name)).toEqual(["Mara", "Mara 2"]);
    expect(story.characters[0].outfits.map(({ name }: { name: string }) => name)).toEqual([
      "Nameless",
      "Nameless 2",
      "coat",
      "Coat 2",
    ]);
    expect(story.scenes[0].panels[0].outfits).toEqual({ c1: "Nameless 2" });
    expect(story.tags).toEqual(["Sea"]);
  });

  it("is imported with face coordinates of many digits", async () => {
    const { document, withDocument } = await archived(ada);
    const box = { x: 5e-324, y: 1e-300, width: 0.1 + 0.2, height: 1 / 3 };
    const faces = Array(24).fill({ name: "\u0001".repeat(100), box });
    const [panel] = document.story.scenes[0].panels;
    Object.assign(panel, { faces });
    Object.assign(panel.takes[0], { faces });
    const storyId = await importArchive(await withDocument(document), bob);
    const again = documentOf(await archiveOf(storyId, bob));
    expect(again.story.scenes[0].panels[0].faces).toEqual(
      Array(24).fill({ name: "", box: { x: 0, y: 0, width: 0.3, height: 0.333333 } }),
    );
  });

  it("is imported from archives without the field for training", async () => {
    const { document, withDocument } = await archived(ada);
    delete document.story.noTraining;
    const id = await importArchive(await withDocument(document), bob);
    expect((await db.story.findUniqueOrThrow({ where: { id } })).noTraining).toBe(false);
  });

  it("is imported from a ZIP that was unpacked and packed again", async () => {
    const { files: good } = await archived(ada, { scenes: 1, panels: 2 });
    const inFolder = Object.fromEntries(
      Object.entries(good).map(([name, bytes]) => [`The Lamp Room/${name}`, bytes]),
    );
    const added = {
      ".DS_Store": "x",
      "__MACOSX/The Lamp Room/._story.json": "x",
      "media/.DS_Store": "x",
    };
    for (const files of [
      { ...good, ...added },
      { ...inFolder, ...added, "The Lamp Room/media/.DS_Store": "x" },
    ]) {
      const folders = { "The Lamp Room/": "", "media/": "" };
      await importArchive(await zipOf({ ...folders, ...files }), bob);
    }
    // Not in one folder, or with something beside it.
    for (const other of ["Other/story.json", "The Lamp Room/more/story.json", "notes.txt"]) {
      const { status } = await sendArchive(await zipOf({ ...inFolder, [other]: "{}" }), bob);
      expect([other, status]).toEqual([other, 400]);
    }
  });

  it("is imported from the store where it is larger than a picture may be", async () => {
    const { files } = await archived(ada);
    const padded = Buffer.concat([
      Buffer.from(files["story.json"] as Uint8Array),
      Buffer.alloc(11 * 1024 * 1024, " "),
    ]);
    const archive = await zipOf({ ...files, "story.json": padded }, { compress: false });
    expect(archive.byteLength).toBeGreaterThan(10 * 1024 * 1024);
    const sent = new Map<string, Uint8Array>();
    const before = replaceStorage({
      ...storage(),
      directUploads: {
        presign: async (key) => {
          sent.set(key, archive);
          return { url: "https://bucket.example", headers: {} };
        },
        read: async (key, maxBytes) => {
          const bytes = sent.get(key);
          return bytes && bytes.byteLength <= maxBytes ? bytes : null;
        },
        delete: async (keys) => {
          for (const key of keys) sent.delete(key);
        },
        list: async function* () {},
      },
    });
    const limit = env().UPLOAD_BODY_LIMIT;
    Object.assign(env(), { UPLOAD_BODY_LIMIT: 4_500_000 });
    try {
      const { direct } = await archiveTicket(bob.viewer, archive.byteLength);
      const key = direct?.key ?? "";
      const story = await importIncoming(bob.viewer, { key, originalName: "lamps.zip" });
      expect(story.title).toBe("The Lamp Room");
      expect(sent.size).toBe(0);
    } finally {
      replaceStorage(before);
      Object.assign(env(), { UPLOAD_BODY_LIMIT: limit });
    }
  });

  it("is read one at a time for each person", async () => {
    const { archive } = await archived(ada);
    const answers = await Promise.all([ada, ada, bob].map((as) => sendArchive(archive, as)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 503]);
    await importArchive(archive, ada);
  });

  it("is refused where it is hostile, damaged or of another product, and leaves nothing behind", async () => {
    const { archive, document, files: good, withDocument } = await archived(ada);
    const [name = ""] = Object.keys(good).filter((one) => one.startsWith("media/"));
    const renamed = (bytes: Buffer, from: string, to: string) => {
      const copy = Buffer.from(bytes);
      for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1))
        copy.write(to, at);
      return copy;
    };
    const stories = await db.story.count({ where: { authorId: bob.id } });
    const lying = Buffer.from(await zipOf(good));
    // The directory says that the document is small.
    const at = lying.lastIndexOf(Buffer.from("story.json"));
    lying.writeUInt32LE(10, at - 46 + 24);
    const many = Buffer.from(archive);
    many.writeUInt16LE(12_001, many.length - 14);
    many.writeUInt16LE(12_001, many.length - 12);
    const [mara] = document.story.characters;
    const storyWith = (changes: object) =>
      withDocument({ ...document, story: { ...document.story, ...changes } });
    const [scene] = document.story.scenes;
    const panelWith = (changes: object) =>
      storyWith({ scenes: [{ ...scene, panels: [{ ...scene.panels[0], ...changes }] }] });
    const line = { speaker: "Mira", kind: "speech", text: "Who is there?" };
    const face = { name: "Mira", box: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 } };
    const [shown] = scene.panels[0].takes;
    const long = "a".repeat(4e6);
    const media = (ending: string) => `media/${"a".repeat(64)}.${ending}`;
    const changesOf = (length: number, outfit: string | null) =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`c${index}`, outfit]));
    const hostile: Record<string, Buffer> = {
      "a line of megabytes": await panelWith({ lines: [{ ...line, text: long }] }),
      "a speaker of megabytes": await panelWith({ lines: [{ ...line, speaker: long }] }),
      "25 lines": await panelWith({ lines: Array(25).fill(line) }),
      "a face with a name of megabytes": await panelWith({ faces: [{ ...face, name: long }] }),
      "140,000 faces": await panelWith({ faces: Array(140_000).fill(face) }),
      "25 faces of a take": await panelWith({ takes: [{ ...shown, faces: Array(25).fill(face) }] }),
      "a face that is none": await panelWith({ faces: [{ ...face, box: null }] }),
      "a title of nothing to see": await storyWith({ title: "\u200b\u200b" }),
      "a tag of nothing to see": await storyWith({ tags: ["\u3164"] }),
      "an outfit of nothing to see": await storyWith({
        characters: [{ ...mara, outfits: [{ name: "\u200b", description: "" }] }],
      }),
      "26 outfits": await panelWith({ outfits: changesOf(26, "raincoat") }),
      "44 changes of clothes": await panelWith({ outfits: changesOf(44, null) }),
      "a person called a place": await storyWith({ characters: [{ ...mara, key: "l1" }] }),
      "two people in one": await storyWith({ characters: [mara, mara] }),
      "the year 0": await withDocument({ ...document, exportedAt: "0000-01-01T00:00:00Z" }),
      "no archive": Buffer.from("PK not really"),
      empty: Buffer.alloc(0),
      "no story": await zipOf({ "a.txt": "hello" }),
      "a name that leads out": renamed(
        await zipOf({ ...good, "xx/story.json": "{}" }),
        ...(["xx/story.json", "../story.json"] as const),
      ),
      "an absolute name": renamed(
        await zipOf({ ...good, "x/tmp/story": "{}" }),
        ...(["x/tmp/story", "//tmp/story"] as const),
      ),
      "a foreign type": await zipOf({ ...good, [media("svg")]: "<svg/>" }),
      "a file that the document does not name": await zipOf({ ...good, [media("jpg")]: "x" }),
      "a wrong hash": await zipOf({ ...good, [name]: Buffer.from("not that picture") }),
      "a missing picture": await zipOf({ "story.json": good["story.json"] ?? "" }),
      "a bomb": await withDocument(" ".repeat(33 * 1024 * 1024)),
      "a lie about sizes": lying,
      "too many files": many,
      "no JSON": await withDocument("{"),
      "another version": await withDocument({ ...document, version: 9 }),
      "unknown fields": await storyWith({ scenes: [{ ...scene, owner: ada.id }] }),
      "cut short": archive.subarray(0, archive.length - 30),
    };
    for (const [what, bytes] of Object.entries(hostile)) {
      await db.rateLimit.deleteMany();
      const { status, body } = await sendArchive(bytes, bob);
      expect([what, status], body?.message).toEqual([what, 400]);
      expect(body.message, what).toMatch(/^This file cannot be imported: .*\.$/);
    }
    expect(await db.story.count({ where: { authorId: bob.id } })).toBe(stories);
  }, 90_000);
});
