import sharp from "sharp";
import type { PaintRequest } from "@/lib/ai/painter";
import { AppError } from "@/lib/platform/errors";
import { chooseCamera, pictureSize } from "./camera";
import { byte, eachRow, type Pixels } from "./finish/pixels";
import { chooseLight } from "./light";
import { chooseLook, type Look } from "./looks";
import { noiseTile, tileSize } from "./noise";
import { hash, random } from "./random";
import { readScene } from "./reading";
import { flyingThings } from "./settings/things";
import { paintMoon, paintStars } from "./sky";
import { Stage } from "./stage";
import { paintWeather } from "./weather";

/** How a refinement changes every pixel: factors per channel, contrast, saturation and brightness. */
interface Regrade {
  gain: readonly [number, number, number];
  contrast: number;
  saturation: number;
  lift: number;
  vignette: number;
}

const plain: Regrade = { gain: [1, 1, 1], contrast: 1, saturation: 1, lift: 0, vignette: 0 };

const wishes: [RegExp, Partial<Regrade>][] = [
  [
    /\b(night|midnight|moonlit|moonlight|dark(?:er|ness)?)\b/i,
    { gain: [0.42, 0.5, 0.86], contrast: 1.05, saturation: 0.85, vignette: 0.35 },
  ],
  [
    /\b(sunset|dusk|golden hour|evening|warm(?:er|th)?|cosy|cozy|orange light)\b/i,
    { gain: [1.12, 0.92, 0.68], contrast: 1.04, saturation: 1.12, vignette: 0.15 },
  ],
  [
    /\b(dawn|sunrise|morning|pink)\b/i,
    { gain: [1.08, 0.95, 0.92], contrast: 0.96, saturation: 1.02, lift: 0.05 },
  ],
  [
    /\b(cold(?:er)?|cool(?:er)?|winter|ic[ey]|blue(?:r|ish)?)\b/i,
    { gain: [0.84, 0.97, 1.14], saturation: 0.86 },
  ],
  [
    /\b(rain\w*|storm\w*|gloomy|grey|gray|moody|dramatic)\b/i,
    { gain: [0.74, 0.8, 0.88], contrast: 1.08, saturation: 0.7, vignette: 0.28 },
  ],
  [
    /\b(fog\w*|mist\w*|haz[ey])\b/i,
    { gain: [0.96, 0.98, 1], contrast: 0.72, saturation: 0.66, lift: 0.14 },
  ],
  [
    /\b(bright(?:er)?|sunny|sunshine|daylight|lighter)\b/i,
    { gain: [1.1, 1.07, 1], contrast: 1.04, saturation: 1.1, lift: 0.05 },
  ],
  [
    /\b(black and white|monochrome|noir|greyscale|grayscale)\b/i,
    { saturation: 0, contrast: 1.35, vignette: 0.3 },
  ],
  [
    /\b(sepia|vintage|old photo\w*)\b/i,
    { gain: [1.08, 0.95, 0.74], saturation: 0.28, vignette: 0.25 },
  ],
  [/\b(colou?rful|vivid|vibrant|saturated)\b/i, { saturation: 1.5, contrast: 1.06 }],
  [/\b(muted|pastel|soft(?:er)?|faded)\b/i, { saturation: 0.62, contrast: 0.86, lift: 0.08 }],
  [
    /\b(scary|scarier|creepy|spooky|horror|eerie|green light)\b/i,
    { gain: [0.66, 0.86, 0.7], contrast: 1.15, saturation: 0.8, vignette: 0.45 },
  ],
  [/\b(magic\w*|neon|purple|dream\w*|cyberpunk)\b/i, { gain: [1.04, 0.82, 1.16], saturation: 1.3 }],
];

function regradeFor(prompt: string, seed: string): Regrade {
  const found = wishes.filter(([words]) => words.test(prompt));
  if (found.length === 0) {
    // Nothing the studio knows how to change: another hour of the day, so that something is new.
    const chance = random(`refine:${hash(prompt)}:${seed}`);
    const warm = chance.range(0.84, 1.16);
    return {
      ...plain,
      gain: [warm, chance.range(0.96, 1.04), 2 - warm],
      contrast: 1.06,
      saturation: chance.range(1.05, 1.25),
      vignette: 0.2,
    };
  }
  return found.reduce<Regrade>(
    (sum, [, wish]) => ({
      gain: sum.gain.map(
        (value, index) => value * (wish.gain?.[index] ?? 1),
      ) as unknown as Regrade["gain"],
      contrast: sum.contrast * (wish.contrast ?? 1),
      saturation: sum.saturation * (wish.saturation ?? 1),
      lift: sum.lift + (wish.lift ?? 0),
      vignette: Math.min(0.6, sum.vignette + (wish.vignette ?? 0)),
    }),
    plain,
  );
}

/** Weather and things of the sky that the wish names, as SVG to lay over the picture. */
function overlay(request: PaintRequest, look: Look): string {
  const size = pictureSize(request.width, request.height);
  const reading = { ...readScene(request), air: "open" as const };
  const camera = chooseCamera("wide", 0, size, random(request.seed));
  const stage = new Stage(camera, look, chooseLight(reading, 1), reading, `refine:${request.seed}`);
  paintWeather(stage);
  if (/\b(moon|moonlit|moonlight)\b/i.test(request.prompt))
    paintMoon(stage, size.width * 0.78, size.height * 0.13, size.height * 0.05);
  if (/\b(stars|starry|starlit)\b/i.test(request.prompt)) paintStars(stage, 70, size.height * 0.35);
  flyingThings(stage, reading.props);
  if (
    /\b(sun(?:shine|ny|light|rays?)?|rays|glow\w*|magic\w*|lantern|lamp)\b/i.test(request.prompt)
  ) {
    stage.put(0.5, (pen) =>
      pen.glow(size.width * 0.8, size.height * 0.1, size.width * 0.75, "#ffe6a8", 0.6),
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${request.width}" height="${request.height}" viewBox="0 0 ${size.width.toFixed(2)} ${size.height.toFixed(2)}" preserveAspectRatio="none"><defs>${stage.pen.defs}</defs>${stage.markup()}</svg>`;
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
      throw new AppError(
        "image_failed",
        "The picture to start from could not be read. Try another one.",
        { cause },
      );
    });
  const pixels: Pixels = { data, width, height };
  await applyGrade(pixels, regradeFor(prompt, request.seed), signal);
  const look = { ...chooseLook(request.artStyle), tonal: false };
  const svg = overlay(request, look);
  const covered = await sharp(pixels.data, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(svg) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  signal?.throwIfAborted();
  return { data: covered, width, height };
}

async function applyGrade(pixels: Pixels, grade: Regrade, signal?: AbortSignal) {
  const { data, width, height } = pixels;
  const grain = noiseTile("film", 256, 1);
  await eachRow(pixels, signal, (y, start) => {
    const v = y / height - 0.5;
    for (let x = 0; x < width; x++) {
      const h = x / width - 0.5;
      const corner = 1 - (h * h + v * v) * 2 * grade.vignette;
      const index = start + x * 3;
      const r = (data[index] ?? 0) * grade.gain[0];
      const g = (data[index + 1] ?? 0) * grade.gain[1];
      const b = (data[index + 2] ?? 0) * grade.gain[2];
      const grey = r * 0.299 + g * 0.587 + b * 0.114;
      const noise = ((grain[(y % tileSize) * tileSize + (x % tileSize)] ?? 0.5) - 0.5) * 4;
      const set = (value: number) =>
        byte(
          (((grey + (value - grey) * grade.saturation) / 255 - 0.5) * grade.contrast +
            0.5 +
            grade.lift) *
            corner *
            255 +
            noise,
        );
      data[index] = set(r);
      data[index + 1] = set(g);
      data[index + 2] = set(b);
    }
  });
}
