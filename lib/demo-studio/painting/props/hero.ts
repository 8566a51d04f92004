import type { Pen } from "../pen";
import type { Random } from "../random";

/** Things shown large, about 60 units wide, standing on the origin. */
export type Hero = (pen: Pen, random: Random) => void;
