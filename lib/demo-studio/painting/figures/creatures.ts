import type { Pen } from "../pen";
import type { Appearance } from "./appearance";
import { beasts, drawBeast } from "./beasts";
import { drawBird, drawGhost, drawHorse, drawRobot } from "./oddities";

/** Head of a creature in centimetres: left, top, width, height; feet at the origin. */
export type HeadBox = readonly [number, number, number, number];

/** Where a creature's head is. */
export function creatureHead(a: Appearance): HeadBox {
  const beast = beasts[a.species];
  if (beast) {
    const r = beast.height * (a.species === "bear" || a.species === "dragon" ? 0.19 : 0.27);
    const high = { pointed: 1.55, long: 2.3, round: 1.2, horns: 1.8, floppy: 1, none: 1.1 }[
      beast.ears
    ];
    return [-r * 1.15, -beast.height + r - r * high, r * 2.3, r * (high + 0.95)];
  }
  if (a.species === "robot") return [-36, -166, 74, 62];
  if (a.species === "ghost") return [-46, -150, 96, 74];
  if (a.species === "horse") return [34, -196, 62, 72];
  return [-18, -56, 40, 34];
}

export function drawCreature(pen: Pen, a: Appearance, mood: string) {
  const beast = beasts[a.species];
  if (beast) drawBeast(pen, a, beast, mood);
  else if (a.species === "robot") drawRobot(pen, a, mood);
  else if (a.species === "ghost") drawGhost(pen, a, mood);
  else if (a.species === "horse") drawHorse(pen, a);
  else drawBird(pen, a, mood);
}
