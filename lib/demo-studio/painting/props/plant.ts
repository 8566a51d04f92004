import type { Pen } from "../pen";
import type { Random } from "../random";

/** Plants in metres, rooted at the origin. */
export type Plant = (pen: Pen, random: Random, snow?: boolean) => void;
