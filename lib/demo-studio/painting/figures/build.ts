import type { Point } from "../geometry";
import type { Appearance } from "./appearance";

/** Sizes of a body in centimetres; y is negative upwards, the ground is 0. */
export interface Build {
  /** Head height without hair. */
  head: number;
  /** Scale of the standard body (140 cm from ground to collar) in x and y. */
  sx: number;
  sy: number;
  shoulder: number;
  waist: number;
  hip: number;
}

export function buildOf(a: Appearance): Build {
  const head = { child: 30, teen: 31, adult: 31, elder: 31 }[a.age];
  const sy = (a.height - head) / 140;
  const sx = Math.min(1.1, 0.45 + 0.55 * sy) * a.build;
  return {
    head,
    sx,
    sy,
    shoulder: (a.feminine ? 17.5 : 20.5) * sx,
    waist: (a.feminine ? 12 : 14.5) * sx * (a.build > 1.15 ? 1.12 : 1),
    hip: (a.feminine ? 15.5 : 14) * sx * (a.build > 1.15 ? 1.08 : 1),
  };
}

export const at = (build: Build, [x, y]: Point): Point => [x * build.sx, y * build.sy];
