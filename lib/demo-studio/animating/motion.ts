import { firstOf, inOrder, wordsOf } from "../painting/figures/words";
import { imageOf, type Pixels, pixelsOf } from "../painting/finish/pixels";
import { random } from "../painting/random";
import words from "./motion.json" with { type: "json" };

type Motion = ReturnType<typeof readMotion>;
type Drift = keyof typeof words.particles;

const drifts = wordsOf(words.drifts);
const moves = wordsOf(words.moves);

/** Strength of zoom, head and sway movements by the words of a prompt: fractions of the picture. */
export function readMotion(prompt: string, seed: string) {
  const chance = random(`motion:${seed}:${prompt}`);
  const asked = inOrder(moves, prompt);
  const is = (move: (typeof asked)[number]) => asked.includes(move);
  const left = is("left") || (!is("right") && chance.chance(0.5));
  const pan: [number, number] = is("sideways")
    ? [left ? -0.055 : 0.055, 0.01]
    : [chance.range(-0.022, 0.022), chance.range(-0.03, -0.008)];
  const drift: Drift = firstOf(drifts, prompt) ?? "dust";
  const zoom = is("sideways") ? 0.05 : is("closer") ? 0.16 : 0.1;
  return { zoom, pan, sway: is("shaken") ? 0.006 : 0.0014, drift };
}

/** Rain, snow, sparks, fog or dust as SVG; each particle is where it was when the loop ends. */
function drawDrift(drift: Drift, seed: string, moment: number): string {
  const { count, tone, fall, sway, wide, long, opacity, pulse } = words.particles[drift];
  const [least = 1, more = 0] = wide;
  const chance = random(`drift:${seed}:${drift}`);
  const dots = Array.from({ length: count }, () => {
    const [x, y0, size, phase] = [chance(), chance(), chance(), chance()];
    const wave = Math.sin((moment + phase) * Math.PI * 2);
    const y = y0 + moment * fall * (fall > 0 && size > 0.5 ? 2 : 1);
    const [left, top] = [x + wave * sway, (y - Math.floor(y)) * 1.2 - 0.1];
    const [rx, seen] = [least + size * more, opacity * (1 - pulse * (0.5 + 0.5 * wave))];
    return `<ellipse cx="${left * 100}%" cy="${top * 100}%" rx="${rx}" ry="${rx * long}" opacity="${seen.toFixed(3)}"/>`;
  });
  const stop = `stop-color="${tone}" stop-opacity`;
  const dot = `<radialGradient id="dot"><stop ${stop}="1"/><stop offset=".5" ${stop}=".75"/><stop offset="1" ${stop}="0"/></radialGradient>`;
  return `${dot}<g fill="url(#dot)">${dots.join("")}</g>`;
}

/** The still through the camera at one moment of the loop: from 0 to 1, its start. */
export async function drawMoment(
  still: Pixels,
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
  const { width, height } = still;
  const [scaleX, scaleY] = [frame.width / part / width, frame.height / part / height];
  const shift = { interpolator: "bilinear", idx: -left * width, idy: -top * height } as const;
  const seen = await pixelsOf(imageOf(still).affine([scaleX, 0, 0, scaleY], shift));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}">${drawDrift(drift, seed, moment)}</svg>`;
  return imageOf(seen)
    .extract({ left: 0, top: 0, ...frame })
    .composite([{ input: Buffer.from(svg) }]);
}
