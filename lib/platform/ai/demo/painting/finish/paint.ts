import sharp from "sharp";
import { noiseTile, tileSize } from "../noise";
import { byte, eachRow, type Pixels, step } from "./pixels";

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
  const wander = noiseTile("wander", 14, 3);
  const paper = noiseTile("grain-paper", 96, 2);
  const pool = noiseTile("pool", 5, 3);
  const margin = Math.min(width, height) * 0.035;
  const rough = Math.min(width, height) * 0.05;
  await eachRow(pixels, signal, (y, start) => {
    const row = (y % tileSize) * tileSize;
    const poolRow = (Math.floor(y / unit / 1.6) % tileSize) * tileSize;
    const wanderRow = (Math.floor(y / unit) % tileSize) * tileSize;
    for (let x = 0; x < width; x++) {
      const column = Math.floor(x / unit) % tileSize;
      const a = wander[wanderRow + column] ?? 0.5;
      const b = wander[wanderRow + ((column + 171) % tileSize)] ?? 0.5;
      const sx = Math.max(0, Math.min(width - 1, Math.round(x + (a - 0.5) * 11 * unit)));
      const sy = Math.max(0, Math.min(height - 1, Math.round(y + (b - 0.5) * 11 * unit)));
      const from = (sy * width + sx) * 3;
      const grain = paper[row + (x % tileSize)] ?? 0.5;
      const puddle = pool[poolRow + (Math.floor(x / unit / 1.6) % tileSize)] ?? 0.5;
      const edge =
        Math.min(x, y, width - 1 - x, height - 1 - y) +
        (a - 0.5) * rough * 1.5 +
        (puddle - 0.5) * rough;
      const wet = step(edge, margin - 5 * unit, margin + 4 * unit);
      const rim = wet * (1 - step(edge, margin + 2 * unit, margin + 16 * unit)) * 0.18;
      // Strength of the pigment: pools, tooth of the paper, the dried rim.
      const strength = wet * (0.74 + puddle * 0.42 + (grain - 0.5) * 0.3 + rim);
      const index = start + x * 3;
      for (let channel = 0; channel < 3; channel++) {
        const value = source[from + channel] ?? 0;
        const around = soft[from + channel] ?? value;
        const darker = Math.max(0, around - value) * 0.42;
        const color = value - darker;
        const sheet = channel === 2 ? 240 : channel === 1 ? 249 : 253;
        const painted = sheet - (sheet - Math.min(sheet, color)) * strength;
        pixels.data[index + channel] = byte(painted - (1 - grain) * 5);
      }
    }
  });
}

/** Animated film: light blooms, colours glow, a soft vignette. */
export async function paintAnimated(pixels: Pixels, signal?: AbortSignal) {
  const { data, width, height } = pixels;
  const glow = await blurred(pixels, Math.sqrt(width * height) / 55);
  await eachRow(pixels, signal, (y, start) => {
    const v = y / height - 0.5;
    for (let x = 0; x < width; x++) {
      const index = start + x * 3;
      const h = x / width - 0.5;
      const corner = 1.02 - (h * h + v * v) * 0.34;
      for (let channel = 0; channel < 3; channel++) {
        const value = (data[index + channel] ?? 0) / 255;
        const light = (glow[index + channel] ?? 0) / 255;
        const bloom = Math.max(0, light - 0.42) * 0.6;
        const screened = 1 - (1 - value) * (1 - bloom * 0.62);
        data[index + channel] = byte(screened * corner * 255);
      }
    }
  });
}

/** Photographic: halation, split toning, vignette, film grain. */
export async function paintRealistic(pixels: Pixels, signal?: AbortSignal) {
  const { data, width, height } = pixels;
  const glow = await blurred(pixels, Math.sqrt(width * height) / 42);
  const grain = noiseTile("film", 256, 1);
  const mottle = noiseTile("mottle", 20, 4);
  const unit = Math.sqrt(width * height) / 900;
  await eachRow(pixels, signal, (y, start) => {
    const v = y / height - 0.5;
    const row = ((y * 3) % tileSize) * tileSize;
    const mottleRow = (Math.floor((y / unit) * 1.1) % tileSize) * tileSize;
    for (let x = 0; x < width; x++) {
      const index = start + x * 3;
      const h = x / width - 0.5;
      const corner = 1.04 - (h * h + v * v) * 0.72;
      const noise = ((grain[row + ((x * 3) % tileSize)] ?? 0.5) - 0.5) * 0.05;
      const texture =
        1 + ((mottle[mottleRow + (Math.floor((x / unit) * 1.1) % tileSize)] ?? 0.5) - 0.5) * 0.24;
      const tone =
        ((data[index] ?? 0) * 0.3 + (data[index + 1] ?? 0) * 0.59 + (data[index + 2] ?? 0) * 0.11) /
        255;
      for (let channel = 0; channel < 3; channel++) {
        const value = (data[index + channel] ?? 0) / 255;
        const light = (glow[index + channel] ?? 0) / 255;
        let out = value * (0.82 + 0.18 * texture) + (light - value) * 0.1;
        out = 1 - (1 - out) * (1 - Math.max(0, light - 0.5) * 0.42);
        // Cool shadows, warm lights.
        out += channel === 0 ? (tone - 0.5) * 0.045 : channel === 2 ? (0.5 - tone) * 0.05 : 0;
        out = out * texture ** 0.6 * corner + noise;
        // A film curve: shadows deepen, lights roll off.
        out = out <= 0 ? 0 : out >= 1 ? 1 : out + 0.16 * out * (1 - out) * (2 * out - 1) * 2;
        data[index + channel] = byte(out * 255);
      }
    }
  });
}
