import { blend, darken, lighten } from "../color";
import { ellipse, limb, type Point, roundRect } from "../geometry";
import type { Pen } from "../pen";
import type { Appearance } from "./appearance";
import { drawHead, headUnits, neck } from "./head";
import type { Pose } from "./poses";

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

const at = (build: Build, [x, y]: Point): Point => [x * build.sx, y * build.sy];

/** Outline of a garment on the torso from collar to `hem` (standard centimetres below the collar). */
function torso(b: Build, hem: number, flare = 0, loose = 1): string {
  const s = b.shoulder;
  const w = b.waist * loose;
  const h = b.hip * loose + flare;
  const y = (value: number) => (value * b.sy).toFixed(2);
  return `M-6.4 ${y(-139)}C-9 ${y(-137)} ${-s + 3} ${y(-136)} ${-s} ${y(-128)}C${-s - 0.6} ${y(-118)} ${-w - 1.4} ${y(-112)} ${-w} ${y(-100)}C${-w - 0.6} ${y(-94)} ${-h} ${y((hem - 94) / 2)} ${-h} ${y(hem)}Q0 ${y(hem + 3)} ${h} ${y(hem)}C${h} ${y((hem - 94) / 2)} ${w + 0.6} ${y(-94)} ${w} ${y(-100)}C${w + 1.4} ${y(-112)} ${s + 0.6} ${y(-118)} ${s} ${y(-128)}C${s - 3} ${y(-136)} 9 ${y(-137)} 6.4 ${y(-139)}Q0 ${y(-134)} -6.4 ${y(-139)}Z`;
}

function drawLegs(pen: Pen, a: Appearance, b: Build, pose: Pose) {
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
    pen.shape(
      limb([shoulder, elbow, wrist], [12 * width, 10 * width, (wide ? 15 : 7.6) * width]),
      cloth,
      { turn, round: 2.4 },
    );
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

function drawTop(pen: Pen, a: Appearance, b: Build) {
  const y = (value: number) => value * b.sy;
  const skirted = a.top === "dress" || a.top === "robe";
  const hem = a.top === "dress" ? -42 : a.top === "robe" ? -9 : a.top === "suit" ? -76 : -82;
  const flare =
    a.top === "dress"
      ? 13
      : a.top === "robe"
        ? 12
        : a.top === "sweater" || a.top === "hoodie"
          ? 1.6
          : 0.6;
  if (!skirted && (a.bottom === "skirt" || a.bottom === "long-skirt")) {
    const low = a.bottom === "skirt" ? -50 : -12;
    const h = b.hip + (a.bottom === "skirt" ? 7 : 10);
    pen.shape(
      `M${-b.waist} ${y(-102)}C${-b.hip - 2} ${y(-92)} ${-h} ${y(-70)} ${-h} ${y(low)}Q0 ${y(low + 4)} ${h} ${y(low)}C${h} ${y(-70)} ${b.hip + 2} ${y(-92)} ${b.waist} ${y(-102)}Z`,
      a.bottomColor,
      { round: 4 },
    );
    pen.mark(`M-3 ${y(-88)}L-5 ${y(low - 1)}M6 ${y(-86)}L9 ${y(low - 1)}`, a.bottomColor, 0.6);
  }
  const body = torso(b, hem, flare, a.top === "spacesuit" ? 1.12 : 1);
  const color = a.outer === "armor" ? a.outerColor : a.top === "overalls" ? "#e9dcc0" : a.topColor;
  pen.shape(body, color, { round: 5 });
  pen.clip(body, () => {
    if (a.top === "striped")
      for (let row = -128; row < -80; row += 10)
        pen.shape(
          `M-40 ${y(row)}Q0 ${y(row + 4)} 40 ${y(row)}L40 ${y(row + 5)}Q0 ${y(row + 9)} -40 ${y(row + 5)}Z`,
          "#f2efe8",
          { line: 0 },
        );
    if (skirted) {
      pen.mark(`M-4 ${y(-84)}L-9 ${y(hem)}M7 ${y(-82)}L12 ${y(hem)}`, color, 0.7);
      pen.shape(
        `M-40 ${y(-103)}Q0 ${y(-99)} 40 ${y(-103)}L40 ${y(-97)}Q0 ${y(-93)} -40 ${y(-97)}Z`,
        a.top === "robe" ? "#c9a04a" : darken(color, 0.35),
        { line: 0.6 },
      );
      if (a.top === "robe")
        pen.shape(
          `M-40 ${y(hem - 7)}Q0 ${y(hem - 3)} 40 ${y(hem - 7)}L40 ${y(hem + 6)}L-40 ${y(hem + 6)}Z`,
          "#c9a04a",
          { line: 0.6 },
        );
    } else if (a.top !== "spacesuit")
      pen.mark(`M${-b.hip} ${y(-88)}Q0 ${y(-84)} ${b.hip} ${y(-88)}`, color, 0.45);
  });
  if (a.top === "shirt" || (a.top === "suit" && a.outer === "none")) {
    if (a.top === "suit")
      pen.shape(`M-5 ${y(-139)}L2 ${y(-104)}L7 ${y(-139)}Z`, "#f4f1ea", { line: 0.6 });
    else {
      pen.mark(`M1.5 ${y(-133)}L2 ${y(-83)}`, color, 0.55);
      for (const row of [-124, -113, -102, -91])
        pen.shape(ellipse(4, y(row), 0.9), lighten(color, 0.5), { line: 0.4 });
    }
    pen.shape(
      `M-8 ${y(-140)}L-9 ${y(-132)}L0 ${y(-131)}L9 ${y(-132)}L8 ${y(-140)}L1 ${y(-134)}Z`,
      a.top === "suit" ? "#f4f1ea" : lighten(color, 0.16),
      { line: 0.8 },
    );
  }
  if (a.top === "suit" && a.outer === "none") {
    pen.shape(`M-9 ${y(-138)}L-12 ${y(-122)}L1 ${y(-101)}L-4 ${y(-124)}Z`, lighten(color, 0.12), {
      line: 0.8,
    });
    pen.shape(`M9 ${y(-138)}L12.5 ${y(-122)}L3 ${y(-101)}L6 ${y(-124)}Z`, lighten(color, 0.12), {
      line: 0.8,
    });
  }
  if (a.top === "hoodie") {
    pen.shape(
      `M-11 ${y(-140)}C-14 ${y(-128)} 14 ${y(-128)} 12 ${y(-140)}C6 ${y(-134)} -6 ${y(-134)} -11 ${y(-140)}Z`,
      darken(color, 0.12),
    );
    pen.mark(`M-3 ${y(-131)}L-4 ${y(-118)}M4 ${y(-131)}L5 ${y(-118)}`, "#f2efe8", 0.9);
    pen.mark(`M-9 ${y(-86)}L-7 ${y(-100)}L9 ${y(-100)}L11 ${y(-86)}`, color, 0.7);
  }
  if (a.top === "sweater")
    pen.shape(
      `M-7.5 ${y(-140.5)}Q0 ${y(-133)} 8 ${y(-140.5)}L7.4 ${y(-136)}Q0 ${y(-129)} -7 ${y(-136)}Z`,
      darken(color, 0.1),
      { line: 0.8 },
    );
  if (a.top === "overalls") {
    const bib = a.topColor;
    pen.shape(
      `M${-b.waist * 0.8} ${y(-118)}L${b.waist * 0.8} ${y(-118)}L${b.waist} ${y(-98)}L${b.hip + 0.6} ${y(-80)}L${-b.hip - 0.6} ${y(-80)}L${-b.waist} ${y(-98)}Z`,
      bib,
      { round: 3 },
    );
    pen.stroke(
      `M${-b.waist * 0.7} ${y(-117)}L-9 ${y(-137)}M${b.waist * 0.7} ${y(-117)}L9.6 ${y(-137)}`,
      bib,
      3.6,
      { line: 0.8 },
    );
    pen.shape(roundRect(-5, y(-112), 11, 9, 1), lighten(bib, 0.08), { line: 0.6 });
  }
  if (a.top === "spacesuit") {
    pen.shape(roundRect(-8, y(-124), 17, 14 * b.sy, 2), "#9fa8b4", { line: 0.8, round: 1.4 });
    for (const [x, tone] of [
      [-4, "#c8312b"],
      [1, "#e6bb2e"],
      [6, "#3568b0"],
    ] as const)
      pen.shape(ellipse(x, y(-118), 1.6), tone, { line: 0.5 });
    pen.shape(
      `M${-b.waist * 1.12} ${y(-99)}Q0 ${y(-95)} ${b.waist * 1.12} ${y(-99)}L${b.waist * 1.12} ${y(-94)}Q0 ${y(-90)} ${-b.waist * 1.12} ${y(-94)}Z`,
      "#c9ced6",
      { line: 0.7 },
    );
  }
  if (a.outer === "armor") {
    pen.mark(
      `M1 ${y(-136)}L2 ${y(-96)}M${-b.waist} ${y(-101)}Q0 ${y(-95)} ${b.waist} ${y(-101)}M${-b.hip} ${y(-91)}Q0 ${y(-86)} ${b.hip} ${y(-91)}`,
      color,
      0.8,
    );
    pen.shape(
      `M${-b.hip} ${y(-88)}L${b.hip} ${y(-88)}L${b.hip * 0.5} ${y(-70)}L0 ${y(-78)}L${-b.hip * 0.6} ${y(-70)}Z`,
      a.bottomColor,
      { round: 2 },
    );
  }
}

function drawOuter(pen: Pen, a: Appearance, b: Build) {
  const y = (value: number) => value * b.sy;
  const color = a.outerColor;
  if (a.outer === "jacket" || a.outer === "coat" || a.outer === "labcoat") {
    const hem = a.outer === "jacket" ? -78 : -46;
    const h = b.hip + (a.outer === "jacket" ? 2 : 6);
    for (const sign of [-1, 1]) {
      const s = sign * b.shoulder;
      const inner = sign < 0 ? -4 : 7;
      const panel = `M${sign * 6} ${y(-140)}C${sign * 10} ${y(-137)} ${s - sign * 3} ${y(-136)} ${s} ${y(-128)}C${s + sign} ${y(-118)} ${sign * (b.waist + 2)} ${y(-112)} ${sign * (b.waist + 1)} ${y(-100)}C${sign * (b.waist + 2)} ${y(-92)} ${sign * h} ${y((hem - 92) / 2)} ${sign * h} ${y(hem)}L${inner + sign * (a.outer === "jacket" ? 0 : 3)} ${y(hem + 2)}L${inner} ${y(-104)}C${inner} ${y(-120)} ${sign * 4} ${y(-130)} ${sign * 6} ${y(-140)}Z`;
      pen.shape(panel, color, { round: 3.2, turn: sign * pen.light.side > 0 ? 0.6 : 0.25 });
      pen.shape(
        `M${sign * 6} ${y(-140)}L${sign * 12} ${y(-126)}L${sign * 9} ${y(-122)}L${inner} ${y(-106)}C${inner} ${y(-122)} ${sign * 4} ${y(-132)} ${sign * 6} ${y(-140)}Z`,
        a.outer === "labcoat" ? "#ffffff" : darken(color, 0.14),
        { line: 0.8 },
      );
      pen.mark(`M${sign * 11} ${y(-97)}L${sign * (b.waist + 0)} ${y(-99)}`, color, 0.7);
    }
    if (a.outer === "coat")
      pen.shape(
        `M${-b.waist - 1.6} ${y(-103)}L-3 ${y(-100)}L-3 ${y(-95.5)}L${-b.waist - 2} ${y(-98)}ZM${b.waist + 1.6} ${y(-103)}L6 ${y(-100)}L6 ${y(-95.5)}L${b.waist + 2} ${y(-98)}Z`,
        darken(color, 0.3),
        { line: 0.7 },
      );
  } else if (a.outer === "vest") {
    for (const sign of [-1, 1]) {
      const inner = sign < 0 ? -1 : 4;
      pen.shape(
        `M${sign * 7} ${y(-139)}L${sign * (b.shoulder - 5)} ${y(-134)}C${sign * (b.shoulder - 4)} ${y(-120)} ${sign * (b.waist + 1)} ${y(-112)} ${sign * (b.waist + 1)} ${y(-100)}L${sign * (b.hip + 1)} ${y(-82)}L${inner} ${y(-78)}L${inner} ${y(-112)}Z`,
        color,
        { round: 2.6 },
      );
    }
    for (const row of [-107, -98, -89])
      pen.shape(ellipse(4, y(row), 1.1), "#d9b75a", { line: 0.4 });
  } else if (a.outer === "apron") {
    pen.shape(
      `M${-b.waist * 0.75} ${y(-124)}L${b.waist * 0.75} ${y(-124)}L${b.waist + 1} ${y(-102)}L${b.hip + 2} ${y(-50)}Q0 ${y(-46)} ${-b.hip - 2} ${y(-50)}L${-b.waist - 1} ${y(-102)}Z`,
      color,
      { round: 3 },
    );
    pen.stroke(
      `M${-b.waist * 0.7} ${y(-124)}L-7 ${y(-138)}M${b.waist * 0.7} ${y(-124)}L8 ${y(-138)}`,
      color,
      2.2,
      { line: 0.7 },
    );
    pen.mark(
      `M${-b.waist} ${y(-101)}L${b.waist} ${y(-101)}M-8 ${y(-92)}L-7 ${y(-80)}L9 ${y(-80)}L10 ${y(-92)}Z`,
      color,
      0.6,
    );
  }
}

function drawBack(pen: Pen, a: Appearance, b: Build, pose: Pose) {
  const y = (value: number) => value * b.sy;
  if (a.outer === "cape" || a.outer === "cloak") {
    const fly = pose.name === "run" || pose.name === "strike" ? 30 : a.outer === "cape" ? 9 : 3;
    pen.shape(
      `M-12 ${y(-139)}C${-b.shoulder - 8} ${y(-128)} ${-b.shoulder - 14 - fly} ${y(-70)} ${-b.shoulder - 12 - fly} ${y(-14)}C-14 ${y(-20)} 4 ${y(-8)} ${b.shoulder + 10 - fly * 0.4} ${y(-16)}C${b.shoulder + 12} ${y(-70)} ${b.shoulder + 7} ${y(-128)} 12 ${y(-139)}Z`,
      darken(a.outerColor, 0.12),
      { round: 6 },
    );
  }
  if (a.outer === "coat" || a.outer === "labcoat")
    pen.shape(torso(b, -47, 7), darken(a.outerColor, 0.4), {});
  if (a.top === "spacesuit")
    pen.shape(roundRect(-b.shoulder - 2, y(-138), b.shoulder * 2 + 4, 46 * b.sy, 6), "#b9c0c8", {
      round: 3,
    });
}

function drawCollar(pen: Pen, a: Appearance, b: Build) {
  const y = (value: number) => value * b.sy;
  if (a.tie)
    pen.shape(
      `M-1.5 ${y(-135)}L4 ${y(-135)}L3 ${y(-131)}L5 ${y(-106)}L1.4 ${y(-101)}L-2 ${y(-106)}L0 ${y(-131)}Z`,
      a.tie,
      { line: 0.8, accent: true },
    );
  if (a.outer === "cape" || a.outer === "cloak") {
    pen.shape(
      `M-14 ${y(-138)}C-20 ${y(-134)} ${-b.shoulder - 3} ${y(-130)} ${-b.shoulder - 3} ${y(-120)}C-14 ${y(-124)} -4 ${y(-126)} 0 ${y(-130)}C6 ${y(-126)} 16 ${y(-124)} ${b.shoulder + 3} ${y(-120)}C${b.shoulder + 3} ${y(-130)} 20 ${y(-134)} 14 ${y(-138)}Q0 ${y(-128)} -14 ${y(-138)}Z`,
      a.outerColor,
      { round: 2.4 },
    );
    pen.shape(ellipse(1, y(-130), 2.4), "#e2b53e", { line: 0.7 });
  }
  if (a.scarf) {
    pen.shape(`M4 ${y(-134)}L13 ${y(-132)}L15 ${y(-106)}L6 ${y(-105)}Z`, darken(a.scarf, 0.12), {
      line: 0.9,
      accent: true,
    });
    pen.shape(
      `M-13 ${y(-141)}C-8 ${y(-147)} 9 ${y(-147)} 14 ${y(-141)}C16 ${y(-134)} 10 ${y(-129)} 1 ${y(-129)}C-9 ${y(-129)} -16 ${y(-134)} -13 ${y(-141)}Z`,
      a.scarf,
      { round: 2, accent: true },
    );
  }
}

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
