import { ellipse } from "../geometry";
import type { Pen } from "../pen";
import type { Appearance } from "./appearance";
import drawings from "./creatures.json" with { type: "json" };
import { type Mark, type Palette, sketch } from "./sketch";

/** Head of a creature in centimetres: left, top, width, height; feet at the origin. */
export type HeadBox = readonly [number, number, number, number];

/** A part of a face that changes with the mood, or a mark that stays. */
type Part =
  | { eyes: [x: number, y: number, gap: number, size: number]; fill: string; lamps?: boolean }
  | { mouth: [x: number, y: number, size: number] }
  | Mark;

/** Animals, robots and ghosts in centimetres, looking to the right, feet at the origin. */
const creatures = drawings as unknown as Record<string, { head: HeadBox; shapes: Part[] }>;

/** Where a creature's head is. */
export const creatureHead = (a: Appearance): HeadBox => creatures[a.species]?.head ?? [0, 0, 1, 1];

export function drawCreature(pen: Pen, a: Appearance, mood: string) {
  const collar = a.scarf ? undefined : "#b5302c";
  const palette: Palette = { main: a.coat, scarf: a.scarf, collar };
  for (const part of creatures[a.species]?.shapes ?? []) {
    if ("eyes" in part)
      for (const side of [-1, 1]) {
        const [x, y, gap, size] = part.eyes;
        (part.lamps ? drawLamp : drawEye)(pen, x + side * gap, y, size, mood, part.fill, side);
      }
    else if ("mouth" in part) drawMouth(pen, ...part.mouth, mood, a.coat);
    else sketch(pen, [part], palette);
  }
}

/** An eye with a light in it; `mood` is an Open Peeps expression. */
function drawEye(
  pen: Pen,
  x: number,
  y: number,
  size: number,
  mood: string,
  iris: string,
  side: number,
) {
  if (/^(calm|eyesClosed|smileLOL)$/.test(mood)) {
    pen.mark(`M${x - size} ${y}Q${x} ${y - size * 1.3} ${x + size} ${y}`, "#2a2024", 1);
    return;
  }
  const ball = size * (/awe|fear|hectic|rage/i.test(mood) ? 1.25 : 1);
  const plain = { raw: true, line: 0 };
  pen.shape(ellipse(x, y, ball, ball * 1.18), "#fffdf6", { raw: true, line: 0.7 });
  pen.shape(ellipse(x + size * 0.24, y + size * 0.08, size * 0.62, size * 0.78), iris, plain);
  pen.shape(ellipse(x + size * 0.42, y - size * 0.24, size * 0.22), "#ffffff", plain);
  const cross = /angry|rage|driven|serious|suspicious/i.test(mood);
  if (!cross && !/solemn|concerned|tired|fear/i.test(mood)) return;
  const tilt = size * side * (cross ? -0.4 : 0.36);
  pen.mark(
    `M${x - size * 1.1} ${y - size * 1.5 + tilt}L${x + size * 1.1} ${y - size * 1.5 - tilt}`,
    "#2a2024",
    1.2,
  );
}

/** The eye of a robot. */
function drawLamp(pen: Pen, x: number, y: number, size: number, mood: string, color: string) {
  pen.glow(x, y, 12, color, 0.7);
  if (/calm|LOL|Closed/.test(mood))
    pen.stroke(`M${x - 4} ${y + 2}Q${x} ${y - 4} ${x + 4} ${y + 2}`, color, 2.6, { raw: true });
  else
    pen.shape(ellipse(x, y, size, /awe|fear/i.test(mood) ? 6.4 : 4.8), color, {
      raw: true,
      line: 0,
    });
}

function drawMouth(pen: Pen, x: number, y: number, size: number, mood: string, coat: string) {
  const at = (dx: number, dy: number) => `${x + size * dx} ${y + size * dy}`;
  if (/explaining|Grin|smileBig|smileTeeth|LOL|rage/.test(mood))
    pen.shape(
      `M${at(-1, 0)}Q${at(0, 0.3)} ${at(1, 0)}Q${at(0.5, 1.4)} ${at(0, 1.4)}Q${at(-0.6, 1.4)} ${at(-1, 0)}Z`,
      "#7a2530",
      { line: 0.8 },
    );
  else if (/solemn|Angry|concerned|fear|tired/.test(mood))
    pen.mark(`M${at(-1, 0.6)}Q${at(0, -0.4)} ${at(1, 0.6)}`, coat, 0.9);
  else
    pen.mark(`M${at(-1, 0)}Q${at(-0.4, 0.8)} ${at(0, 0)}Q${at(0.4, 0.8)} ${at(1, 0)}`, coat, 0.9);
}
