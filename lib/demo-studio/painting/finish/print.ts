import { noiseTile, tileSize } from "../noise";
import { byte, eachRow, type Pixels, step } from "./pixels";

/**
 * How far each pixel of a dot screen is from its dot's centre: 0 at the centre, 1 where four dots
 * meet. Turned by 45 degrees; `pitch` is the distance of two dots in pixels.
 */
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
  const { data, width } = pixels;
  const pitch = dotPitch(pixels);
  const soft = 1.6 / pitch;
  const paper = noiseTile("paper", 64, 3);
  await eachRow(pixels, signal, (y, start) => {
    const row = (y % tileSize) * tileSize;
    for (let x = 0; x < width; x++) {
      const index = start + x * 3;
      const r = data[index] ?? 0;
      const g = data[index + 1] ?? 0;
      const b = data[index + 2] ?? 0;
      const tone = (r * 0.299 + g * 0.587 + b * 0.114) / 255;
      let k = 1;
      // Dots grow from nothing at three quarters of the tone scale; ink stays ink.
      if (tone > 0.1 && tone < 0.8) {
        const radius = 0.2 + (0.8 - tone) * 0.58;
        const cover = 1 - step(screenAt(x, y, pitch), radius - soft, radius + soft);
        k = 1 - cover * 0.15;
      }
      const grain = 0.975 + (paper[row + (x % tileSize)] ?? 0.5) * 0.05;
      data[index] = byte(r * k * grain + 1);
      data[index + 1] = byte(g * k * grain);
      data[index + 2] = byte(b * (k * 0.98 + 0.02) * grain * 0.985);
    }
  });
}

/** Manga: two or three tones of screen on white paper, solid black, crisp ink. */
export async function printManga(pixels: Pixels, signal?: AbortSignal) {
  const { data, width } = pixels;
  const pitch = dotPitch(pixels) * 0.9;
  const soft = 1.25 / pitch;
  await eachRow(pixels, signal, (y, start) => {
    for (let x = 0; x < width; x++) {
      const index = start + x * 3;
      const line = (data[index + 1] ?? 0) / 255;
      const tone = line > 0.02 ? Math.min(1, (data[index] ?? 0) / 255 / line) : 0;
      let value = 1;
      if (tone < 0.12) value = 0;
      else if (tone < 0.9) {
        // The area of a dot grows with darkness; beyond half, white dots are left in black.
        const dark = (0.95 - tone) * 1.06;
        const turned = dark > 0.62;
        const radius = Math.sqrt(turned ? 1 - dark : dark) * 0.78;
        const distance = turned ? screenAt(x + pitch / 2, y, pitch) : screenAt(x, y, pitch);
        const outside = step(distance, radius - soft, radius + soft);
        value = turned ? 1 - outside : outside;
      }
      const out = byte((0.045 + value * 0.955) * line * 255);
      data[index] = out;
      data[index + 1] = out;
      data[index + 2] = out;
    }
  });
}

/** Film noir: hard black and white, one dark grey, one red. */
export async function printNoir(pixels: Pixels, signal?: AbortSignal) {
  const { data, width, height } = pixels;
  const grain = noiseTile("grain", 256, 1);
  await eachRow(pixels, signal, (y, start) => {
    const row = ((y * 7) % tileSize) * tileSize;
    const v = y / height - 0.5;
    for (let x = 0; x < width; x++) {
      const index = start + x * 3;
      const line = (data[index + 1] ?? 0) / 255;
      const red = (data[index] ?? 0) / 255;
      const accent =
        red > 0.04
          ? Math.max(0, Math.min(1, ((red - (data[index + 2] ?? 0) / 255) / red - 0.25) * 1.6))
          : 0;
      const h = x / width - 0.5;
      const corner = 1 - (h * h + v * v) * 0.55;
      const tone = line > 0.02 ? Math.min(1, red / line) * corner : 0;
      // Four plates, each with a short soft edge so that curves stay smooth.
      const value =
        0.025 +
        0.09 * step(tone, 0.15, 0.19) +
        0.15 * step(tone, 0.26, 0.31) +
        0.3 * step(tone, 0.41, 0.47) +
        0.42 * step(tone, 0.57, 0.64);
      const noise = ((grain[row + (x % tileSize)] ?? 0.5) - 0.5) * 0.06;
      const out = (value + noise * (0.3 + value)) * line;
      const strong = 0.35 + tone * 0.75;
      data[index] = byte(255 * (out * (1 - accent) + accent * strong * 0.92 * line));
      data[index + 1] = byte(255 * (out * (1 - accent) + accent * 0.07 * line));
      data[index + 2] = byte(255 * (out * 0.985 * (1 - accent) + accent * 0.1 * line));
    }
  });
}
