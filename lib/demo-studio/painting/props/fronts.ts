import { darken } from "../color";
import { ellipse, polygon, rect, roundRect } from "../geometry";
import type { Pen } from "../pen";
import type { Random } from "../random";

/** Buildings and street furniture in metres, standing on the origin. */
export interface Lit {
  lamps: boolean;
  snow: boolean;
}

export const glass = (pen: Pen, random: Random, lamps: boolean, d: string, line = 0.7) => {
  if (lamps && random.chance(0.58))
    pen.shape(d, random.pick(["#ffd98a", "#ffcf6b", "#ffe6ad"] as const), { raw: true, line });
  else pen.shape(d, lamps ? "#3c4a66" : "#a9cbe0", { line, turn: 0.3 });
};

export function windowAt(
  pen: Pen,
  random: Random,
  lit: Lit,
  x: number,
  y: number,
  w: number,
  h: number,
  frame = "#f1ead9",
) {
  pen.shape(rect(x - 0.08, y - 0.08, w + 0.16, h + 0.16), frame, { line: 0.8 });
  glass(pen, random, lit.lamps, rect(x, y, w, h));
  pen.mark(`M${x + w / 2} ${y}v${h}M${x} ${y + h * 0.45}h${w}`, frame, 0.8);
  pen.shape(
    rect(x - 0.14, y + h + 0.06, w + 0.28, 0.1),
    lit.snow ? "#f4f8fc" : darken(frame, 0.1),
    { line: 0.6 },
  );
}

const walls = [
  "#d9b48a",
  "#c98f6b",
  "#e3cfa4",
  "#b9a48d",
  "#a8b5a0",
  "#c47e63",
  "#9fa9b8",
] as const;

/** A front of several floors with a shop below: flat roof, cornice, awning. */
export function cityFront(pen: Pen, random: Random, lit: Lit, w: number, h: number) {
  const wall = random.pick(walls);
  pen.shape(rect(-w / 2, -h, w, h), wall, { fade: 0.2 });
  const shop = 3.1;
  for (let y = -h + 1.1; y < -shop - 1.2; y += 2.6)
    for (let x = -w / 2 + 0.8; x < w / 2 - 1.2; x += 1.9)
      windowAt(pen, random, lit, x, y, 0.95, 1.45);
  pen.shape(rect(-w / 2 - 0.2, -h - 0.1, w + 0.4, 0.5), darken(wall, 0.22), { line: 0.9 });
  if (lit.snow) pen.shape(rect(-w / 2 - 0.2, -h - 0.3, w + 0.4, 0.26), "#f4f8fc", { line: 0.6 });
  pen.shape(rect(-w / 2, -shop, w, 0.36), darken(wall, 0.3), { line: 0.8 });
  const front = random.pick(["#2f5d50", "#7a2f35", "#2d4a73", "#6b4a2f", "#4f3a63"] as const);
  pen.shape(rect(-w / 2 + 0.3, -shop + 0.4, w - 0.6, shop - 0.4), front, { line: 0.9 });
  const door = random.chance(0.5) ? -1 : 1;
  const dx = door < 0 ? -w / 2 + 0.55 : w / 2 - 1.55;
  pen.shape(rect(dx, -2.2, 1, 2.2), darken(front, 0.3), { line: 0.8 });
  glass(pen, random, lit.lamps, rect(dx + 0.18, -2, 0.64, 1.1));
  pen.shape(ellipse(dx + 0.85, -1, 0.06), "#e2b94a", { line: 0.5 });
  const sx = door < 0 ? dx + 1.4 : -w / 2 + 0.6;
  const sw = w - 2.6;
  if (lit.lamps) pen.shape(rect(sx, -2.2, sw, 1.6), "#ffdf9a", { raw: true, line: 0.8 });
  else pen.shape(rect(sx, -2.2, sw, 1.6), "#bcd6e2", { line: 0.8 });
  for (let index = 0; index < 4; index++) {
    const x = sx + 0.2 + ((sw - 0.5) * index) / 3.4;
    pen.shape(
      roundRect(x, -1 - random.range(0, 0.3), 0.32, 0.4 + random.range(0, 0.3), 0.08),
      random.pick(["#b5532f", "#3f7f6a", "#d9a93a", "#7a4a8a"] as const),
      { line: 0.5 },
    );
  }
  pen.mark(`M${sx + 0.2} -2L${sx + sw * 0.4} -.8`, "#ffffff", 0.5, { opacity: 0.6 });
  awning(
    pen,
    sx - 0.15,
    -2.5,
    sw + 0.3,
    random.pick(["#c8312b", "#2f6f5e", "#d98a2e", "#35588f"] as const),
  );
}

export function awning(pen: Pen, x: number, y: number, w: number, color: string) {
  const stripes = Math.max(4, Math.round(w / 0.45));
  for (let index = 0; index < stripes; index++) {
    const a = x + (w * index) / stripes;
    const b = x + (w * (index + 1)) / stripes;
    pen.shape(
      `M${a} ${y}L${b} ${y}L${b + (b > x + w / 2 ? 0.06 : -0.06)} ${y + 0.62}Q${(a + b) / 2} ${y + 0.86} ${a + (a > x + w / 2 ? 0.06 : -0.06)} ${y + 0.62}Z`,
      index % 2 ? "#f4eee0" : color,
      { line: 0.7 },
    );
  }
}

/** A cottage with a gable roof. */
export function cottage(pen: Pen, random: Random, lit: Lit) {
  const w = random.range(4.6, 6.2);
  const h = random.range(2.5, 3);
  const wall = random.pick(["#eddcb8", "#e4c79a", "#d8d2c2", "#d9b0a0"] as const);
  const roof = lit.snow
    ? "#eef3f8"
    : random.pick(["#a8503a", "#8a4b3f", "#6f5a4a", "#5a6675"] as const);
  pen.shape(rect(w * 0.2, -h - 2.6, 0.6, 1.6), "#9a6a55", { line: 0.8 });
  pen.shape(rect(-w / 2, -h, w, h), wall, { fade: 0.15 });
  pen.shape(
    polygon([
      [-w / 2, -h],
      [0, -h - w * 0.42],
      [w / 2, -h],
    ]),
    wall,
  );
  const beam = "#6b4a33";
  pen.stroke(
    `M${-w / 2 + 0.1} ${-h}L${w / 2 - 0.1} ${-h}M${-w / 2 + 0.1} 0V${-h}M${w / 2 - 0.1} 0V${-h}M0 ${-h}V${-h - w * 0.34}`,
    beam,
    0.16,
    { line: 0.5 },
  );
  windowAt(pen, random, lit, -0.45, -h - w * 0.24, 0.9, 0.8);
  pen.shape(
    polygon([
      [-w / 2 - 0.6, -h + 0.35],
      [0, -h - w * 0.48],
      [w / 2 + 0.6, -h + 0.35],
      [w / 2 + 0.35, -h + 0.55],
      [0, -h - w * 0.38],
      [-w / 2 - 0.35, -h + 0.55],
    ]),
    roof,
    { round: 0.08 },
  );
  const side = random.chance(0.5) ? 1 : -1;
  pen.shape(
    `M${side * 0.9 - 0.55} 0V-1.7Q${side * 0.9} -2.4 ${side * 0.9 + 0.55} -1.7V0Z`,
    random.pick(["#7a3f2f", "#3f6b5a", "#36588a"] as const),
    { line: 0.9 },
  );
  pen.shape(ellipse(side * 0.9 + 0.34, -0.95, 0.07), "#e2b94a", { line: 0.5 });
  windowAt(pen, random, lit, -side * 1.4 - 0.5, -1.9, 1, 1);
  for (let index = 0; index < 5; index++)
    pen.shape(
      ellipse(-side * 1.4 - 0.5 + index * 0.25, -0.78, 0.14),
      random.pick(["#e2556b", "#f2c53d", "#f4f0ea"] as const),
      { line: 0.4 },
    );
  pen.shape(rect(-side * 1.4 - 0.6, -0.76, 1.2, 0.22), "#8a5a3a", { line: 0.6 });
}

export function lamppost(pen: Pen, lamps: boolean) {
  if (lamps) pen.glow(0, -3.9, 2.8, "#ffd98a", 0.75);
  pen.shape(
    polygon([
      [-0.16, 0],
      [0.16, 0],
      [0.07, -0.5],
      [0.05, -3.5],
      [-0.05, -3.5],
      [-0.07, -0.5],
    ]),
    "#3c4149",
  );
  pen.shape(
    polygon([
      [-0.26, -4.1],
      [0.26, -4.1],
      [0.17, -3.5],
      [-0.17, -3.5],
    ]),
    lamps ? "#fff0b8" : "#dbe6ea",
    { raw: lamps },
  );
  pen.shape(
    polygon([
      [-0.34, -4.08],
      [0.34, -4.08],
      [0, -4.42],
    ]),
    "#3c4149",
  );
}

/** A factory-made skyline: towers as flat shapes with a sprinkle of windows. */
export function skyline(
  pen: Pen,
  random: Random,
  from: number,
  to: number,
  base: number,
  rise: number,
  color: string,
  lamps: boolean,
) {
  let x = from;
  while (x < to) {
    const w = random.range(0.028, 0.07) * (to - from);
    const h = rise * random.range(0.35, 1);
    const step = random.chance(0.3);
    pen.shape(
      step
        ? polygon([
            [x, base],
            [x, base - h * 0.8],
            [x + w * 0.25, base - h * 0.8],
            [x + w * 0.25, base - h],
            [x + w * 0.7, base - h],
            [x + w * 0.7, base - h * 0.86],
            [x + w, base - h * 0.86],
            [x + w, base],
          ])
        : rect(x, base - h, w, h),
      color,
      { line: 0.6, turn: random.range(0.1, 0.6) },
    );
    if (random.chance(0.3)) pen.mark(`M${x + w / 2} ${base - h}v${-h * 0.16}`, color, 0.6);
    for (let row = 0; row < 7; row++)
      for (let column = 0; column < 3; column++) {
        if (!random.chance(lamps ? 0.42 : 0.3)) continue;
        const wx = x + w * (0.18 + column * 0.26);
        const wy = base - h * 0.78 + (h * 0.74 * row) / 7;
        pen.shape(rect(wx, wy, w * 0.12, h * 0.05), lamps ? "#ffdc8c" : darken(color, 0.18), {
          raw: lamps,
          line: 0,
        });
      }
    x += w * random.range(0.86, 1.05);
  }
}
