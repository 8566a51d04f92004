import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { encodeLossless } from "@/lib/media/encoder/pictures.mjs";
import { cropAround, spotOf } from "@/lib/media/repair/crop";
import type { MaskShapes } from "@/lib/media/repair/mask";
import { blendSpot, cropPicture, maskPng } from "@/lib/media/repair/repair";
import { repairFigures } from "@/tests/support/repair-figures";

/** A picture with gradients, edges and fine lines. */
function picture(width: number, height: number, opacity = 1): Sharp {
  const stripes = Array.from({ length: 40 }, (_, at) => {
    const x = (at * width) / 40;
    return `<path d="M${x} 0q${width / 5} ${height / 2} 0 ${height}" stroke="hsl(${at * 9} 60% ${30 + at}%)" stroke-width="${1 + (at % 4)}" fill="none"/>`;
  });
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="g" x2="1" y2="1"><stop stop-color="#274060"/><stop offset="1" stop-color="#e8b878"/></linearGradient><rect width="100%" height="100%" fill="url(#g)" opacity="${opacity}"/>${stripes.join("")}<circle cx="50%" cy="45%" r="20%" fill="#c33"/></svg>`,
    ),
  );
}

const mask: MaskShapes = {
  strokes: [
    {
      points: [
        [0.4, 0.4],
        [0.5, 0.5],
        [0.6, 0.42],
      ],
      width: 0.12,
    },
  ],
  boxes: [{ x: 0.3, y: 0.55, width: 0.2, height: 0.15 }],
};

/** What a painter makes of the part that it is sent: something new in its middle, and its faults. */
const painters: Record<string, (crop: Uint8Array) => Promise<Buffer>> = {
  "as it should": (crop) => painted(crop),
  "in another size": async (crop) =>
    sharp(await painted(crop))
      .resize(640, 700, { fit: "fill" })
      .jpeg({ quality: 80 })
      .toBuffer(),
  "moved by pixels": async (crop) => {
    const moved = { left: 6, top: 4, right: 0, bottom: 0 };
    const { width, height } = await sharp(crop).metadata();
    const wide = await sharp(await painted(crop))
      .extend({ ...moved, extendWith: "copy" })
      .png()
      .toBuffer();
    return sharp(wide).extract({ left: 0, top: 0, width, height }).png().toBuffer();
  },
  brighter: async (crop) =>
    sharp(await painted(crop))
      .linear(1.2, 12)
      .jpeg()
      .toBuffer(),
  "darker and yellow": async (crop) =>
    sharp(await painted(crop))
      .linear([0.8, 0.8, 0.6], [0, 0, 0])
      .webp()
      .toBuffer(),
  "as something else": async (crop) =>
    sharp(crop).negate({ alpha: false }).blur(5).png().toBuffer(),
};

const painted = async (crop: Uint8Array) => {
  const { width, height } = await sharp(crop).metadata();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="50%" cy="50%" r="12%" fill="#2f6"/></svg>`;
  return sharp(crop)
    .flatten()
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
};

const sources: Record<string, () => Promise<Buffer>> = {
  JPEG: () => picture(480, 640).flatten().jpeg({ quality: 86 }).toBuffer(),
  PNG: () => picture(640, 427).flatten().png().toBuffer(),
  WebP: () => picture(450, 450).flatten().webp({ quality: 82 }).toBuffer(),
  "WebP with transparency": () => picture(400, 600, 0.5).webp({ quality: 90 }).toBuffer(),
  "grey JPEG": () => picture(500, 500).flatten().toColourspace("b-w").jpeg().toBuffer(),
};

async function repaired(source: Uint8Array, paint: (crop: Uint8Array) => Promise<Buffer>) {
  const { width, height } = await sharp(source).metadata();
  const size = { width, height };
  const crop = cropAround(spotOf(mask, size), size);
  const part = await paint(await cropPicture(source, crop));
  const blended = await blendSpot(source, { painted: part, mask, crop });
  const { bytes } = await encodeLossless(blended, "model");
  return bytes;
}

describe("repair of one spot", () => {
  it.each([
    ...Object.keys(painters).map((painter) => ["JPEG", painter] as const),
    ...Object.keys(sources).map((format) => [format, "brighter"] as const),
    ["WebP", "as something else"] as const,
  ])("of a %s, painted %s", async (format, painter) => {
    const source = await sources[format]?.();
    const paint = painters[painter];
    if (!source || !paint) throw new Error("no such case");
    const figures = await repairFigures(source, await repaired(source, paint), mask);
    expect(figures.changedOutside).toBe(0);
    expect(figures.seam).toBeLessThanOrEqual(2);
    expect(figures.step).toBeLessThanOrEqual(2);
    expect(figures.change).toBeGreaterThan(4);
  });

  it("undoes what a painter has moved and tinted: only what is new differs", async () => {
    const source = await sources.PNG?.();
    if (!source) throw new Error("no source");
    const changeOf = async (name: string) => {
      const paint = painters[name];
      if (!paint) throw new Error("no painter");
      return (await repairFigures(source, await repaired(source, paint), mask)).change;
    };
    const asItShould = await changeOf("as it should");
    expect(await changeOf("moved by pixels")).toBeLessThan(asItShould * 1.15);
    expect(await changeOf("brighter")).toBeLessThan(asItShould * 1.35);
  });

  it("changes nothing outside after several repairs", async () => {
    const first = await picture(400, 400).flatten().jpeg().toBuffer();
    const second = await repaired(first, (crop) => painted(crop));
    const third = await repaired(second, (crop) => sharp(crop).flatten().blur(4).jpeg().toBuffer());
    expect(await repairFigures(first, third, mask)).toMatchObject({ changedOutside: 0 });
  });

  it("refuses what is no picture", async () => {
    const source = await picture(200, 200).flatten().png().toBuffer();
    await expect(repaired(source, async () => Buffer.from("sorry"))).rejects.toMatchObject({
      code: "invalid_image",
    });
  });

  it("draws the mask as a PNG of the picture's size", async () => {
    const png = sharp(await maskPng(mask, { width: 300, height: 200 }));
    expect(await png.metadata()).toMatchObject({ format: "png", width: 300, height: 200 });
    const levels = new Set(await png.raw().toBuffer());
    expect([...levels].toSorted()).toEqual([0, 255]);
  });
});
