import sharp from "sharp";
import { firstOf, inOrder, wordsOf } from "../painting/figures/words";
import type { Pixels } from "../painting/finish/pixels";
import { random } from "../painting/random";
import { type Drift, drawDrift } from "./drift";
import words from "./motion.json" with { type: "json" };

type Motion = ReturnType<typeof readMotion>;

const drifts = wordsOf(words.drifts);
const moves = wordsOf(words.moves);

/** Strength of zoom, head and sway movements by the words of a prompt: fractions of the picture. */
export function readMotion(prompt: string, seed: string) {
  const chance = random(`motion:${seed}:${prompt}`);
  const asked = inOrder(moves, prompt);
  const is = (move: (typeof asked)[number]) => asked.includes(move);
  const sideways = is("sideways");
  const left = is("left") || (!is("right") && chance.chance(0.5));
  const pan: [number, number] = sideways
    ? [left ? -0.055 : 0.055, 0.01]
    : [chance.range(-0.022, 0.022), chance.range(-0.03, -0.008)];
  const drift: Drift = firstOf(drifts, prompt) ?? "dust";
  const [zoom, sway] = [is("closer") ? 0.16 : 0.1, is("shaken") ? 0.006 : 0.0014];
  return { zoom: sideways ? 0.05 : zoom, pan, sway, drift };
}

/** The still through the camera at one moment of the loop: from 0 to 1, its start. */
export async function drawMoment(
  { data, width, height }: Pixels,
  { pan, sway, zoom, drift }: Motion,
  moment: number,
  seed: string,
  frame: { width: number; height: number },
) {
  const turn = moment * Math.PI * 2;
  const wave = (1 - Math.cos(turn)) / 2;
  const part = 1 / (1.03 + Math.abs(pan[0]) + sway * 2 + zoom * wave);
  const cx = 0.5 + pan[0] * (wave - 0.5) * 1.4 + sway * Math.sin(turn * 3);
  const cy = 0.5 + pan[1] * wave + sway * Math.cos(turn * 4);
  const start = (centre: number) => Math.max(0, Math.min(1 - part, centre - part / 2));
  const [left, top] = [start(cx), start(cy)];
  const [scaleX, scaleY] = [frame.width / part / width, frame.height / part / height];
  const shift = { interpolator: "bilinear", idx: -left * width, idy: -top * height } as const;
  const { data: seen, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .affine([scaleX, 0, 0, scaleY], shift)
    .raw()
    .toBuffer({ resolveWithObject: true });
  // A slow band of light crosses the picture once per loop.
  const [x, y] = [-turn / 5, -turn / 10];
  const band = `<linearGradient id="band" x1="${x}" y1="${y}" x2="${x + Math.PI / 5}" y2="${y + Math.PI / 10}" spreadMethod="reflect"><stop stop-color="#fff" stop-opacity=".05"/><stop offset="1" stop-opacity=".05"/></linearGradient><rect width="100%" height="100%" fill="url(#band)"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}">${band}${drawDrift(drift, seed, moment)}</svg>`;
  return sharp(seen, { raw: info })
    .extract({ left: 0, top: 0, ...frame })
    .composite([{ input: Buffer.from(svg) }]);
}
