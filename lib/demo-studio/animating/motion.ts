import { random } from "../painting/random";
import type { Drift, Still } from "./drift";

export interface Motion {
  /** Zoom between the ends of the loop, and where it is heading, as fractions of the picture. */
  zoom: number;
  pan: readonly [number, number];
  /** Movement of the hand-held camera: strength in fractions of the picture. */
  sway: number;
  drift: Drift;
}

const drifts: [Drift, RegExp][] = [
  ["rain", /\b(rain\w*|storm\w*|drizzle)\b/i],
  ["snow", /\b(snow\w*|blizzard|winter|ice)\b/i],
  ["fog", /\b(fog\w*|mist\w*|smok\w+|cloud\w*)\b/i],
  [
    "sparks",
    /\b(magic\w*|spark\w*|fire\w*|ember\w*|glow\w*|star\w*|night|candle\w*|lantern\w*)\b/i,
  ],
];

/** What the words of a prompt make the camera and the air do. */
export function readMotion(prompt: string, seed: string): Motion {
  const chance = random(`motion:${seed}:${prompt}`);
  const is = (words: RegExp) => words.test(prompt);
  const sideways = is(/\b(pan|left|right|walk\w*|run\w*|driv\w*|chas\w*)\b/i);
  const left = is(/\bleft\b/i) || (!is(/\bright\b/i) && chance.chance(0.5));
  const closer = is(/\b(zoom|closer|dramatic|approach\w*)\b/i);
  const shaken = is(/\b(shak\w*|run\w*|explod\w*|explosion|chas\w*|fight\w*|quake|tremble\w*)\b/i);
  return {
    zoom: sideways ? 0.05 : closer ? 0.16 : 0.1,
    pan: sideways
      ? [left ? -0.055 : 0.055, 0.01]
      : [chance.range(-0.022, 0.022), chance.range(-0.03, -0.008)],
    sway: shaken ? 0.006 : 0.0014,
    drift: drifts.find(([, words]) => is(words))?.[0] ?? "dust",
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
  const start = (centre: number, size: number) =>
    Math.max(0, Math.min(size - 1 - zoom * size, (centre - zoom / 2) * size));
  const [startX, startY] = [start(cx, width), start(cy, height)];
  let out = 0;
  for (let y = 0; y < frame.height; y++) {
    const sy = startY + (y * zoom * height) / frame.height;
    const row = Math.floor(sy);
    const fy = sy - row;
    const below = Math.min(height - 1, row + 1);
    for (let x = 0; x < frame.width; x++) {
      const sx = startX + (x * zoom * width) / frame.width;
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
        frame.data[out++] = Math.min(255, (top * (1 - fy) + bottom * fy) * light);
      }
    }
  }
}
