import type { Pen } from "../pen";
import type { Appearance } from "./appearance";
import { at, buildOf } from "./build";
import { drawBack, drawCollar, drawOuter, drawTop } from "./garments";
import { drawHead, headUnits, neck } from "./head";
import { drawArm, drawLegs } from "./limbs";
import type { Pose } from "./poses";

/**
 * A person in centimetres, looking to the right, feet at the origin. `carry` draws what the right
 * hand holds, with its origin in the palm.
 */
export function drawPerson(
  pen: Pen,
  a: Appearance,
  pose: Pose,
  expression: string,
  carry?: () => void,
) {
  const b = buildOf(a);
  const y = (value: number) => value * b.sy;
  const unit = b.head / headUnits;
  const floorLong = a.top === "robe" || a.bottom === "long-skirt";
  pen.within(0, 0, 1, () => {
    pen.within(0, 0, 1, () => drawBack(pen, a, b, pose), false, pose.lean);
    drawLegs(
      pen,
      a,
      b,
      floorLong && pose.name !== "run"
        ? {
            ...pose,
            legs: [
              [
                [-7, -45],
                [-8, -5],
              ],
              [
                [7, -45],
                [9, -5],
              ],
            ],
          }
        : pose,
    );
    pen.within(
      0,
      y(-84),
      1,
      () =>
        pen.within(0, y(84), 1, () => {
          const front =
            pose.name === "crossed" ||
            pose.name === "read" ||
            pose.name === "think" ||
            pose.name === "explain";
          if (!front) drawArm(pen, a, b, pose, "left", 0.1);
          const behind =
            pose.name === "stand" ||
            pose.name === "run" ||
            pose.name === "walk" ||
            pose.name === "ease";
          if (behind && pose.name !== "run") drawArm(pen, a, b, pose, "right", 0.3);
          pen.shape(
            `M-6 ${y(-150)}L-7 ${y(-136)}Q0 ${y(-128)} 7.4 ${y(-136)}L6.4 ${y(-150)}Z`,
            a.skin,
            { turn: -0.5 },
          );
          drawTop(pen, a, b);
          drawOuter(pen, a, b);
          if (front) drawArm(pen, a, b, pose, "left", 0.35);
          if (!behind || pose.name === "run") {
            drawArm(pen, a, b, pose, "right", 0.55);
          }
          if (carry) {
            const [x, top] = at(b, pose.right[1]);
            pen.within(x + 3, top, 1, carry);
          }
          drawCollar(pen, a, b);
          pen.within(0, y(-138), unit, () =>
            pen.within(-neck.x, -neck.y, 1, () => drawHead(pen, a, expression)),
          );
        }),
      false,
      pose.lean,
    );
  });
}
