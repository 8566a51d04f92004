import { blend, darken, lighten } from "../color";
import { blob, curve, ellipse, limb, type Point, polygon, puff } from "../geometry";
import type { Pen } from "../pen";
import type { Random } from "../random";
import type { Plant } from "./plant";

export const cap = (pen: Pen, d: string) => pen.shape(d, "#f4f8fc", { line: 0.5, round: 0.08 });

export const roundTree: Plant = (pen, random, snow) => {
  const tall = random.range(4.6, 6.6);
  const green = random.pick(["#4f8f45", "#5f9a3f", "#3f7f4a", "#6d9c45"] as const);
  pen.shape(
    limb(
      [
        [0, 0.05],
        [0.06, -tall * 0.3],
        [0, -tall * 0.6],
      ],
      [0.62, 0.42, 0.3],
    ),
    "#6f4e37",
    { round: 0.1 },
  );
  pen.shape(
    limb(
      [
        [0, -tall * 0.36],
        [0.5, -tall * 0.5],
        [0.9, -tall * 0.6],
      ],
      [0.24, 0.18, 0.1],
    ),
    "#6f4e37",
    { round: 0.05 },
  );
  const leaf = snow ? blend(green, "#e8eef2", 0.35) : green;
  pen.shape(
    puff(random, -tall * 0.17, -tall * 0.58, tall * 0.26, tall * 0.19, 9),
    darken(leaf, 0.12),
    { round: 0.3 },
  );
  pen.shape(
    puff(random, tall * 0.18, -tall * 0.6, tall * 0.25, tall * 0.19, 9),
    darken(leaf, 0.08),
    { round: 0.3 },
  );
  pen.shape(puff(random, 0, -tall * 0.76, tall * 0.32, tall * 0.25, 11), leaf, { round: 0.42 });
  for (let index = 0; index < 5; index++) {
    const x = random.range(-0.24, 0.24) * tall;
    const y = -tall * random.range(0.58, 0.88);
    pen.mark(`M${x} ${y}q.12 -.16 .26 0q.14 -.14 .26 .02`, leaf, 0.6);
  }
  if (snow)
    cap(
      pen,
      `M${-tall * 0.28} ${-tall * 0.8}C${-tall * 0.22} ${-tall * 1.04} ${tall * 0.22} ${-tall * 1.04} ${tall * 0.29} ${-tall * 0.8}C${tall * 0.2} ${-tall * 0.86} ${tall * 0.08} ${-tall * 0.8} 0 ${-tall * 0.86}C${-tall * 0.1} ${-tall * 0.8} ${-tall * 0.2} ${-tall * 0.86} ${-tall * 0.28} ${-tall * 0.8}Z`,
    );
};

export const pine: Plant = (pen, random, snow) => {
  const tall = random.range(5.5, 9);
  const green = random.pick(["#2f6649", "#39704a", "#2c5c50"] as const);
  pen.shape(
    polygon([
      [-0.2, 0],
      [0.2, 0],
      [0.12, -tall * 0.4],
      [-0.12, -tall * 0.4],
    ]),
    "#5d4232",
  );
  for (let tier = 0; tier < 4; tier++) {
    const low = -tall * (0.12 + tier * 0.2);
    const high = low - tall * 0.36;
    const half = tall * (0.24 - tier * 0.045);
    const teeth: Point[] = [];
    for (let index = 0; index <= 6; index++)
      teeth.push([-half + (half * 2 * index) / 6, low + (index % 2 ? -0.02 : 0.035) * tall]);
    const d = `M0 ${high.toFixed(2)}Q${(-half * 0.35).toFixed(2)} ${(low - tall * 0.12).toFixed(2)} ${teeth.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}Q${(half * 0.35).toFixed(2)} ${(low - tall * 0.12).toFixed(2)} 0 ${high.toFixed(2)}Z`;
    pen.shape(d, darken(green, 0.14 - tier * 0.05), { round: 0.3 });
    if (snow)
      cap(
        pen,
        `M0 ${high}Q${-half * 0.3} ${low - tall * 0.16} ${-half * 0.72} ${low - tall * 0.02}Q${-half * 0.3} ${low - tall * 0.1} 0 ${low - tall * 0.07}Q${half * 0.3} ${low - tall * 0.1} ${half * 0.72} ${low - tall * 0.02}Q${half * 0.3} ${low - tall * 0.16} 0 ${high}Z`,
      );
  }
};

export const deadTree: Plant = (pen, random) => {
  const tall = random.range(4, 6);
  const bark = "#4a4048";
  const arm = (from: Point, to: Point, width: number, depth: number) => {
    const bend: Point = [(from[0] + to[0]) / 2 + random.range(-0.2, 0.2), (from[1] + to[1]) / 2];
    pen.shape(limb([from, bend, to], [width, width * 0.7, width * 0.34]), bark, {
      round: width * 0.22,
      line: 0.8,
    });
    if (depth > 0)
      for (const side of [-1, 1])
        arm(
          to,
          [
            to[0] + side * random.range(0.4, 0.9) * depth * 0.6,
            to[1] - random.range(0.4, 0.9) * depth * 0.6,
          ],
          width * 0.4,
          depth - 1,
        );
  };
  arm([0, 0.05], [random.range(-0.2, 0.2), -tall * 0.5], 0.55, 0);
  for (const [x, y] of [
    [-1.2, 0.86],
    [-0.3, 1],
    [0.7, 0.95],
    [1.4, 0.78],
  ] as const)
    arm([0, -tall * random.range(0.38, 0.5)], [x, -tall * y], 0.24, 1);
};

export const palm: Plant = (pen, random) => {
  const tall = random.range(5, 7);
  const lean = random.range(0.4, 1.3);
  pen.shape(
    limb(
      [
        [0, 0.05],
        [lean * 0.3, -tall * 0.4],
        [lean, -tall],
      ],
      [0.42, 0.3, 0.24],
    ),
    "#9a7650",
    { round: 0.08 },
  );
  for (let index = 1; index < 9; index++) {
    const t = index / 9;
    pen.mark(`M${lean * t * t - 0.14} ${-tall * t}q.14 .08 .28 0`, "#9a7650", 0.6);
  }
  for (const [dx, dy, dip] of [
    [-2.3, 0.5, -0.9],
    [-1.9, -0.6, -1],
    [-0.7, -1.2, -0.8],
    [0.9, -1.2, -0.8],
    [2, -0.5, -1],
    [2.3, 0.6, -0.9],
  ] as const) {
    const x = lean + dx;
    const y = -tall + dy;
    pen.shape(
      `M${lean} ${-tall}Q${lean + dx * 0.5} ${-tall + dy * 0.4 + dip} ${x} ${y}Q${lean + dx * 0.62} ${-tall + dy * 0.5 + dip * 0.28} ${lean + dx * 0.36} ${-tall + dy * 0.3 + 0.1}Z`,
      "#4d9a52",
      { round: 0.1 },
    );
  }
  for (const x of [-0.2, 0.16])
    pen.shape(ellipse(lean + x, -tall + 0.16, 0.17), "#7a5236", { round: 0.05 });
};

export const mushroomTree: Plant = (pen, random) => {
  const tall = random.range(1.2, 3.4);
  const color = random.pick(["#c8503f", "#8f5fb3", "#3f9aa8", "#d98a3a"] as const);
  pen.shape(
    limb(
      [
        [0, 0.04],
        [0.05, -tall * 0.4],
        [0, -tall * 0.8],
      ],
      [tall * 0.22, tall * 0.16, tall * 0.14],
    ),
    "#e9dcc3",
    { round: 0.06 },
  );
  pen.shape(
    `M${-tall * 0.5} ${-tall * 0.7}C${-tall * 0.5} ${-tall * 1.15} ${tall * 0.5} ${-tall * 1.15} ${tall * 0.5} ${-tall * 0.7}Q0 ${-tall * 0.54} ${-tall * 0.5} ${-tall * 0.7}Z`,
    color,
    { round: tall * 0.08 },
  );
  for (const [x, y, r] of [
    [-0.22, 0.84, 0.07],
    [0.12, 0.92, 0.08],
    [0.3, 0.78, 0.05],
    [-0.04, 0.75, 0.05],
  ] as const)
    pen.shape(ellipse(x * tall, -y * tall, r * tall), lighten(color, 0.7), { line: 0.4 });
};

/** A tree trunk that leaves the picture at the top, for woods seen from within. */
export const trunk = (pen: Pen, random: Random, tall: number, bark: string) => {
  const wide = random.range(0.5, 0.95);
  const lean = random.range(-0.5, 0.5);
  const d = `${curve([
    [-wide * 0.95, 0.1],
    [-wide * 0.55, -0.7],
    [-wide * 0.44 + lean * 0.5, -tall * 0.5],
    [-wide * 0.4 + lean, -tall],
  ])}L${wide * 0.4 + lean} ${-tall}${curve([
    [wide * 0.4 + lean, -tall],
    [wide * 0.44 + lean * 0.5, -tall * 0.5],
    [wide * 0.6, -0.7],
    [wide * 1.05, 0.1],
  ]).replace("M", "L")}Z`;
  pen.shape(d, bark, { round: wide * 0.26 });
  for (let index = 0; index < 7; index++) {
    const y = -tall * random.range(0.04, 0.75);
    const x = random.range(-0.3, 0.3) * wide + lean * (-y / tall);
    pen.mark(
      `M${x} ${y}q${random.range(-0.06, 0.06).toFixed(3)} -.3 0 -${random.range(0.4, 0.9).toFixed(2)}`,
      bark,
      0.55,
    );
  }
  if (random.chance(0.3))
    pen.shape(blob(random, lean * 0.3, -tall * 0.3, wide * 0.16, wide * 0.24), darken(bark, 0.45), {
      line: 0.6,
    });
};
