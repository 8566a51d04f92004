import type { Pen } from "../pen";
import type { Appearance } from "./appearance";
import drawings from "./creatures.json" with { type: "json" };
import features from "./faces.json" with { type: "json" };
import { type Mark, type Palette, sketch } from "./sketch";

/** Head of a creature in centimetres: left, top, width, height; feet at the origin. */
export type HeadBox = readonly [number, number, number, number];

/** A part of a face that changes with the mood, or a permanent mark. */
type Part =
  | { eyes: [x: number, y: number, gap: number, size: number]; fill: string; lamps?: boolean }
  | { mouth: [x: number, y: number, size: number] }
  | Mark;

/** Animals, robots and ghosts in centimetres, looking to the right, feet at the origin. */
const creatures = drawings as unknown as Record<string, { head: HeadBox; shapes: Part[] }>;

/** Position of a creature's head. */
export const creatureHead = (a: Appearance): HeadBox => creatures[a.species]?.head ?? [0, 0, 1, 1];

/** Eyes, brows and mouths: one unit is their size in the creature's drawing. */
const faces = features as unknown as Record<string, Mark[]>;

/** `mood` is an Open Peeps expression. */
export function drawCreature(pen: Pen, a: Appearance, mood: string) {
  const collar = a.scarf ? undefined : "#b5302c";
  const palette: Palette = { main: a.coat, scarf: a.scarf, collar };
  const feature = (name: string, x: number, y: number, size: number, mirrored = false) =>
    pen.within(x, y, size, () => sketch(pen, faces[name] ?? [], palette), mirrored);
  const closed = /^(calm|eyesClosed|smileLOL)$/.test(mood);
  const eye = closed ? "closed" : /awe|fear|hectic|rage/i.test(mood) ? "wide" : "open";
  const cross = /angry|rage|driven|serious|suspicious/i.test(mood);
  const brow = cross ? "cross" : /solemn|concerned|tired|fear/i.test(mood) ? "worried" : "";
  const laughs = /explaining|Grin|smileBig|smileTeeth|LOL|rage/.test(mood);
  const mouth = laughs ? "laugh" : /solemn|Angry|concerned|fear|tired/.test(mood) ? "sad" : "smile";
  for (const part of creatures[a.species]?.shapes ?? []) {
    if ("eyes" in part) {
      const [x, y, gap, size] = part.eyes;
      palette.iris = part.fill;
      for (const side of [-1, 1])
        if (part.lamps) feature(`lamp ${eye}`, x + side * gap, y, 1);
        else {
          feature(eye, x + side * gap, y, size);
          if (!closed) feature(brow, x + side * gap, y, size, side < 0);
        }
    } else if ("mouth" in part) feature(mouth, ...part.mouth);
    else sketch(pen, [part], palette);
  }
}
