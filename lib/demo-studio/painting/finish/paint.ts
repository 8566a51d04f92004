import sharp from "sharp";
import { noiseTile, tileSize } from "../noise";
import { byte, eachRow, type Pixels, step } from "./pixels";

/** Where the light comes from, and the outline of what stands in front. */
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
    private readonly width: number,
    private readonly height: number,
    private readonly reach: number,
  ) {}

  at(x: number, y: number) {
    const { width, height, reach } = this;
    const { shape, side } = this.relief;
    const at = y * width + x;
    const inside = shape ? step(shape.cover[at] ?? 0, 170, 254) : 0;
    this.turn = 0;
    this.rim = 0;
    if (!shape || inside === 0) return;
    const left = at - Math.min(x, reach);
    const right = at + Math.min(width - 1 - x, reach);
    const up = at - Math.min(y, reach) * width;
    const down = at + Math.min(height - 1 - y, reach) * width;
    const { round, rim } = shape;
    const share = inside / 255;
    this.turn =
      share *
      (((round[left] ?? 0) - (round[right] ?? 0)) * side +
        ((round[down] ?? 0) - (round[up] ?? 0)) * 0.45);
    const edge =
      share *
      (((rim[left] ?? 0) - (rim[right] ?? 0)) * side + ((rim[down] ?? 0) - (rim[up] ?? 0)) * 0.3);
    this.rim = edge > 0.1 ? edge - 0.1 : 0;
  }
}

async function blurred(pixels: Pixels, sigma: number): Promise<Uint8Array> {
  const { width, height, data } = pixels;
  const shrink = sigma > 6 ? 4 : 2;
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(Math.max(8, Math.round(width / shrink)), Math.max(8, Math.round(height / shrink)), {
      fit: "fill",
      kernel: "linear",
    })
    .blur(Math.max(0.5, sigma / shrink))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(small.data, {
    raw: { width: small.info.width, height: small.info.height, channels: 3 },
  })
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .raw()
    .toBuffer();
}

/** Watercolour: wandering edges, darker rims, granulating pigment, bare paper around. */
export async function paintWatercolor(pixels: Pixels, signal?: AbortSignal) {
  const { width, height } = pixels;
  const source = Uint8Array.from(pixels.data);
  const unit = Math.sqrt(width * height) / 900;
  const soft = await blurred(pixels, 5 * unit);
  const wander = noiseTile("wander", 16, 3);
  const paper = noiseTile("grain-paper", 128, 2);
  const pool = noiseTile("pool", 4, 4);
  const margin = Math.min(width, height) * 0.022;
  const rough = Math.min(width, height) * 0.034;
  await eachRow(pixels, signal, (y, start) => {
    const row = (y % tileSize) * tileSize;
    const poolRow = (Math.floor(y / unit / 2.1) % tileSize) * tileSize;
    const wanderRow = (Math.floor(y / unit) % tileSize) * tileSize;
    for (let x = 0; x < width; x++) {
      const column = Math.floor(x / unit) % tileSize;
      const a = wander[wanderRow + column] ?? 0.5;
      const b = wander[wanderRow + ((column + 171) % tileSize)] ?? 0.5;
      const sx = Math.max(0, Math.min(width - 1, Math.round(x + (a - 0.5) * 11 * unit)));
      const sy = Math.max(0, Math.min(height - 1, Math.round(y + (b - 0.5) * 11 * unit)));
      const from = (sy * width + sx) * 3;
      const grain = paper[row + (x % tileSize)] ?? 0.5;
      const puddle = pool[poolRow + (Math.floor(x / unit / 2.1) % tileSize)] ?? 0.5;
      const edge =
        Math.min(x, y, width - 1 - x, height - 1 - y) +
        (a - 0.5) * rough * 1.5 +
        (puddle - 0.5) * rough;
      const wet = step(edge, margin - 5 * unit, margin + 4 * unit);
      const rim = wet * (1 - step(edge, margin + 2 * unit, margin + 16 * unit)) * 0.18;
      // Strength of the pigment: pools, tooth of the paper, the dried rim.
      const strength = wet * (0.82 + (puddle - 0.5) * 0.62 + (grain - 0.5) * 0.16 + rim);
      const index = start + x * 3;
      for (let channel = 0; channel < 3; channel++) {
        const value = source[from + channel] ?? 0;
        const around = soft[from + channel] ?? value;
        const darker = Math.max(0, around - value) * 0.62;
        const color = value - darker;
        const sheet = channel === 2 ? 240 : channel === 1 ? 249 : 253;
        const painted = sheet - (sheet - Math.min(sheet, color)) * strength;
        pixels.data[index + channel] = byte(painted - (1 - grain) * 7);
      }
    }
  });
}

/** Animated film: rounded figures with a bright rim, light that blooms, a soft vignette. */
export async function paintAnimated(pixels: Pixels, relief: Relief, signal?: AbortSignal) {
  const { data, width, height } = pixels;
  const unit = Math.sqrt(width * height) / 900;
  const glow = await blurred(pixels, 16 * unit);
  const model = new Modelling(relief, width, height, Math.max(1, Math.round(2 * unit)));
  await eachRow(pixels, signal, (y, start) => {
    const v = y / height - 0.5;
    for (let x = 0; x < width; x++) {
      const index = start + x * 3;
      const h = x / width - 0.5;
      const corner = 1.03 - (h * h + v * v) * 0.36;
      model.at(x, y);
      const { turn, rim } = model;
      const volume = 1 + Math.max(-0.36, Math.min(0.3, turn * 2.6));
      for (let channel = 0; channel < 3; channel++) {
        const value = Math.min(1, ((data[index + channel] ?? 0) / 255) * volume);
        const light = (glow[index + channel] ?? 0) / 255;
        const bloom = Math.max(0, light - 0.42) * 0.42;
        const screened = 1 - (1 - value) * (1 - bloom) * (1 - Math.min(0.62, rim * 1.5));
        data[index + channel] = byte(screened * corner * 255);
      }
    }
  });
}

/** Photographic: modelled figures, halation, split toning, vignette, film grain. */
export async function paintRealistic(pixels: Pixels, relief: Relief, signal?: AbortSignal) {
  const { data, width, height } = pixels;
  const unit = Math.sqrt(width * height) / 900;
  const glow = await blurred(pixels, 22 * unit);
  const grain = noiseTile("film", 256, 1);
  const mottle = noiseTile("mottle", 24, 4);
  const model = new Modelling(relief, width, height, Math.max(1, Math.round(3 * unit)));
  await eachRow(pixels, signal, (y, start) => {
    const v = y / height - 0.5;
    const row = ((y * 3) % tileSize) * tileSize;
    const mottleRow = (Math.floor((y / unit) * 1.1) % tileSize) * tileSize;
    for (let x = 0; x < width; x++) {
      const index = start + x * 3;
      const h = x / width - 0.5;
      const corner = 1.06 - (h * h + v * v) * 0.66;
      const noise = ((grain[row + ((x * 3) % tileSize)] ?? 0.5) - 0.5) * 0.055;
      const texture =
        1 + ((mottle[mottleRow + (Math.floor((x / unit) * 1.1) % tileSize)] ?? 0.5) - 0.5) * 0.13;
      const tone =
        ((data[index] ?? 0) * 0.3 + (data[index + 1] ?? 0) * 0.59 + (data[index + 2] ?? 0) * 0.11) /
        255;
      model.at(x, y);
      const { turn, rim } = model;
      const volume = (1 + Math.max(-0.52, Math.min(0.34, turn * 2.7))) * texture;
      for (let channel = 0; channel < 3; channel++) {
        const value = Math.min(1, ((data[index + channel] ?? 0) / 255) * volume);
        const light = (glow[index + channel] ?? 0) / 255;
        let out = value + (light - value) * 0.09;
        out =
          1 -
          (1 - out) *
            (1 - Math.max(0, light - 0.5) * 0.4) *
            (1 - Math.min(0.45, rim * 0.8) * (0.4 + light));
        // Cool shadows, warm lights.
        out += channel === 0 ? (tone - 0.5) * 0.05 : channel === 2 ? (0.5 - tone) * 0.055 : 0;
        out = out * corner + noise;
        // A film curve: shadows deepen, lights roll off.
        out =
          out <= 0
            ? 0
            : out >= 1
              ? 1
              : out + (out > 0.5 ? 0.34 : 0.16) * out * (1 - out) * (2 * out - 1);
        data[index + channel] = byte(out * 255);
      }
    }
  });
}
