import sharp from "sharp";
import { noise } from "../noise";
import words from "../tables.json" with { type: "json" };
import { byte, corner, eachPixel, imageOf, type Pixels, pixelsOf, step } from "./pixels";

/** Direction of the light, and the outline of the foreground. */
type Relief = { side: -1 | 1; cover: Uint8Array };
type Picture = [pixels: Pixels, signal: AbortSignal | undefined, relief: Relief];
export type Finish = (...picture: Picture) => Promise<void>;

/** Gradient of a blurred copy of the outline towards the light: 128 is flat. */
function slope(
  { side, cover }: Relief,
  { width, height }: Pixels,
  [blur, reach, up]: [blur: number, reach: number, up: number],
) {
  const size = 2 * reach + 1;
  const kernel = new Array<number>(size * size).fill(0);
  const middle = reach * size + reach;
  kernel[middle - reach] = side;
  kernel[middle + reach] = -side;
  kernel[middle - reach * size] = -up;
  kernel[middle + reach * size] = up;
  return sharp(cover, { raw: { width, height, channels: 1 } })
    .blur(Math.max(0.5, blur))
    .convolve({ width: size, height: size, kernel, scale: 1, offset: 128 })
    .extractChannel(0)
    .raw()
    .toBuffer();
}

async function blurred(pixels: Pixels, sigma: number): Promise<Uint8Array> {
  const { width, height } = pixels;
  const fill = { fit: "fill", kernel: "linear" } as const;
  const shrink = sigma > 6 ? 4 : 2;
  const [w, h] = [width, height].map((side) => Math.max(8, Math.round(side / shrink)));
  const small = imageOf(pixels)
    .resize(w, h, fill)
    .blur(Math.max(0.5, sigma / shrink));
  return imageOf(await pixelsOf(small))
    .resize(width, height, fill)
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
  await eachPixel(pixels, signal, (x, y, at) => {
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
  });
}

/** `photo` adds halation, split toning, a film curve and grain. */
const { animated, realistic } = words.films;

/** Shadows deepen, lights roll off. */
const filmCurve = (out: number) =>
  out <= 0 || out >= 1
    ? Math.max(0, Math.min(1, out))
    : out + (out > 0.5 ? 0.34 : 0.16) * out * (1 - out) * (2 * out - 1);

/** Rounded figures with a bright rim, light that blooms, a vignette. */
async function expose(film: typeof animated, ...[pixels, signal, relief]: Picture) {
  const { data } = pixels;
  const { photo } = film;
  const unit = unitOf(pixels);
  const glow = await blurred(pixels, film.glow * unit);
  const [grain, mottle] = [noise("film", 256, 1), noise("mottle", 24, 4)];
  const reach = Math.max(1, Math.round(film.reach * unit));
  const round = await slope(relief, pixels, [15 * unit, reach, 0.45]);
  const edges = await slope(relief, pixels, [3.2 * unit, reach, 0.3]);
  await eachPixel(pixels, signal, (x, y, at) => {
    const pixel = at / 3;
    const inside = step(relief.cover[pixel] ?? 0, 170, 254) / 255;
    const turn = inside * ((round[pixel] ?? 128) - 128);
    const rise = inside * ((edges[pixel] ?? 128) - 128) - 0.1;
    const fall = film.bright * corner(pixels, x, y, film.vignette);
    const texture = photo ? 1 + (mottle((x / unit) * 1.1, (y / unit) * 1.1) - 0.5) * 0.13 : 1;
    const speck = photo ? (grain(x * 3, y * 3) - 0.5) * 0.055 : 0;
    const turned = Math.max(-film.shade, Math.min(film.light, turn * 2.65));
    const volume = (1 + turned) * texture;
    const rim = Math.max(0, Math.min(film.most, rise * film.rim));
    const tone =
      ((data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.59 + (data[at + 2] ?? 0) * 0.11) / 255 - 0.5;
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
  });
}

export const paintAnimated: Finish = (...picture) => expose(animated, ...picture);
export const paintRealistic: Finish = (...picture) => expose(realistic, ...picture);
