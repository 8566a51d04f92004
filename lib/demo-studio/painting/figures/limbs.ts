import { blend, darken, lighten } from "../color";
import { ellipse, limb, type Point, sharpBend } from "../geometry";
import type { Pen } from "../pen";
import type { Appearance } from "./appearance";
import { at, type Build } from "./build";
import type { Pose } from "./poses";

export function drawLegs(pen: Pen, a: Appearance, b: Build, pose: Pose) {
  const order = pose.name === "run" || pose.name === "walk" ? [0, 1] : [1, 0];
  for (const index of order) {
    const leg = pose.legs[index as 0 | 1];
    const hip = at(b, [index ? 7 : -7, -84]);
    const [knee, ankle] = [at(b, leg[0]), at(b, leg[1])];
    const bare =
      a.bottom === "skirt" || a.bottom === "shorts" || (a.top === "dress" && a.outer !== "armor");
    const cloth =
      a.top === "spacesuit" || a.top === "overalls"
        ? a.topColor
        : a.outer === "armor"
          ? a.outerColor
          : a.bottomColor;
    const far = index === order[0] ? -0.35 : 0.45;
    const wide = b.sx * (a.top === "spacesuit" ? 1.25 : 1);
    const forward = ankle[0] > hip[0] + 6 ? 1 : 0.6;
    // Shoes first, so that trousers fall over them.
    const [sx, sy] = [ankle[0], ankle[1]];
    pen.shape(
      `M${sx - 5} ${sy - 4}C${sx - 7} ${sy + 2} ${sx - 6} ${sy + 6} ${sx - 3} ${sy + 6}L${sx + 11 + forward} ${sy + 6}C${sx + 15} ${sy + 5} ${sx + 13} ${sy} ${sx + 7} ${sy - 1}L${sx + 4} ${sy - 5}Z`,
      a.shoes,
      { turn: far, round: 1 },
    );
    if (bare) {
      pen.shape(
        limb([hip, knee, ankle], [13 * wide, 9.5 * wide, 6.4 * wide]),
        blend(
          a.skin,
          a.bottom === "shorts" ? a.skin : "#3a3550",
          a.age === "adult" && a.bottom !== "shorts" ? 0.35 : 0,
        ),
        { turn: far, round: 2 },
      );
      if (a.bottom === "shorts" && a.top !== "dress")
        pen.shape(
          limb(
            [hip, [(hip[0] + knee[0]) / 2, (hip[1] + knee[1]) / 2], knee],
            [16 * wide, 15 * wide, 14 * wide],
          ),
          cloth,
          { turn: far, round: 2.4 },
        );
    } else {
      pen.shape(
        limb([hip, knee, [ankle[0], ankle[1] - 0.5]], [17 * wide, 13 * wide, 10 * wide]),
        cloth,
        { turn: far, round: 3 },
      );
      if (a.outer === "armor")
        pen.shape(ellipse(knee[0], knee[1], 7 * wide, 7.5), lighten(cloth, 0.15), { round: 2 });
    }
  }
}

function hand(pen: Pen, a: Appearance, [x, y]: Point, [ex, ey]: Point, open: boolean) {
  const angle = (Math.atan2(y - ey, x - ex) * 180) / Math.PI;
  const color =
    a.top === "spacesuit" ? "#c9ced6" : a.outer === "armor" ? darken(a.outerColor, 0.2) : a.skin;
  pen.within(
    x,
    y,
    1,
    () => {
      if (open)
        pen.shape(
          "M-3 -3.2C1 -4.6 4 -5.4 5 -8.4C6.4 -9 7.4 -7.4 6.8 -5.2C9.6 -5.8 11.4 -4.6 11 -3C12.6 -2.2 12.4 -0.2 10.8 0.4C11.2 2.2 9.8 3.2 8 3.2C5 4.4 0 4 -3 3.2Z",
          color,
          { round: 1 },
        );
      else
        pen.shape(
          "M-3 -3.4C0 -4.8 3 -5.6 5.6 -4.6C8.6 -3.6 9.2 -0.6 8.4 1.6C7.6 4.4 3.4 5 0.6 4.6C-1.4 4.4 -3 3.6 -3 3.2Z",
          color,
          { round: 1 },
        );
      if (!open) pen.mark("M8.2 -0.6L5.2 -0.2M7.6 2.2L5 2", a.skin, 0.55);
    },
    false,
    angle,
  );
}

export function drawArm(
  pen: Pen,
  a: Appearance,
  b: Build,
  pose: Pose,
  side: "left" | "right",
  turn: number,
) {
  const sign = side === "left" ? -1 : 1;
  const shoulder: Point = [sign * (b.shoulder - 3.6), -127 * b.sy];
  const [elbow, wrist] = pose[side].map((joint) => at(b, joint)) as unknown as [Point, Point];
  const covered =
    a.outer === "jacket" || a.outer === "coat" || a.outer === "labcoat" || a.outer === "armor";
  const sleeve = covered ? a.outerColor : a.topColor;
  const long = covered || (a.top !== "tee" && a.top !== "dress" && !(a.top === "overalls"));
  const cloth = a.top === "overalls" && !covered ? "#e9dcc0" : sleeve;
  const width = b.sx * (a.top === "spacesuit" || a.top === "hoodie" ? 1.15 : 1);
  const wide = a.top === "robe" && !covered;
  const open =
    pose.name === "talk" ||
    pose.name === "explain" ||
    pose.name === "wave" ||
    pose.name === "cheer" ||
    pose.name === "scared";
  hand(pen, a, wrist, elbow, open && !(pose.name === "talk" && side === "left"));
  if (long) {
    const widths = [12 * width, 10 * width, (wide ? 15 : 7.6) * width] as const;
    const bent = sharpBend([shoulder, elbow, wrist], widths);
    // Twice: the second, without a line, covers the line where the two pieces meet.
    if (bent) pen.shape(bent, cloth, { turn, line: 2 });
    pen.shape(bent ?? limb([shoulder, elbow, wrist], widths), cloth, {
      turn,
      round: 2.4,
      line: bent ? 0 : 1,
    });
    pen.mark(`M${elbow[0] - 2.5} ${elbow[1] - 1}L${elbow[0] + 2} ${elbow[1] + 1.4}`, cloth, 0.5);
  } else {
    pen.shape(limb([shoulder, elbow, wrist], [9.4 * width, 7.6 * width, 5.8 * width]), a.skin, {
      turn,
      round: 2,
    });
    const cuff: Point = [
      shoulder[0] + (elbow[0] - shoulder[0]) * 0.72,
      shoulder[1] + (elbow[1] - shoulder[1]) * 0.72,
    ];
    const middle: Point = [(shoulder[0] + cuff[0]) / 2, (shoulder[1] + cuff[1]) / 2];
    pen.shape(limb([shoulder, middle, cuff], [12 * width, 12 * width, 12.4 * width]), cloth, {
      turn,
      round: 2,
    });
  }
  if (a.outer === "armor")
    pen.shape(ellipse(shoulder[0] + sign, shoulder[1] + 1, 9, 8.4), lighten(a.outerColor, 0.18), {
      round: 2.4,
    });
}
