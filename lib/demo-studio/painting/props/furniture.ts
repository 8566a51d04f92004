import { ellipse } from "../geometry";
import type { Pen } from "../pen";
import { homePieces } from "./furniture-home";
import { publicPieces } from "./furniture-public";
import { workPieces } from "./furniture-work";

/** Every piece of furniture by its name. */
export const pieces = { ...homePieces, ...workPieces, ...publicPieces };

export type PieceName = keyof typeof pieces;

/** A lamp that hangs from the ceiling by a cord of the given length. */
export function pendant(pen: Pen, lamps: boolean, cord: number, color: string) {
  pen.mark(`M0 0V${cord}`, "#3a3434", 0.9);
  if (lamps) pen.glow(0, cord + 0.3, 1.7, "#ffdf9a", 0.8);
  pen.shape(
    `M-.32 ${cord + 0.3}Q-.26 ${cord - 0.02} 0 ${cord - 0.04}Q.26 ${cord - 0.02} .32 ${cord + 0.3}Z`,
    color,
    { round: 0.05 },
  );
  pen.shape(ellipse(0, cord + 0.31, 0.13, 0.09), lamps ? "#fff6d0" : "#f4eee0", {
    raw: lamps,
    line: 0.6,
  });
}
