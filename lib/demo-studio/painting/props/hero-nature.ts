import { ellipse, limb, type Point } from "../geometry";
import type { Hero } from "./hero";

export const shell: Hero = (pen) => {
  pen.shape("M0 -4C-30 -8 -40 -30 -30 -42C-20 -54 20 -54 30 -42C40 -30 30 -8 0 -4Z", "#eebfa6", {
    round: 5,
  });
  for (const x of [-24, -14, -5, 5, 14, 24])
    pen.mark(`M0 -5Q${x * 0.7} -24 ${x} -47`, "#eebfa6", 0.9);
  pen.shape("M-10 -6Q0 -14 10 -6Q8 2 0 2Q-8 2 -10 -6Z", "#e2a58c", { round: 2 });
};

export const leaf =
  (color: string): Hero =>
  (pen) => {
    pen.shape("M-34 -6C-26 -36 4 -48 34 -44C34 -20 12 2 -34 -6Z", color, { round: 4 });
    pen.mark(
      "M-44 2Q-10 -16 30 -42M-14 -14L-10 -30M0 -22L6 -38M-8 -12L8 -10M6 -26L20 -22",
      color,
      0.9,
    );
  };

export const feather: Hero = (pen) => {
  pen.shape("M-36 -2C-30 -24 0 -50 38 -56C36 -34 4 -8 -36 -2Z", "#e9edf0", { round: 4 });
  pen.mark(
    "M-46 4Q0 -24 36 -54M-16 -14L-20 -26M-2 -22L-4 -36M12 -34L12 -46M-10 -12L6 -12M4 -24L20 -26",
    "#e9edf0",
    0.8,
  );
};

export const footprint: Hero = (pen) => {
  for (const [x, y, s, flip] of [
    [-16, -34, 0.7, 1],
    [14, -10, 1, -1],
  ] as const)
    pen.within(
      x,
      y,
      s,
      () => {
        pen.shape(
          "M-9 -14C-10 -24 9 -26 10 -14C10 -6 7 0 6 4C5 12 -6 12 -7 4C-8 0 -9 -8 -9 -14Z",
          "#4f4438",
          { line: 0.7, opacity: 0.75 },
        );
        pen.mark("M-7 -16H8M-7 -11H8M-6 -6H7M-5 6H5", "#4f4438", 0.8);
      },
      flip < 0,
      12,
    );
};

export const apple =
  (color: string): Hero =>
  (pen) => {
    pen.shape(
      "M0 -42C-14 -50 -34 -40 -32 -20C-30 -4 -14 4 0 -2C14 4 30 -4 32 -20C34 -40 14 -50 0 -42Z",
      color,
      { round: 6, accent: true },
    );
    pen.stroke("M0 -42Q-1 -52 6 -58", "#6a4630", 3, { line: 0.8 });
    pen.shape("M4 -50Q16 -62 28 -54Q18 -44 4 -50Z", "#5f9a4a", { round: 2 });
  };

export const oranges: Hero = (pen) => {
  for (const [x, s] of [
    [-30, 0.55],
    [28, 0.7],
    [0, 0.8],
  ] as const) {
    pen.shape(ellipse(x, -22 * s, 24 * s, 22 * s), "#ef9430", { round: 5 * s });
    pen.shape(`M${x - 3} ${-43 * s}q6 -8 12 -2q-4 6 -12 2Z`, "#5f9a4a", { line: 0.7 });
  }
};

export const web: Hero = (pen) => {
  const spokes = Array.from(
    { length: 10 },
    (_, index): Point => [Math.cos((index / 10) * 6.283), Math.sin((index / 10) * 6.283)],
  );
  for (const [x, y] of spokes)
    pen.stroke(`M0 -38L${x * 44} ${-38 + y * 38}`, "#eef2f5", 0.9, { raw: true });
  for (let ring = 1; ring < 6; ring++)
    for (let index = 0; index < 10; index++) {
      const [a, b] = [spokes[index], spokes[(index + 1) % 10]] as [Point, Point];
      const r = ring * 7.4;
      pen.stroke(
        `M${a[0] * r} ${-38 + a[1] * r * 0.86}Q${(a[0] + b[0]) * r * 0.4} ${-38 + (a[1] + b[1]) * r * 0.34} ${b[0] * r} ${-38 + b[1] * r * 0.86}`,
        "#eef2f5",
        0.7,
        { raw: true },
      );
    }
  pen.shape(ellipse(16, -30, 4, 5), "#2a2428", { round: 1 });
  pen.mark(
    "M12 -33l-6 -3M12 -30l-7 0M12 -27l-6 4M20 -33l6 -3M20 -30l7 0M20 -27l6 4",
    "#2a2428",
    0.9,
  );
};

export const cairn: Hero = (pen) => {
  for (const [y, rx, color] of [
    [-9, 36, "#8d8a86"],
    [-26, 28, "#9a9083"],
    [-40, 21, "#7f8288"],
    [-52, 14, "#a09c94"],
    [-61, 8, "#8d8a86"],
  ] as const)
    pen.shape(
      `M${-rx} ${y}C${-rx} ${y - rx * 0.36 - 5} ${rx * 0.9} ${y - rx * 0.34 - 6} ${rx} ${y}C${rx} ${y + rx * 0.2 + 5} ${-rx * 0.9} ${y + rx * 0.22 + 5} ${-rx} ${y}Z`,
      color,
      { round: 4 },
    );
};

export const ripples: Hero = (pen) => {
  for (const [r, o] of [
    [44, 0.5],
    [30, 0.7],
    [17, 0.9],
  ] as const)
    pen.raw(
      `<ellipse cx="0" cy="-14" rx="${r}" ry="${r * 0.28}" fill="none" stroke="${pen.paint("#eaf7fb", { raw: true })}" stroke-width="2.4" opacity="${o}"/>`,
    );
  pen.shape("M0 -66C8 -52 11 -48 11 -42A11 11 0 0 1 -11 -42C-11 -48 -8 -52 0 -66Z", "#9fd6e8", {
    round: 3,
  });
  pen.shape(ellipse(-4, -42, 2.4, 4), "#ffffff", { raw: true, line: 0 });
};

export const beetle: Hero = (pen) => {
  for (const side of [-1, 1])
    for (const x of [-12, 0, 12])
      pen.stroke(`M${x} ${-14 + side * 6}L${x * 1.6} ${-14 + side * 22}`, "#2a2428", 2.6);
  pen.shape(ellipse(0, -14, 28, 19), "#c8352e", { round: 5, accent: true });
  pen.shape("M24 -24C36 -24 36 -4 24 -4Q20 -14 24 -24Z", "#2a2428");
  pen.mark("M-28 -14H24M32 -22l8 -8M32 -8l8 6", "#2a2428", 1.4);
  for (const [x, y] of [
    [-14, -22],
    [4, -24],
    [-14, -6],
    [4, -5],
  ] as const)
    pen.shape(ellipse(x, y, 4), "#2a2428", { line: 0 });
};

export const lizard: Hero = (pen) => {
  for (const [x, y, dx, dy] of [
    [-10, -16, -8, 14],
    [14, -20, 8, 14],
    [-8, -22, -12, -12],
    [16, -26, 6, -14],
  ] as const)
    pen.stroke(`M${x} ${y}l${dx} ${dy * 0.5}l${dx * 0.2 + 4} ${dy * 0.6}`, "#6a9a4a", 4, {
      line: 0.8,
    });
  pen.shape(
    limb(
      [
        [-52, -2],
        [-38, -16],
        [-16, -18],
        [8, -22],
        [28, -28],
      ],
      [2, 6, 14, 15, 10],
    ),
    "#7fae52",
    { round: 3 },
  );
  pen.shape("M22 -36C34 -44 48 -38 50 -30C46 -22 32 -20 22 -24Z", "#7fae52", { round: 3 });
  pen.shape(ellipse(38, -34, 3), "#2a2420", { line: 0.6 });
};

export const dragonfly: Hero = (pen) => {
  for (const [x, y, turn] of [
    [-4, -34, -24],
    [6, -34, 22],
    [-4, -30, -8],
    [6, -30, 8],
  ] as const)
    pen.within(
      x,
      y,
      1,
      () =>
        pen.shape(ellipse(turn < 0 ? -24 : 24, -4, 24, 6), "#cdeaf2", { opacity: 0.85, line: 0.8 }),
      false,
      turn,
    );
  pen.shape(
    limb(
      [
        [0, -40],
        [2, -22],
        [10, 4],
      ],
      [7, 5, 2.6],
    ),
    "#3f8fb0",
    { round: 1.6 },
  );
  for (const x of [-4, 5]) pen.shape(ellipse(x, -44, 4.4), "#b5302c", { round: 1 });
};

export const egg: Hero = (pen) => {
  pen.glow(0, -32, 56, "#ffe0a0", 0.6);
  pen.shape(
    "M-26 -24C-26 -48 -12 -66 0 -66C12 -66 26 -48 26 -24C26 -8 14 0 0 0C-14 0 -26 -8 -26 -24Z",
    "#7ab5a0",
    { round: 5 },
  );
  for (const [x, y, r] of [
    [-10, -40, 5],
    [8, -50, 4],
    [10, -24, 6],
    [-8, -16, 4],
    [-16, -26, 3],
  ] as const)
    pen.shape(ellipse(x, y, r, r * 1.1), "#4f8f80", { line: 0.5 });
  pen.mark("M-4 -64L2 -56L-4 -50L4 -44", "#2f4a44", 1.2);
};
