import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import type { PaintedImage, PaintRequest } from "@/lib/ai/painter";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import type { MaskShapes } from "@/lib/media/repair/mask";
import { prepareVariants } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { repairFigures } from "@/tests/support/repair-figures";
import {
  type Author,
  freshAuthor,
  playEvents,
  provide,
  scriptOf,
  TestAnimator,
  TestPainter,
  TestWriter,
} from "../support";
import { ask, imageJob, jobOf, type Place, panelWithPicture, takes, target } from "./take-requests";

const mask: MaskShapes = {
  strokes: [
    {
      points: [
        [0.3, 0.3],
        [0.4, 0.4],
      ],
      width: 0.15,
    },
  ],
  boxes: [],
};
const other: MaskShapes = { strokes: [], boxes: [{ x: 0.6, y: 0.6, width: 0.3, height: 0.2 }] };

let author: Author;
let place: Place;
beforeEach(async () => {
  author = await freshAuthor();
  place = await panelWithPicture(author);
});

/** Sends back what it was sent, brighter, with a disc in the middle and in another size. */
async function paintOver({ initialImage }: PaintRequest): Promise<Partial<PaintedImage>> {
  const { width, height } = await sharp(initialImage?.bytes).metadata();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="50%" cy="50%" r="15%" fill="#f4a"/></svg>`;
  const drawn = await sharp(initialImage?.bytes)
    .composite([{ input: Buffer.from(svg) }])
    .linear(1.1, 5)
    .jpeg()
    .toBuffer();
  return { bytes: await sharp(drawn).resize(500, 480, { fit: "fill" }).jpeg().toBuffer() };
}

function givePainter(takesMask = false) {
  const painter = Object.assign(new TestPainter(paintOver), { takesMask: () => takesMask });
  provide(new TestWriter([scriptOf(1)]), painter, new TestAnimator());
  return painter;
}

const bytesAt = async (url: string) =>
  (await storage().get(url.replace("/media/", "")))?.bytes ?? new Uint8Array();

const edit = (initialImageUrl: string, more: object = {}) => ({
  ...target(place),
  prompt: "a pink lantern",
  initialImageUrl,
  isRefineMode: true,
  ...more,
});

async function repair(url: string, where: MaskShapes, more: object = {}) {
  const jobId = await jobOf(author, "generate-image", edit(url, { mask: where, ...more }));
  await playEvents();
  const { result } = await imageJob(author, jobId);
  return result as { imageUrl: string; note?: string };
}

describe("repair of one spot", () => {
  it("changes no pixel outside the mask, nor does the repair of a repair", async () => {
    const painter = givePainter();
    const first = await repair(place.imageUrl, mask);
    const second = await repair(first.imageUrl, other);
    const steps = [
      [place.imageUrl, first.imageUrl, mask],
      [first.imageUrl, second.imageUrl, other],
    ] as const;
    for (const [before, after, where] of steps) {
      const figures = await repairFigures(await bytesAt(before), await bytesAt(after), where);
      expect(figures.changedOutside).toBe(0);
      expect(figures.seam).toBeLessThanOrEqual(2);
      expect(figures.change).toBeGreaterThan(2);
    }
    const [crop] = painter.requests;
    expect(crop).toMatchObject({ width: 1024, height: 1024 });
    expect(crop?.mask).toBeUndefined();
    expect(crop?.prompt).toBe("a pink lantern (only in the middle of the picture)");
    expect(await sharp(crop?.initialImage?.bytes).metadata()).toMatchObject({ width: 438 });
    expect((await takes(author, place))[0]).toMatchObject({
      source: "edited",
      prompt: "a pink lantern",
      url: second.imageUrl,
      originalImageUrl: first.imageUrl,
    });
  });

  it("stores it without loss, and smaller encodings as of any picture", async () => {
    givePainter();
    const { imageUrl } = await repair(place.imageUrl, mask);
    expect(imageUrl).toMatch(/\.webp$/);
    const { id, ...row } = await db.mediaObject.findFirstOrThrow({
      where: { sha256: imageUrl.replace(/^\/media\/|\.webp$/g, "") },
    });
    expect(row).toMatchObject({ width: 768, height: 1024, mediaType: "image/webp" });
    await prepareVariants(id);
    const { variants } = await db.mediaObject.findUniqueOrThrow({ where: { id } });
    expect(variants).not.toEqual([]);
  });

  it("gives painters that take one the mask with the whole picture", async () => {
    const painter = givePainter(true);
    await repair(place.imageUrl, other);
    const [request] = painter.requests;
    expect(request).toMatchObject({ width: 768, height: 1024, prompt: "a pink lantern" });
    expect(request?.initialImage?.bytes).toHaveLength((await bytesAt(place.imageUrl)).length);
    expect(request?.mask?.box.x).toBeCloseTo(0.6, 2);
    expect(request?.mask?.box.height).toBeCloseTo(0.2, 2);
    const png = sharp(request?.mask?.png);
    expect(await png.metadata()).toMatchObject({ format: "png", width: 768, height: 1024 });
    const area = (await png.stats()).channels[0]?.mean ?? 0;
    expect(area / 255).toBeCloseTo(0.06, 2);
  });

  it("takes what was painted with a mask for the whole picture, also if none is taken by then or none was recorded", async () => {
    const urls: string[] = [];
    for (const [last, recorded] of [[9], [0], [9, {}]] as const) {
      const painter = givePainter();
      const answer = async (request: PaintRequest) => {
        if (recorded)
          await db.job.updateMany({ where: { status: "processing" }, data: { result: recorded } });
        return paintOver(request);
      };
      Object.assign(painter, { answer, takesMask: () => painter.requests.length <= last });
      urls.push((await repair(place.imageUrl, other)).imageUrl);
    }
    const pixels = urls.map(async (url) =>
      sharp(await bytesAt(url))
        .raw()
        .toBuffer(),
    );
    const [usual, ...others] = await Promise.all(pixels);
    for (const other of others) expect(other.equals(usual ?? Buffer.of())).toBe(true);
  });

  it("repairs a portrait", async () => {
    givePainter();
    const character = await db.character.findFirstOrThrow({ where: { storyId: place.storyId } });
    const ofPortrait = {
      sceneId: undefined,
      panelNumber: undefined,
      characterId: character.id,
    };
    const { imageUrl } = await repair(place.imageUrl, mask, ofPortrait);
    const figures = await repairFigures(
      await bytesAt(place.imageUrl),
      await bytesAt(imageUrl),
      mask,
    );
    expect(figures.changedOutside).toBe(0);
    const { primaryMediaId } = await db.character.findUniqueOrThrow({
      where: { id: character.id },
    });
    const shown = await db.mediaObject.findUniqueOrThrow({ where: { id: primaryMediaId ?? "" } });
    expect(imageUrl).toContain(shown.sha256);
  });

  it("asks once for the same spot and words, and again for another spot", async () => {
    givePainter();
    const request = (where: MaskShapes) =>
      jobOf(author, "generate-image", edit(place.imageUrl, { mask: where }));
    const first = await request(mask);
    expect(await request(structuredClone(mask))).toBe(first);
    expect(await request(other)).not.toBe(first);
    expect(await jobOf(author, "generate-image", edit(place.imageUrl))).not.toBe(first);
  });

  it("is an ordinary edit where the mask covers the whole picture", async () => {
    const painter = givePainter(true);
    const boxes = [{ x: 0, y: 0, width: 1, height: 1 }];
    const { imageUrl } = await repair(place.imageUrl, { strokes: [], boxes });
    expect(imageUrl).toMatch(/\.jpg$/);
    expect(painter.requests[0]?.mask).toBeUndefined();
  });

  it.each([
    [{ strokes: [], boxes: [] }, /mark the spot/],
    [{ strokes: [{ points: [[0.5, 0.5]], width: 0.006 }], boxes: [] }, /too small/],
  ])("refuses %j in a sentence", async (where, message) => {
    givePainter();
    const answer = await ask(author, "generate-image", edit(place.imageUrl, { mask: where }), 400);
    expect(JSON.stringify(answer)).toMatch(message);
  });

  it("refuses a mask without a picture to change", async () => {
    givePainter();
    const body = { ...target(place), prompt: "a pink lantern", mask };
    expect(JSON.stringify(await ask(author, "generate-image", body, 400))).toMatch(/isRefineMode/);
  });
});

describe("repair by the demo studio", () => {
  beforeEach(() => provide(new TestWriter([scriptOf(1)]), createDemoPainter()));

  it("repaints its own picture within the mask, and says what it cannot draw there", async () => {
    const jobId = await jobOf(author, "regenerate-panel", {
      ...target(place),
      storyId: undefined,
      choose: false,
      prompt: "Full shot of Mara on the pier at noon",
    });
    await playEvents();
    const { imageUrl } = (await imageJob(author, jobId)).result;
    const night = await repair(imageUrl, other, { prompt: "make it night" });
    const figures = await repairFigures(
      await bytesAt(imageUrl),
      await bytesAt(night.imageUrl),
      other,
    );
    expect(figures.changedOutside).toBe(0);
    expect(figures.seam).toBeLessThanOrEqual(2);
    expect(figures.change).toBeGreaterThan(10);
    expect(night.note).toBeUndefined();
    const corner = { strokes: [], boxes: [{ x: 0, y: 0, width: 0.1, height: 0.1 }] };
    const hat = await repair(imageUrl, corner, { prompt: "a red hat" });
    expect(hat.note).toBe("I cannot draw “a red hat” in that spot.");
  });

  it("changes light and colours within the mask of any other picture", async () => {
    const { imageUrl } = await repair(place.imageUrl, other, { prompt: "make it night" });
    const figures = await repairFigures(
      await bytesAt(place.imageUrl),
      await bytesAt(imageUrl),
      other,
    );
    expect(figures.changedOutside).toBe(0);
    expect(figures.seam).toBeLessThanOrEqual(2);
    expect(figures.change).toBeGreaterThan(4);
  });
});
