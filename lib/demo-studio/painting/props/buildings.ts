import { blend, lighten } from "../color";
import { ellipse, type Point, polygon, rect, roundRect } from "../geometry";
import type { Pen } from "../pen";
import type { Random } from "../random";
import { awning, glass, type Lit } from "./fronts";

export function church(pen: Pen, random: Random, lit: Lit) {
  pen.shape(rect(-3, -5, 7, 5), "#d8cdb4", { fade: 0.15 });
  pen.shape(
    polygon([
      [-3.4, -5],
      [0.5, -8.4],
      [4.4, -5],
    ]),
    lit.snow ? "#eef3f8" : "#7a5a4a",
  );
  pen.shape(rect(-4.6, -9, 2.6, 9), "#e4dac2", { fade: 0.15 });
  pen.shape(
    polygon([
      [-4.9, -9],
      [-3.3, -14.5],
      [-1.7, -9],
    ]),
    lit.snow ? "#eef3f8" : "#5a6675",
    { round: 0.4 },
  );
  pen.mark("M-3.3 -14.5V-15.8M-3.7 -15.3H-2.9", "#5a6675", 1.2);
  for (const x of [-0.6, 1.2, 2.8])
    glass(pen, random, lit.lamps, `M${x - 0.35} -1.4V-3.2Q${x} -4 ${x + 0.35} -3.2V-1.4Z`);
  pen.shape("M-3.9 0V-1.9Q-3.3 -2.8 -2.7 -1.9V0Z", "#6b4a33");
}

export function barn(pen: Pen, _random: Random, lit: Lit) {
  const red = "#b0403a";
  pen.shape("M-4.5 0V-4.4L-3.4 -6.6L0 -8L3.4 -6.6L4.5 -4.4V0Z", red, { fade: 0.2 });
  for (let x = -4; x < 4.4; x += 0.7)
    pen.mark(`M${x} 0V${-4.6 - (4 - Math.abs(x)) * 0.55}`, red, 0.35);
  pen.shape(
    "M-5 -4.1L-3.7 -6.9L0 -8.5L3.7 -6.9L5 -4.1L4.5 -4L3.3 -6.3L0 -7.8L-3.3 -6.3L-4.5 -4Z",
    lit.snow ? "#f4f8fc" : "#6b5a55",
    { round: 0.1 },
  );
  pen.shape(rect(-1.6, -3.2, 3.2, 3.2), "#8a2f2c");
  pen.mark(
    "M-1.6 -3.2L0 0M0 -3.2L-1.6 0M0 -3.2L1.6 0M1.6 -3.2L0 0M0 0V-3.2M-1.6 -3.2H1.6",
    "#f2e9d8",
    1,
  );
  pen.shape(rect(-0.7, -6, 1.4, 1.2), "#3a2a2c", { line: 0.8 });
}

export function windmill(pen: Pen) {
  pen.shape(
    polygon([
      [-1.9, 0],
      [1.9, 0],
      [1.2, -6.5],
      [-1.2, -6.5],
    ]),
    "#efe6d2",
    { round: 0.3 },
  );
  pen.shape("M-1.4 -6.4Q0 -8.8 1.4 -6.4Z", "#8a4b3f", { round: 0.2 });
  pen.shape("M-.5 0V-1.6Q0 -2.2 .5 -1.6V0Z", "#6b4a33");
  for (let arm = 0; arm < 4; arm++)
    pen.within(
      0,
      -6.6,
      1,
      () => {
        pen.shape(rect(-0.07, -4.4, 0.14, 4.4), "#6b4a33", { line: 0.7 });
        pen.shape(rect(0.07, -4.3, 0.85, 3.4), "#f6f0e0", { line: 0.7 });
        pen.mark("M.07 -3.6H.9M.07 -2.9H.9M.07 -2.2H.9M.07 -1.5H.9M.5 -4.3V-.9", "#a8977a", 0.5);
      },
      false,
      22 + arm * 90,
    );
  pen.shape(ellipse(0, -6.6, 0.26), "#4a3a30");
}

export function lighthouse(pen: Pen, lamps: boolean) {
  pen.shape(
    polygon([
      [-2.1, 0],
      [2.1, 0],
      [1.25, -12],
      [-1.25, -12],
    ]),
    "#f3efe6",
    { round: 0.5 },
  );
  for (const [y, h] of [
    [-2.6, 2.2],
    [-7, 2],
    [-11, 1.6],
  ] as const) {
    const half = (at: number) => 2.1 - (0.85 * -at) / 12;
    pen.shape(
      polygon([
        [-half(y), y],
        [half(y), y],
        [half(y - h), y - h],
        [-half(y - h), y - h],
      ]),
      "#c8312b",
      { round: 0.5 },
    );
  }
  pen.shape("M-.5 0V-1.5Q0 -2.1 .5 -1.5V0Z", "#5a3f30");
  for (const y of [-5.4, -9.6])
    pen.shape(roundRect(-0.3, y, 0.6, 0.8, 0.3), "#3c4a66", { line: 0.7 });
  pen.shape(rect(-1.9, -12.5, 3.8, 0.5), "#3c4149");
  if (lamps) pen.glow(0, -13.6, 7, "#fff0b0", 0.9);
  pen.shape(rect(-0.9, -14.4, 1.8, 1.9), lamps ? "#fff3c0" : "#cfe6ee", { raw: lamps });
  pen.mark("M-.3 -14.4V-12.5M.3 -14.4V-12.5", "#3c4149", 0.8);
  pen.shape("M-1.3 -14.3Q0 -16.6 1.3 -14.3Z", "#c8312b", { round: 0.2 });
  pen.mark("M-1.8 -12.5V-13.3H1.8V-12.5", "#3c4149", 0.8);
}

export function castle(pen: Pen, random: Random, lit: Lit) {
  const stone = "#b5aa9a";
  const roof = lit.snow ? "#eef3f8" : "#4f6a94";
  const crenels = (x: number, y: number, w: number): Point[] => {
    const points: Point[] = [[x, y + 0.8]];
    const count = Math.max(3, Math.round(w / 0.9));
    for (let index = 0; index < count; index++) {
      const a = x + (w * index) / count;
      const b = x + (w * (index + 0.55)) / count;
      points.push([a, y], [b, y], [b, y + 0.6], [x + (w * (index + 1)) / count, y + 0.6]);
    }
    points.push([x + w, y + 0.8]);
    return points;
  };
  const tower = (x: number, w: number, h: number, pointed: boolean) => {
    pen.shape(rect(x - w / 2, -h, w, h), stone, { round: w * 0.12 });
    if (pointed) {
      pen.shape(
        polygon([
          [x - w * 0.68, -h],
          [x, -h - w * 1.9],
          [x + w * 0.68, -h],
        ]),
        roof,
        { round: w * 0.14 },
      );
      pen.mark(`M${x} ${-h - w * 1.9}v-1.4`, "#5a5048", 0.9);
      pen.shape(`M${x} ${-h - w * 1.9 - 1.4}l1.5 .4l-1.5 .45Z`, "#c8312b", {
        line: 0.7,
        accent: true,
      });
    } else
      pen.shape(
        polygon([
          [x - w * 0.62, -h + 0.7],
          ...crenels(x - w * 0.62, -h - 0.7, w * 1.24),
          [x + w * 0.62, -h + 0.7],
        ]),
        stone,
        { line: 0.9 },
      );
    for (let y = -h + 1.6; y < -2; y += 2.8)
      glass(
        pen,
        random,
        lit.lamps,
        `M${x - 0.26} ${y + 1}V${y + 0.3}Q${x} ${y - 0.2} ${x + 0.26} ${y + 0.3}V${y + 1}Z`,
      );
  };
  tower(-4.6, 2.8, 13, true);
  tower(4.8, 2.6, 11.5, true);
  tower(0.6, 3.6, 16, true);
  pen.shape(
    polygon([[-8, 0], ...crenels(-8, -6.6, 16.4), [8.4, 0]]),
    blend(stone, "#ffffff", 0.08),
    { fade: 0.25 },
  );
  for (let index = 0; index < 14; index++) {
    const x = random.range(-7.4, 7);
    const y = -random.range(0.6, 5);
    pen.mark(`M${x} ${y}h${random.range(0.3, 0.7)}`, stone, 0.5);
  }
  tower(-8.2, 2.6, 8.6, false);
  tower(8.6, 2.6, 8.2, false);
  pen.shape("M-1.5 0V-2.6Q0 -4.8 1.5 -2.6V0Z", "#4a3a33", { line: 1.1 });
  pen.mark("M-.75 0V-3.4M0 0V-3.7M.75 0V-3.4M-1.5 -1.2H1.5M-1.5 -2.4H1.5", "#8a8078", 0.7);
}

export function stall(pen: Pen, random: Random) {
  const cloth = random.pick(["#c8312b", "#2f6f5e", "#d98a2e", "#35588f", "#7a4a8a"] as const);
  for (const x of [-1.4, 1.4]) pen.shape(rect(x - 0.06, -2.5, 0.12, 2.5), "#7a5638", { line: 0.7 });
  pen.shape(rect(-1.6, -1, 3.2, 1), "#a87a4c", { fade: 0.2 });
  pen.mark("M-1.6 -.66H1.6M-1.6 -.33H1.6", "#a87a4c", 0.6);
  for (let index = 0; index < 14; index++) {
    const x = -1.35 + (index % 7) * 0.45;
    const color = ["#d9443a", "#e8a33a", "#8fb54a", "#7a4a8a"][
      Math.floor(index / 2 + random.int(0, 1)) % 4
    ] as string;
    pen.shape(ellipse(x + (index > 6 ? 0.2 : 0), index > 6 ? -1.3 : -1.1, 0.17), color, {
      line: 0.6,
      round: 0.04,
    });
  }
  awning(pen, -1.9, -2.9, 3.8, cloth);
}

export function tombstone(pen: Pen, random: Random, snow: boolean) {
  const grey = random.pick(["#8f9498", "#7d8388", "#a09c94"] as const);
  const h = random.range(0.7, 1.15);
  const lean = random.range(-6, 6);
  pen.within(
    0,
    0,
    1,
    () => {
      if (random.chance(0.3)) {
        pen.shape(
          polygon([
            [-0.1, 0],
            [0.1, 0],
            [0.1, -h * 0.7],
            [0.4, -h * 0.7],
            [0.4, -h * 0.9],
            [0.1, -h * 0.9],
            [0.1, -h * 1.25],
            [-0.1, -h * 1.25],
            [-0.1, -h * 0.9],
            [-0.4, -h * 0.9],
            [-0.4, -h * 0.7],
            [-0.1, -h * 0.7],
          ]),
          grey,
          { round: 0.06 },
        );
      } else {
        pen.shape(
          `M-.38 0V${-h * 0.75}Q-.36 ${-h * 1.12} 0 ${-h * 1.12}Q.36 ${-h * 1.12} .38 ${-h * 0.75}V0Z`,
          grey,
          { round: 0.1 },
        );
        pen.mark(`M-.18 ${-h * 0.72}H.18M-.14 ${-h * 0.58}H.14`, grey, 0.7);
        if (snow)
          pen.shape(
            `M-.38 ${-h * 0.82}Q-.34 ${-h * 1.16} 0 ${-h * 1.16}Q.34 ${-h * 1.16} .38 ${-h * 0.82}Q0 ${-h * 0.98} -.38 ${-h * 0.82}Z`,
            "#f4f8fc",
            { line: 0.5 },
          );
      }
    },
    false,
    lean,
  );
  pen.shape(`M-.55 .04Q0 -.14 .55 .04Z`, lighten("#4f6344", 0.05), { line: 0.5 });
}

export function column(pen: Pen, random: Random, broken: boolean) {
  const h = broken ? random.range(1.4, 3) : 4.6;
  pen.shape(rect(-0.62, -0.35, 1.24, 0.35), "#cfc4ac", { round: 0.06 });
  pen.shape(
    broken
      ? polygon([
          [-0.42, -0.35],
          [-0.4, -h],
          [-0.15, -h + 0.3],
          [0.1, -h - 0.15],
          [0.38, -h + 0.35],
          [0.42, -0.35],
        ])
      : rect(-0.42, -h, 0.84, h - 0.35),
    "#ddd3bc",
    { round: 0.14 },
  );
  for (const x of [-0.18, 0.06]) pen.mark(`M${x} -.45V${-h + 0.4}`, "#ddd3bc", 0.6);
  if (!broken)
    pen.shape(
      polygon([
        [-0.42, -h],
        [-0.66, -h - 0.4],
        [0.66, -h - 0.4],
        [0.42, -h],
      ]),
      "#cfc4ac",
      { round: 0.06 },
    );
}

export function fence(pen: Pen, count: number, color = "#b08a5c") {
  for (let index = 0; index < count; index++)
    pen.shape(
      polygon([
        [index * 0.5, 0],
        [index * 0.5 + 0.16, 0],
        [index * 0.5 + 0.16, -0.95],
        [index * 0.5 + 0.08, -1.08],
        [index * 0.5, -0.95],
      ]),
      color,
      { line: 0.8 },
    );
  for (const y of [-0.75, -0.35]) pen.shape(rect(-0.1, y, count * 0.5, 0.12), color, { line: 0.8 });
}
