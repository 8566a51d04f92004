import { noise } from "../noise";
import { byte, corner, eachPixel, type Pixels, step } from "./pixels";

/** A pixel's distance from its dot's centre, 1 where four dots meet; dots are `pitch` apart. */
function screenAt(x: number, y: number, pitch: number): number {
  const u = (x + y) / pitch;
  const v = (x - y) / pitch;
  const du = u - Math.round(u);
  const dv = v - Math.round(v);
  return Math.sqrt(du * du + dv * dv) * Math.SQRT2;
}

const dotPitch = (pixels: Pixels) => Math.max(3.4, Math.sqrt(pixels.width * pixels.height) / 128);

/** Classic comic: Ben-Day dots in the darker tones, a little paper in the lights. */
export async function printClassic(pixels: Pixels, signal?: AbortSignal) {
  const { data } = pixels;
  const pitch = dotPitch(pixels);
  const soft = 1.6 / pitch;
  const paper = noise("paper", 64, 3);
  await eachPixel(pixels, signal, (x, y, at) => {
    const r = data[at] ?? 0;
    const g = data[at + 1] ?? 0;
    const b = data[at + 2] ?? 0;
    const tone = (r * 0.299 + g * 0.587 + b * 0.114) / 255;
    let k = 1;
    // Dots grow from nothing at three quarters of the tone scale; ink stays solid.
    if (tone > 0.1 && tone < 0.8) {
      const radius = 0.2 + (0.8 - tone) * 0.58;
      k -= (1 - step(screenAt(x, y, pitch), radius - soft, radius + soft)) * 0.15;
    }
    const grain = 0.975 + paper(x, y) * 0.05;
    data[at] = byte(r * k * grain + 1);
    data[at + 1] = byte(g * k * grain);
    data[at + 2] = byte(b * (k * 0.98 + 0.02) * grain * 0.985);
  });
}

/** Manga: two or three tones of screen on white paper, solid black, crisp ink. */
export async function printManga(pixels: Pixels, signal?: AbortSignal) {
  const { data } = pixels;
  const pitch = dotPitch(pixels) * 0.9;
  const soft = 1.25 / pitch;
  await eachPixel(pixels, signal, (x, y, at) => {
    const line = (data[at + 1] ?? 0) / 255;
    const tone = line > 0.02 ? Math.min(1, (data[at] ?? 0) / 255 / line) : 0;
    let value = tone < 0.12 ? 0 : 1;
    if (value && tone < 0.9) {
      // The area of a dot grows with darkness; beyond half, white dots remain on black.
      const dark = (0.95 - tone) * 1.06;
      const turned = dark > 0.62;
      const radius = Math.sqrt(turned ? 1 - dark : dark) * 0.78;
      const distance = screenAt(turned ? x + pitch / 2 : x, y, pitch);
      const outside = step(distance, radius - soft, radius + soft);
      value = turned ? 1 - outside : outside;
    }
    const out = byte((0.045 + value * 0.955) * line * 255);
    data.fill(out, at, at + 3);
  });
}

/** Film noir: hard black and white, one dark grey, one red. */
export async function printNoir(pixels: Pixels, signal?: AbortSignal) {
  const { data } = pixels;
  const grain = noise("grain", 256, 1);
  await eachPixel(pixels, signal, (x, y, at) => {
    const line = (data[at + 1] ?? 0) / 255;
    const red = (data[at] ?? 0) / 255;
    const apart = red > 0.04 ? (red - (data[at + 2] ?? 0) / 255) / red : 0;
    const accent = Math.max(0, Math.min(1, (apart - 0.25) * 1.6));
    const tone = line > 0.02 ? Math.min(1, red / line) * corner(pixels, x, y, 0.55) : 0;
    // Four tones, each with a short soft edge so that curves stay smooth.
    const value =
      0.025 +
      0.09 * step(tone, 0.15, 0.19) +
      0.15 * step(tone, 0.26, 0.31) +
      0.3 * step(tone, 0.41, 0.47) +
      0.42 * step(tone, 0.57, 0.64);
    const out = (value + (grain(x, y * 7) - 0.5) * 0.06 * (0.3 + value)) * line;
    const strong = 0.35 + tone * 0.75;
    data[at] = byte(255 * (out * (1 - accent) + accent * strong * 0.92 * line));
    data[at + 1] = byte(255 * (out * (1 - accent) + accent * 0.07 * line));
    data[at + 2] = byte(255 * (out * 0.985 * (1 - accent) + accent * 0.1 * line));
  });
}
