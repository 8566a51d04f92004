import sharp, { type Matrix3x3 } from "sharp";
import type { PaintRequest } from "@/lib/ai/painter";
import { AppError } from "@/lib/platform/errors";
import { chooseCamera, pictureSize } from "./camera";
import { svgOf } from "./compose";
import type { Pixels } from "./finish/pixels";
import { chooseLight } from "./light";
import { chooseLook } from "./looks";
import { paintAir } from "./plates";
import { hash, random } from "./random";
import { readScene } from "./reading";
import { paintMoon, paintWeather } from "./sky";
import { Stage } from "./stage";
import words from "./tables.json" with { type: "json" };
import { paintFlying } from "./things";

/** How a refinement changes every pixel: factors per channel, contrast, saturation and brightness. */
const plain = { gain: [1, 1, 1], contrast: 1, saturation: 1, lift: 0, vignette: 0 };
type Regrade = typeof plain;
const wishes: (Partial<Regrade> & { words: string })[] = words.wishes;

function regradeFor(prompt: string, seed: string): Regrade {
  const found = wishes.filter((wish) => new RegExp(`\\b(?:${wish.words})\\b`, "i").test(prompt));
  if (found.length === 0) {
    // Nothing the studio knows how to change: another hour of the day, so that something is new.
    const chance = random(`refine:${hash(prompt)}:${seed}`);
    const warm = chance.range(0.84, 1.16);
    const gain = [warm, chance.range(0.96, 1.04), 2 - warm];
    return { gain, contrast: 1.06, saturation: chance.range(1.05, 1.25), lift: 0, vignette: 0.2 };
  }
  return found.reduce<Regrade>(
    (sum, { gain = plain.gain, contrast = 1, saturation = 1, lift = 0, vignette = 0 }) => ({
      gain: sum.gain.map((value, index) => value * (gain[index] ?? 1)),
      contrast: sum.contrast * contrast,
      saturation: sum.saturation * saturation,
      lift: sum.lift + lift,
      vignette: Math.min(0.6, sum.vignette + vignette),
    }),
    plain,
  );
}

/** Dark corners, weather and things of the sky that the wish names, as SVG over the picture. */
function overlay(request: PaintRequest, vignette: number): string {
  const { prompt, artStyle, seed } = request;
  const size = pictureSize(request.width, request.height);
  const { width, height } = size;
  const reading = { ...readScene(request), air: "open" as const };
  const camera = chooseCamera("wide", 0, size, random(seed));
  const look = { ...chooseLook(artStyle), tonal: false };
  const stage = new Stage(camera, look, chooseLight(reading, 1), reading, `refine:${seed}`);
  const asked = (pattern: RegExp) => pattern.test(prompt);
  paintWeather(stage);
  if (asked(/\b(moon|moonlit|moonlight)\b/i))
    paintMoon(stage, width * 0.78, height * 0.13, height * 0.05);
  if (asked(/\b(stars|starry|starlit)\b/i))
    paintAir(stage, "stars", { at: [0, 0, Math.max(width, height * 0.75)] });
  paintFlying(stage, reading.props, height * 0.4);
  if (asked(/\b(sun(?:shine|ny|light|rays?)?|rays|glow\w*|magic\w*|lantern|lamp)\b/i))
    stage.put(0.5, (pen) => pen.glow(width * 0.8, height * 0.1, width * 0.75, "#ffe6a8", 0.6));
  const stops = [0, 0.25, 0.5, 0.75, 1].map(
    (at) => `<stop offset="${at}" stop-opacity="${vignette * at ** 2}"/>`,
  );
  const corners = `<radialGradient id="corners" r=".71">${stops.join("")}</radialGradient><rect width="${width}" height="${height}" fill="url(#corners)"/>`;
  return svgOf(stage, request, corners + stage.markup());
}

/**
 * Changes a given picture as the prompt asks: light, weather, mood, things in the sky.
 * @throws AppError `image_failed` when the picture cannot be read
 */
export async function refine(request: PaintRequest, bytes: Uint8Array): Promise<Pixels> {
  const { width, height, prompt, signal } = request;
  const data = await sharp(bytes, { limitInputPixels: 64_000_000 })
    .rotate()
    .resize(width, height, { fit: "cover" })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer()
    .catch((cause: unknown) => {
      const text = "The picture to start from could not be read. Try another one.";
      throw new AppError("image_failed", text, { cause });
    });
  const { gain, saturation, contrast, lift, vignette } = regradeFor(prompt, request.seed);
  // Each channel is the picture's grey and what is left of its own colour.
  const matrix = gain.map((_, row) =>
    [0.299, 0.587, 0.114].map(
      (share, column) =>
        (gain[column] ?? 1) * (share * (1 - saturation) + (row === column ? saturation : 0)),
    ),
  ) as unknown as Matrix3x3;
  const graded = await sharp(data, { raw: { width, height, channels: 3 } })
    .recomb(matrix)
    .linear(contrast, 255 * (0.5 - 0.5 * contrast + lift))
    .raw()
    .toBuffer();
  const covered = await sharp(graded, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(overlay(request, vignette)) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  signal?.throwIfAborted();
  return { data: covered, width, height };
}
