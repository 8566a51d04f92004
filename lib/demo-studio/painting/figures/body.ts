import { blend, darken, lighten } from "../color";
import { ellipse, limb, type Point, sharpBend } from "../geometry";
import type { Pen } from "../pen";
import { type Pose, stances } from "./acting";
import type { Appearance } from "./appearance";
import drawings from "./garments.json" with { type: "json" };
import { drawHead, headUnits, neck } from "./head";
import table from "./poses.json" with { type: "json" };
import { type Mark, sketch } from "./sketch";

type Build = ReturnType<typeof buildOf>;

/** Sizes of a body in centimetres; the scales refer to a body of 140 cm from ground to collar. */
export function buildOf(a: Appearance) {
  const head = a.age === "child" ? 30 : 31;
  const sy = (a.height - head) / 140;
  const sx = Math.min(1.1, 0.45 + 0.55 * sy) * a.build;
  const heavy = a.build > 1.15;
  return {
    head,
    sx,
    sy,
    shoulder: (a.feminine ? 17.5 : 20.5) * sx,
    waist: (a.feminine ? 12 : 14.5) * sx * (heavy ? 1.12 : 1),
    hip: (a.feminine ? 15.5 : 14) * sx * (heavy ? 1.08 : 1),
  };
}

const at = (build: Build, [x, y]: Point): Point => [x * build.sx, y * build.sy];

/** Garments for a body of 140 cm to the collar, `standard` wide: paths of M, L, C, Q and Z. */
const garments = drawings as unknown as Partial<Record<string, Mark[]>>;
const standard = { shoulder: 20, waist: 14, hip: 14.5 };

/** Fits a garment's path to a body's shoulders, waist and hips. */
function fitted(b: Build): (d: string) => string {
  const stops = [
    [-136, 1],
    [-128, b.shoulder / standard.shoulder],
    [-100, b.waist / standard.waist],
    [-88, b.hip / standard.hip],
  ] as const;
  const wide = (y: number) => {
    const next = stops.findIndex(([row]) => row >= y);
    const [low, high] = [stops[next < 0 ? 3 : Math.max(0, next - 1)], stops.at(next)];
    if (!low || !high || low === high) return high?.[1] ?? 1;
    return low[1] + ((high[1] - low[1]) * (y - low[0])) / (high[0] - low[0]);
  };
  return (d) =>
    d.replace(
      /(-?[\d.]+) (-?[\d.]+)/g,
      (_, x: string, y: string) =>
        `${(Number(x) * wide(Number(y))).toFixed(2)} ${(Number(y) * b.sy).toFixed(2)}`,
    );
}

/** A figure in a picture: its permanent looks, and its current pose. */
export type Person = { look: Appearance; pose: Pose; expression: string };

/** A person who looks to the right, feet at the origin; `carry` draws the thing in the palm. */
export function drawPerson(pen: Pen, { look: a, pose, expression }: Person, carry?: () => void) {
  const b = buildOf(a);
  const y = (value: number) => value * b.sy;
  const bend = fitted(b);
  const wear = (name: string, main: string | undefined) =>
    sketch(pen, garments[name] ?? [], { main, lower: a.bottomColor }, bend);
  const leaning = (draw: () => void) => pen.within(0, 0, 1, draw, false, pose.lean);
  const { name } = pose;
  const flies = name === "run" || name === "strike";
  const caped = a.outer === "cape" || a.outer === "cloak";
  const armored = a.outer === "armor";
  const skirted = a.top === "dress" || a.top === "robe";
  leaning(() => {
    wear(caped && flies ? "flying-back" : `${a.outer}-back`, a.outerColor);
    wear(`${a.top}-back`, a.topColor);
  });
  const covered = a.top === "robe" || a.bottom === "long-skirt";
  const legs = (covered && name !== "run" && stances.skirted) || pose.legs;
  drawLegs(pen, a, b, { ...pose, legs });
  pen.within(0, y(-84), 1, () =>
    leaning(() =>
      pen.within(0, y(84), 1, () => {
        const front = ["crossed", "read", "think", "explain"].includes(name);
        const behind = ["stand", "walk", "ease"].includes(name);
        if (!front) drawArm(pen, a, b, pose, "left", 0.1);
        if (behind) drawArm(pen, a, b, pose, "right", 0.3);
        const throat = `M-6 ${y(-150)}L-7 ${y(-136)}Q0 ${y(-128)} 7.4 ${y(-136)}L6.4 ${y(-150)}Z`;
        pen.shape(throat, a.skin, { turn: -0.5 });
        if (!skirted) wear(a.bottom, a.bottomColor);
        // A jacket hides the chest marks of a suit.
        if (armored) wear("armor", a.outerColor);
        else wear(a.top === "suit" && a.outer !== "none" ? "tee" : a.top, a.topColor);
        if (!armored && !caped) wear(a.outer, a.outerColor);
        if (front) drawArm(pen, a, b, pose, "left", 0.35);
        if (!behind) drawArm(pen, a, b, pose, "right", 0.55);
        if (carry) {
          const [x, top] = at(b, pose.right[1]);
          pen.within(x + 3, top, 1, carry);
        }
        wear("tie", a.tie);
        if (caped) wear("cape-collar", a.outerColor);
        wear("scarf", a.scarf);
        pen.within(0, y(-138), b.head / headUnits, () =>
          pen.within(-neck.x, -neck.y, 1, () => drawHead(pen, a, expression)),
        );
      }),
    ),
  );
}

function drawLegs(pen: Pen, a: Appearance, b: Build, pose: Pose) {
  const order = pose.name === "run" || pose.name === "walk" ? ([0, 1] as const) : ([1, 0] as const);
  const armored = a.outer === "armor";
  const short = a.bottom === "shorts";
  const bare = a.bottom === "skirt" || short || (a.top === "dress" && !armored);
  const whole = a.top === "spacesuit" || a.top === "overalls";
  const cloth = whole ? a.topColor : armored ? a.outerColor : a.bottomColor;
  const wide = b.sx * (a.top === "spacesuit" ? 1.25 : 1);
  const widths = (...numbers: number[]) => numbers.map((width) => width * wide);
  const stockings = a.age === "adult" && !short ? blend(a.skin, "#3a3550", 0.35) : a.skin;
  for (const index of order) {
    const hip = at(b, [index ? 7 : -7, -84]);
    const [knee, ankle] = [at(b, pose.legs[index][0]), at(b, pose.legs[index][1])];
    const turn = index === order[0] ? -0.35 : 0.45;
    const toe = ankle[0] > hip[0] + 6 ? 1 : 0.6;
    // Shoes first, so that trousers overlap them.
    const shoe = `M-5 -4C-7 2 -6 6 -3 6L${11 + toe} 6C15 5 13 0 7 -1L4 -5Z`;
    pen.within(...ankle, 1, () => pen.shape(shoe, a.shoes, { turn, round: 1 }));
    if (!bare) {
      const leg = limb([hip, knee, [ankle[0], ankle[1] - 0.5]], widths(17, 13, 10));
      pen.shape(leg, cloth, { turn, round: 3 });
      const pad = ellipse(knee[0], knee[1], 7 * wide, 7.5);
      if (armored) pen.shape(pad, lighten(cloth, 0.15), { round: 2 });
      continue;
    }
    pen.shape(limb([hip, knee, ankle], widths(13, 9.5, 6.4)), stockings, { turn, round: 2 });
    if (short && a.top !== "dress") {
      const thigh: Point = [(hip[0] + knee[0]) / 2, (hip[1] + knee[1]) / 2];
      pen.shape(limb([hip, thigh, knee], widths(16, 15, 14)), cloth, { turn, round: 2.4 });
    }
  }
}

type Side = "left" | "right";
function drawArm(pen: Pen, a: Appearance, b: Build, pose: Pose, side: Side, turn: number) {
  const sign = side === "left" ? -1 : 1;
  const armored = a.outer === "armor";
  const shoulder: Point = [sign * (b.shoulder - 3.6), -127 * b.sy];
  const [elbow, wrist] = [at(b, pose[side][0]), at(b, pose[side][1])];
  const covered = armored || ["jacket", "coat", "labcoat"].includes(a.outer);
  const long = covered || !["tee", "dress", "overalls"].includes(a.top);
  const cloth = covered ? a.outerColor : a.top === "overalls" ? "#e9dcc0" : a.topColor;
  const width = b.sx * (a.top === "spacesuit" || a.top === "hoodie" ? 1.15 : 1);
  const gesture = pose.name === "talk" ? side === "right" : pose.name;
  const open = [true, "explain", "wave", "cheer", "scared"].includes(gesture);
  const glove = a.top === "spacesuit" ? "#c9ced6" : armored ? darken(a.outerColor, 0.2) : a.skin;
  const angle = (Math.atan2(wrist[1] - elbow[1], wrist[0] - elbow[0]) * 180) / Math.PI;
  const hand = () => {
    pen.shape(open ? table.hands.open : table.hands.closed, glove, { round: 1 });
    if (!open) pen.mark("M8.2 -0.6L5.2 -0.2M7.6 2.2L5 2", a.skin, 0.55);
  };
  pen.within(...wrist, 1, hand, false, angle);
  if (long) {
    const cuff = a.top === "robe" && !covered ? 15 : 7.6;
    const widths = [12 * width, 10 * width, cuff * width] as const;
    const bent = sharpBend([shoulder, elbow, wrist], widths);
    // Drawn twice: the second piece, without a line, covers the line where the two meet.
    if (bent) pen.shape(bent, cloth, { turn, line: 2 });
    const sleeve = bent ?? limb([shoulder, elbow, wrist], widths);
    pen.shape(sleeve, cloth, { turn, round: 2.4, line: bent ? 0 : 1 });
    pen.mark(`M${elbow[0] - 2.5} ${elbow[1] - 1}L${elbow[0] + 2} ${elbow[1] + 1.4}`, cloth, 0.5);
  } else {
    const arm = [9.4 * width, 7.6 * width, 5.8 * width];
    pen.shape(limb([shoulder, elbow, wrist], arm), a.skin, { turn, round: 2 });
    const [x, y] = [elbow[0] - shoulder[0], elbow[1] - shoulder[1]];
    const end: Point = [shoulder[0] + x * 0.72, shoulder[1] + y * 0.72];
    const sleeve = [12 * width, 12.4 * width];
    pen.shape(limb([shoulder, end], sleeve), cloth, { turn, round: 2 });
  }
  const pad = ellipse(shoulder[0] + sign, shoulder[1] + 1, 9, 8.4);
  if (armored) pen.shape(pad, lighten(a.outerColor, 0.18), { round: 2.4 });
}
