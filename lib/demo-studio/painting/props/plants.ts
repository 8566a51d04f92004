import { darken } from "../color";
import { ellipse, limb, type Point, polygon, puff } from "../geometry";
import type { Plant } from "./plant";
import { cap } from "./trees";

export const cactus: Plant = (pen, random) => {
  const tall = random.range(2, 3.2);
  const green = "#5c8f58";
  pen.shape(
    limb(
      [
        [-0.1, -tall * 0.4],
        [-0.8, -tall * 0.46],
        [-0.85, -tall * 0.78],
      ],
      [0.32, 0.34, 0.3],
    ),
    green,
    { round: 0.09 },
  );
  pen.shape(
    limb(
      [
        [0.1, -tall * 0.3],
        [0.72, -tall * 0.34],
        [0.76, -tall * 0.6],
      ],
      [0.3, 0.32, 0.28],
    ),
    green,
    { round: 0.09 },
  );
  pen.shape(
    limb(
      [
        [0, 0.05],
        [0, -tall * 0.5],
        [0, -tall],
      ],
      [0.5, 0.54, 0.46],
    ),
    green,
    { round: 0.14 },
  );
  for (const x of [-0.1, 0.08]) pen.mark(`M${x} -.1L${x} ${-tall + 0.1}`, green, 0.5);
};

export const bush: Plant = (pen, random, snow) => {
  const wide = random.range(0.7, 1.3);
  const green = snow ? "#b9c9cc" : random.pick(["#5a8f46", "#4b8150", "#78994a"] as const);
  pen.shape(
    puff(random, -wide * 0.5, -wide * 0.32, wide * 0.6, wide * 0.42, 8, true),
    darken(green, 0.1),
    { round: 0.12 },
  );
  pen.shape(puff(random, wide * 0.35, -wide * 0.4, wide * 0.72, wide * 0.52, 9, true), green, {
    round: 0.16,
  });
};

export const grass: Plant = (pen, random, snow) => {
  const green = snow ? "#aeb8a8" : random.pick(["#6fa24a", "#5b8d43", "#86ad4f"] as const);
  for (let index = 0; index < 7; index++) {
    const x = (index - 3) * 0.028;
    const lean = (index - 3) * 0.085 + random.range(-0.05, 0.05);
    const tall = random.range(0.2, 0.4);
    pen.shape(
      `M${x - 0.026} .02Q${x + lean * 0.2 - 0.02} ${-tall * 0.6} ${x + lean} ${-tall}Q${x + lean * 0.3 + 0.03} ${-tall * 0.5} ${x + 0.026} .02Q${x} .05 ${x - 0.026} .02Z`,
      green,
      { line: 0.5 },
    );
  }
};

export const flowers: Plant = (pen, random) => {
  grass(pen, random);
  for (let index = 0; index < 4; index++) {
    const x = random.range(-0.3, 0.3);
    const y = -random.range(0.3, 0.55);
    pen.mark(`M${x * 0.6} 0L${x} ${y}`, "#5b8d43", 0.6);
    const petal = random.pick(["#e2556b", "#f2c53d", "#f4f0ea", "#9a74c9", "#f08a4a"] as const);
    for (let leaf = 0; leaf < 5; leaf++) {
      const angle = (leaf / 5) * Math.PI * 2;
      pen.shape(ellipse(x + Math.cos(angle) * 0.055, y + Math.sin(angle) * 0.055, 0.05), petal, {
        line: 0.4,
      });
    }
    pen.shape(ellipse(x, y, 0.035), "#f2b62e", { line: 0 });
  }
};

export const rock: Plant = (pen, random, snow) => {
  const wide = random.range(0.5, 1.2);
  const high = wide * random.range(0.5, 0.8);
  const grey = random.pick(["#8d8a86", "#7f8288", "#9a9083"] as const);
  const top: Point[] = [
    [-wide, 0],
    [-wide * 0.8, -high * 0.6],
    [-wide * 0.25, -high],
    [wide * 0.4, -high * 0.86],
    [wide * 0.9, -high * 0.4],
    [wide, 0],
  ];
  pen.shape(polygon(top), grey, { round: wide * 0.18 });
  pen.mark(
    `M${-wide * 0.25} ${-high}L${-wide * 0.05} ${-high * 0.5}L${wide * 0.3} ${-high * 0.34}`,
    grey,
    0.7,
  );
  if (snow)
    cap(
      pen,
      polygon([
        [-wide * 0.8, -high * 0.6],
        [-wide * 0.25, -high],
        [wide * 0.4, -high * 0.86],
        [wide * 0.7, -high * 0.6],
        [wide * 0.2, -high * 0.68],
        [-wide * 0.3, -high * 0.62],
      ]),
    );
};

export const spiral: Plant = (pen, random) => {
  const tall = random.range(1.6, 3.6);
  const color = random.pick(["#5fb0a5", "#b05f9a", "#7a6fd0"] as const);
  const points: Point[] = [
    [0, 0.05],
    [-0.15 * tall, -tall * 0.35],
    [0.05 * tall, -tall * 0.75],
    [0.3 * tall, -tall * 0.92],
    [0.42 * tall, -tall * 0.72],
    [0.28 * tall, -tall * 0.64],
  ];
  pen.shape(
    limb(points, [tall * 0.16, tall * 0.13, tall * 0.1, tall * 0.08, tall * 0.06, tall * 0.04]),
    color,
    { round: 0.06 },
  );
  pen.glow(0.26 * tall, -tall * 0.68, tall * 0.3, "#d8fff0", 0.5);
  pen.shape(ellipse(0.28 * tall, -tall * 0.66, tall * 0.06), "#eafff4", { raw: true, line: 0.5 });
};

export const coral: Plant = (pen, random) => {
  const color = random.pick(["#e2677a", "#f0a04b", "#b573c9", "#e8d06a"] as const);
  const tall = random.range(0.8, 1.7);
  for (const [x, y, w] of [
    [-0.5, 0.7, 0.14],
    [-0.18, 1, 0.18],
    [0.2, 0.9, 0.16],
    [0.55, 0.62, 0.13],
  ] as const)
    pen.shape(
      limb(
        [
          [x * 0.2, 0.05],
          [x * 0.8 * tall, -y * tall * 0.45],
          [x * tall, -y * tall],
        ],
        [w * 1.2, w, w * 0.9],
      ),
      color,
      { round: 0.05 },
    );
};

export const seaweed: Plant = (pen, random) => {
  const tall = random.range(1.4, 3);
  const sway = random.range(0.12, 0.3);
  const color = random.pick(["#3f9a6a", "#5a9f4c", "#2f7f7a"] as const);
  const points: Point[] = Array.from({ length: 6 }, (_, index) => [
    index % 2 ? sway : -sway * 0.6,
    (-tall * index) / 5,
  ]);
  pen.shape(limb(points, [0.18, 0.2, 0.18, 0.15, 0.1, 0.03]), color, { round: 0.05 });
};

export const sheaf: Plant = (pen, random) => {
  for (let index = 0; index < 5; index++) {
    const x = (index - 2) * 0.1;
    const tall = random.range(0.7, 0.95);
    pen.mark(`M${x} 0Q${x} ${-tall * 0.6} ${x * 1.5} ${-tall}`, "#c9a23f", 0.9);
    pen.shape(ellipse(x * 1.5, -tall - 0.08, 0.05, 0.13), "#e2bd55", { line: 0.5 });
  }
};
