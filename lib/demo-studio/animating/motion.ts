import { random } from "../painting/random";

/** A still as bytes, three per pixel. */
export interface Still {
  data: Uint8Array;
  width: number;
  height: number;
}

export type Drift = "rain" | "snow" | "sparks" | "fog" | "dust";

export interface Motion {
  /** Zoom between the ends of the loop, and where it is heading, as fractions of the picture. */
  zoom: number;
  pan: readonly [number, number];
  /** Movement of the hand-held camera: strength in fractions of the picture. */
  sway: number;
  drift: Drift;
}

/** What the words of a prompt make the camera and the air do. */
export function readMotion(prompt: string, seed: string): Motion {
  const chance = random(`motion:${seed}:${prompt}`);
  const is = (words: RegExp) => words.test(prompt);
  const drift: Drift = is(/\b(rain\w*|storm\w*|drizzle)\b/i)
    ? "rain"
    : is(/\b(snow\w*|blizzard|winter|ice)\b/i)
      ? "snow"
      : is(/\b(fog\w*|mist\w*|smok\w+|cloud\w*)\b/i)
        ? "fog"
        : is(/\b(magic\w*|spark\w*|fire\w*|ember\w*|glow\w*|star\w*|night|candle\w*|lantern\w*)\b/i)
          ? "sparks"
          : "dust";
  const sideways = is(/\b(pan|left|right|walk\w*|run\w*|driv\w*|chas\w*)\b/i);
  const left = is(/\bleft\b/i) || (!is(/\bright\b/i) && chance.chance(0.5));
  return {
    zoom: sideways ? 0.05 : is(/\b(zoom|closer|dramatic|approach\w*)\b/i) ? 0.16 : 0.1,
    pan: sideways
      ? [left ? -0.055 : 0.055, 0.01]
      : [chance.range(-0.022, 0.022), chance.range(-0.03, -0.008)],
    sway: is(/\b(shak\w*|run\w*|explod\w*|explosion|chas\w*|fight\w*|quake|tremble\w*)\b/i)
      ? 0.006
      : 0.0014,
    drift,
  };
}

/**
 * Writes the picture of one moment of the loop into `frame`; `moment` runs from 0 to 1 and ends
 * where it began.
 */
export function drawMoment(still: Still, motion: Motion, moment: number, frame: Still) {
  const turn = moment * Math.PI * 2;
  const wave = (1 - Math.cos(turn)) / 2;
  const zoom = 1 / (1.03 + Math.abs(motion.pan[0]) + motion.sway * 2 + motion.zoom * wave);
  const cx = 0.5 + motion.pan[0] * (wave - 0.5) * 1.4 + motion.sway * Math.sin(turn * 3);
  const cy = 0.5 + motion.pan[1] * wave + motion.sway * Math.cos(turn * 4);
  const { data, width, height } = still;
  const stepX = (zoom * width) / frame.width;
  const stepY = (zoom * height) / frame.height;
  const startX = Math.max(
    0,
    Math.min(width - 1 - stepX * frame.width, cx * width - (stepX * frame.width) / 2),
  );
  const startY = Math.max(
    0,
    Math.min(height - 1 - stepY * frame.height, cy * height - (stepY * frame.height) / 2),
  );
  let out = 0;
  for (let y = 0; y < frame.height; y++) {
    const sy = startY + y * stepY;
    const row = Math.floor(sy);
    const fy = sy - row;
    const below = Math.min(height - 1, row + 1);
    for (let x = 0; x < frame.width; x++) {
      const sx = startX + x * stepX;
      const column = Math.floor(sx);
      const fx = sx - column;
      const beside = Math.min(width - 1, column + 1);
      const a = (row * width + column) * 3;
      const b = (row * width + beside) * 3;
      const c = (below * width + column) * 3;
      const d = (below * width + beside) * 3;
      // A slow band of light that crosses the picture once per loop.
      const light = 1 + 0.05 * Math.sin(turn + (x / frame.width) * 4 + (y / frame.height) * 2);
      for (let channel = 0; channel < 3; channel++) {
        const top = (data[a + channel] ?? 0) * (1 - fx) + (data[b + channel] ?? 0) * fx;
        const bottom = (data[c + channel] ?? 0) * (1 - fx) + (data[d + channel] ?? 0) * fx;
        const value = (top * (1 - fy) + bottom * fy) * light;
        frame.data[out++] = Math.min(255, value);
      }
    }
  }
}

/** Mixes a soft dot of light into a frame. */
function dot(
  frame: Still,
  x: number,
  y: number,
  radius: number,
  color: readonly [number, number, number],
  strength: number,
) {
  const [left, right] = [
    Math.max(0, Math.floor(x - radius)),
    Math.min(frame.width - 1, Math.ceil(x + radius)),
  ];
  const [top, bottom] = [
    Math.max(0, Math.floor(y - radius)),
    Math.min(frame.height - 1, Math.ceil(y + radius)),
  ];
  for (let py = top; py <= bottom; py++)
    for (let px = left; px <= right; px++) {
      const distance = Math.hypot(px - x, py - y) / radius;
      if (distance >= 1) continue;
      const share = (1 - distance * distance) * strength;
      const at = (py * frame.width + px) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const value = frame.data[at + channel] ?? 0;
        frame.data[at + channel] = value + ((color[channel] ?? 255) - value) * share;
      }
    }
}

const fraction = (value: number) => value - Math.floor(value);

/** Rain, snow, sparks, fog or dust; each particle returns to its place when the loop ends. */
export function drawDrift(frame: Still, drift: Drift, seed: string, moment: number) {
  const chance = random(`drift:${seed}:${drift}`);
  const { width, height } = frame;
  const unit = Math.max(width, height) / 640;
  const count = { rain: 70, snow: 80, sparks: 34, fog: 7, dust: 30 }[drift];
  for (let index = 0; index < count; index++) {
    const [x0, y0, size, phase] = [chance(), chance(), chance(), chance()];
    const sway = Math.sin((moment + phase) * Math.PI * 2);
    if (drift === "rain") {
      const y = fraction(y0 + moment * (4 + Math.floor(size * 3))) * 1.2 - 0.1;
      const long = (10 + size * 14) * unit;
      for (let step = 0; step < long; step += 1.4)
        dot(
          frame,
          fraction(x0 + y * 0.08) * width - step * 0.16,
          y * height + step,
          1.3 * unit,
          [225, 236, 246],
          0.34,
        );
    } else if (drift === "snow") {
      const y = fraction(y0 + moment * (1 + Math.floor(size * 2)));
      dot(
        frame,
        (x0 + sway * 0.015) * width,
        (y * 1.1 - 0.05) * height,
        (1.6 + size * 3) * unit,
        [255, 255, 255],
        0.85,
      );
    } else if (drift === "sparks") {
      const y = 1 - fraction(y0 + moment);
      const flicker = 0.5 + 0.5 * Math.sin((moment * 3 + phase) * Math.PI * 2);
      dot(
        frame,
        (x0 + sway * 0.03) * width,
        y * height,
        (3 + size * 4) * unit,
        [255, 208, 120],
        0.3 * flicker,
      );
      dot(
        frame,
        (x0 + sway * 0.03) * width,
        y * height,
        (1 + size) * unit,
        [255, 244, 210],
        0.9 * flicker,
      );
    } else if (drift === "fog") {
      const x = fraction(x0 + moment) * 1.8 - 0.4;
      dot(
        frame,
        x * width,
        (0.35 + y0 * 0.6) * height,
        (90 + size * 110) * unit,
        [226, 232, 238],
        0.16 * Math.sin(Math.PI * Math.min(1, Math.max(0, (x + 0.4) / 1.8))),
      );
    } else {
      const glint = 0.5 + 0.5 * Math.sin((moment + phase) * Math.PI * 2);
      dot(
        frame,
        (x0 + sway * 0.02) * width,
        (y0 + Math.cos((moment + phase) * Math.PI * 2) * 0.015) * height,
        (1.4 + size * 2.4) * unit,
        [255, 246, 220],
        0.42 * glint,
      );
    }
  }
}
