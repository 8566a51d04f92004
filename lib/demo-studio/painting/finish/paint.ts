import sharp from "sharp";
import { noise } from "../noise";
import { byte, corner, eachRow, type Pixels, step } from "./pixels";

/** Where the light comes from, and the outline of what stands in front: sharp, and blurred twice. */
export interface Relief {
  side: -1 | 1;
  shape?: { cover: Uint8Array; round: Uint8Array; rim: Uint8Array };
}

/**
 * How much a pixel of the front turns to the light (−1 to 1) and how bright its rim is. Both are
 * left in fields: two numbers for each of a million pixels must not be a million arrays.
 */
class Modelling {
  turn = 0;
  rim = 0;
  constructor(
    private readonly relief: Relief,
    private readonly pixels: Pixels,
    private readonly reach: number,
  ) {}

  at(x: number, y: number) {
    const { reach } = this;
    const { width, height } = this.pixels;
    const { shape, side } = this.relief;
    const at = y * width + x;
    const inside = shape ? step(shape.cover[at] ?? 0, 170, 254) / 255 : 0;
    this.turn = 0;
    this.rim = 0;
    if (!shape || inside === 0) return;
    const left = at - Math.min(x, reach);
    const right = at + Math.min(width - 1 - x, reach);
    const up = at - Math.min(y, reach) * width;
    const down = at + Math.min(height - 1 - y, reach) * width;
    const { round, rim } = shape;
    const across = ((round[left] ?? 0) - (round[right] ?? 0)) * side;
    this.turn = inside * (across + ((round[down] ?? 0) - (round[up] ?? 0)) * 0.45);
    const edge = ((rim[left] ?? 0) - (rim[right] ?? 0)) * side;
    this.rim = Math.max(0, inside * (edge + ((rim[down] ?? 0) - (rim[up] ?? 0)) * 0.3) - 0.1);
  }
}

async function blurred({ width, height, data }: Pixels, sigma: number): Promise<Uint8Array> {
  const shrink = sigma > 6 ? 4 : 2;
  const [w, h] = [width, height].map((side) => Math.max(8, Math.round(side / shrink)));
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(w, h, { fit: "fill", kernel: "linear" })
    .blur(Math.max(0.5, sigma / shrink))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(small.data, { raw: small.info })
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .raw()
    .toBuffer();
}

const unitOf = ({ width, height }: Pixels) => Math.sqrt(width * height) / 900;

/** Watercolour: wandering edges, darker rims, granulating pigment, bare paper around. */
export async function paintWatercolor(pixels: Pixels, signal?: AbortSignal) {
  const { data, width, height } = pixels;
  const source = Uint8Array.from(data);
  const unit = unitOf(pixels);
  const soft = await blurred(pixels, 5 * unit);
  const wander = noise("wander", 16, 3);
  const paper = noise("grain-paper", 128, 2);
  const pool = noise("pool", 4, 4);
  const margin = Math.min(width, height) * 0.022;
  const rough = Math.min(width, height) * 0.034;
  await eachRow(pixels, signal, (y, start) => {
    for (let x = 0, at = start; x < width; x++, at += 3) {
      const a = wander(x / unit, y / unit) - 0.5;
      const b = wander(x / unit + 171, y / unit) - 0.5;
      const sx = Math.max(0, Math.min(width - 1, Math.round(x + a * 11 * unit)));
      const sy = Math.max(0, Math.min(height - 1, Math.round(y + b * 11 * unit)));
      const from = (sy * width + sx) * 3;
      const grain = paper(x, y);
      const puddle = pool(x / unit / 2.1, y / unit / 2.1) - 0.5;
      const edge =
        Math.min(x, y, width - 1 - x, height - 1 - y) + a * rough * 1.5 + puddle * rough - margin;
      const wet = step(edge, -5 * unit, 4 * unit);
      const rim = wet * (1 - step(edge, 2 * unit, 16 * unit)) * 0.18;
      // Strength of the pigment: pools, tooth of the paper, the dried rim.
      const strength = wet * (0.82 + puddle * 0.62 + (grain - 0.5) * 0.16 + rim);
      for (let channel = 0; channel < 3; channel++) {
        const value = source[from + channel] ?? 0;
        const color = value - Math.max(0, (soft[from + channel] ?? value) - value) * 0.62;
        const sheet = channel === 2 ? 240 : channel === 1 ? 249 : 253;
        const painted = sheet - (sheet - Math.min(sheet, color)) * strength;
        data[at + channel] = byte(painted - (1 - grain) * 7);
      }
    }
  });
}

/**
 * How far light blooms, from which brightness on and how much; how far a figure's rim reaches in,
 * how bright it is and at most; how deep a figure's shade and light go; the corners. `photo` adds
 * halation, split toning, a film curve and grain.
 */
const animated = {
  ...{ glow: 16, from: 0.42, bloom: 0.42, reach: 2, rim: 1.5, most: 0.62 },
  ...{ shade: 0.36, light: 0.3, bright: 1.03, vignette: 0.35, photo: false },
};
const realistic: typeof animated = {
  ...{ glow: 22, from: 0.5, bloom: 0.4, reach: 3, rim: 0.8, most: 0.45 },
  ...{ shade: 0.52, light: 0.34, bright: 1.06, vignette: 0.62, photo: true },
};

/** Shadows deepen, lights roll off. */
const filmCurve = (out: number) =>
  out <= 0 || out >= 1
    ? Math.max(0, Math.min(1, out))
    : out + (out > 0.5 ? 0.34 : 0.16) * out * (1 - out) * (2 * out - 1);

/** Rounded figures with a bright rim, light that blooms, a vignette. */
async function expose(pixels: Pixels, relief: Relief, film: typeof animated, signal?: AbortSignal) {
  const { data, width } = pixels;
  const { photo } = film;
  const unit = unitOf(pixels);
  const glow = await blurred(pixels, film.glow * unit);
  const [grain, mottle] = [noise("film", 256, 1), noise("mottle", 24, 4)];
  const model = new Modelling(relief, pixels, Math.max(1, Math.round(film.reach * unit)));
  await eachRow(pixels, signal, (y, start) => {
    for (let x = 0, at = start; x < width; x++, at += 3) {
      model.at(x, y);
      const fall = film.bright * corner(pixels, x, y, film.vignette);
      const texture = photo ? 1 + (mottle((x / unit) * 1.1, (y / unit) * 1.1) - 0.5) * 0.13 : 1;
      const speck = photo ? (grain(x * 3, y * 3) - 0.5) * 0.055 : 0;
      const turned = Math.max(-film.shade, Math.min(film.light, model.turn * 2.65));
      const volume = (1 + turned) * texture;
      const rim = Math.min(film.most, model.rim * film.rim);
      const tone =
        ((data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.59 + (data[at + 2] ?? 0) * 0.11) / 255 -
        0.5;
      for (let channel = 0; channel < 3; channel++) {
        const value = Math.min(1, ((data[at + channel] ?? 0) / 255) * volume);
        const light = (glow[at + channel] ?? 0) / 255;
        const seen = photo ? value + (light - value) * 0.09 : value;
        const edge = photo ? rim * (0.4 + light) : rim;
        const bloom = Math.max(0, light - film.from) * film.bloom;
        let out = 1 - (1 - seen) * (1 - bloom) * (1 - edge);
        if (photo) {
          // Cool shadows, warm lights.
          out += channel === 0 ? tone * 0.05 : channel === 2 ? -tone * 0.055 : 0;
          out = filmCurve(out * fall + speck);
        } else out *= fall;
        data[at + channel] = byte(out * 255);
      }
    }
  });
}

export const paintAnimated = (pixels: Pixels, relief: Relief, signal?: AbortSignal) =>
  expose(pixels, relief, animated, signal);
export const paintRealistic = (pixels: Pixels, relief: Relief, signal?: AbortSignal) =>
  expose(pixels, relief, realistic, signal);
