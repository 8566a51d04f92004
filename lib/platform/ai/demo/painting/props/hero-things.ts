import { ellipse, limb, type Point, polygon, rect, roundRect } from "../geometry";
import type { Pen } from "../pen";
import type { Random } from "../random";
import { gearPath } from "./furniture";
import { drawHandheld } from "./hand";
import { mushroomTree } from "./plants";
import { rocket, rowboat } from "./vessels";

/** Things shown large, about 60 units wide, standing on the origin. */
export type Hero = (pen: Pen, random: Random) => void;

const held =
  (name: Parameters<typeof drawHandheld>[1], y: number, scale = 1.5, turn = 0): Hero =>
  (pen) =>
    pen.within(0, y, scale, () => drawHandheld(pen, name), false, turn);

const paper = "#f6eedb";

const rope: Hero = (pen) => {
  const coil = (y: number, rx: number) => {
    pen.stroke(
      `M${-rx} ${y}A${rx} ${rx * 0.3} 0 1 0 ${rx} ${y}A${rx} ${rx * 0.3} 0 1 0 ${-rx} ${y}`,
      "#d0ae74",
      7,
      { line: 1 },
    );
    for (let angle = 0; angle < 6.2; angle += 0.42) {
      const x = Math.cos(angle) * rx;
      const dy = y + Math.sin(angle) * rx * 0.3;
      pen.mark(`M${x - 2} ${dy - 3}l4 6`, "#d0ae74", 0.6);
    }
  };
  coil(-6, 32);
  coil(-13, 27);
  coil(-20, 22);
  pen.stroke("M20 -20Q40 -34 34 -52Q26 -66 10 -56", "#d0ae74", 7, { line: 1 });
};

const shell: Hero = (pen) => {
  pen.shape("M0 -4C-30 -8 -40 -30 -30 -42C-20 -54 20 -54 30 -42C40 -30 30 -8 0 -4Z", "#eebfa6", {
    round: 5,
  });
  for (const x of [-24, -14, -5, 5, 14, 24])
    pen.mark(`M0 -5Q${x * 0.7} -24 ${x} -47`, "#eebfa6", 0.9);
  pen.shape("M-10 -6Q0 -14 10 -6Q8 2 0 2Q-8 2 -10 -6Z", "#e2a58c", { round: 2 });
};

const leaf =
  (color: string): Hero =>
  (pen) => {
    pen.shape("M-34 -6C-26 -36 4 -48 34 -44C34 -20 12 2 -34 -6Z", color, { round: 4 });
    pen.mark(
      "M-44 2Q-10 -16 30 -42M-14 -14L-10 -30M0 -22L6 -38M-8 -12L8 -10M6 -26L20 -22",
      color,
      0.9,
    );
  };

const feather: Hero = (pen) => {
  pen.shape("M-36 -2C-30 -24 0 -50 38 -56C36 -34 4 -8 -36 -2Z", "#e9edf0", { round: 4 });
  pen.mark(
    "M-46 4Q0 -24 36 -54M-16 -14L-20 -26M-2 -22L-4 -36M12 -34L12 -46M-10 -12L6 -12M4 -24L20 -26",
    "#e9edf0",
    0.8,
  );
};

const footprint: Hero = (pen) => {
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

const clock: Hero = (pen) => {
  pen.shape(roundRect(-30, -8, 60, 8, 3), "#7a4f32");
  pen.shape(ellipse(0, -38, 33), "#c99a3f", { round: 5 });
  pen.shape(ellipse(0, -38, 26), "#f8f1de", { round: 2 });
  for (let hour = 0; hour < 12; hour++) {
    const angle = (hour / 12) * Math.PI * 2;
    const [x, y] = [Math.sin(angle), -Math.cos(angle)];
    pen.mark(
      `M${x * 20} ${-38 + y * 20}L${x * 23.5} ${-38 + y * 23.5}`,
      "#3a2a26",
      hour % 3 ? 0.7 : 1.4,
    );
  }
  pen.stroke("M0 -38L-9 -48M0 -38L2 -57", "#3a2a26", 2.2);
  pen.shape(ellipse(0, -38, 2.6), "#b5302c", { line: 0.6 });
};

const key: Hero = (pen) => {
  pen.within(
    0,
    -14,
    1,
    () => {
      pen.shape(
        "M-38 -2A13 13 0 1 1 -13 4H24V14H17V8H10V16H3V8H-13A13 13 0 0 1 -38 -2ZM-32 0A7 7 0 1 0 -18 0A7 7 0 1 0 -32 0Z",
        "#d9a93a",
        { round: 2 },
      );
    },
    false,
    -16,
  );
};

const chest: Hero = (pen) => {
  pen.glow(0, -36, 52, "#ffe28a", 0.5);
  pen.shape("M-36 -32Q-36 -56 -20 -58H20Q36 -56 36 -32Z", "#8a5a35", { round: 4 });
  pen.shape(rect(-36, -32, 72, 32), "#9a6840", { round: 4 });
  for (const x of [-28, 20]) pen.shape(rect(x, -57, 8, 57), "#c9a04a", { line: 0.8, round: 1 });
  pen.shape(rect(-37, -34, 74, 5), "#c9a04a", { line: 0.8 });
  pen.shape(roundRect(-7, -36, 14, 16, 2), "#e2bd5a");
  pen.shape(ellipse(0, -29, 2.6), "#3a2620", { line: 0 });
  pen.mark("M0 -28V-23", "#3a2620", 1.4);
};

const suitcase: Hero = (pen) => {
  pen.shape(roundRect(-36, -46, 72, 46, 6), "#a8623f", { round: 5 });
  for (const x of [-22, 15]) pen.shape(rect(x, -46, 7, 46), "#7a4530", { line: 0.8 });
  pen.stroke("M-11 -46V-54H11V-46", "#7a4530", 5, { line: 0.9 });
  for (const [x, y] of [
    [-36, -46],
    [36, -46],
    [-36, 0],
    [36, 0],
  ] as const)
    pen.shape(ellipse(x * 0.93, y === 0 ? -4 : -42, 5), "#d9b25a", { line: 0.8 });
};

const apple =
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

const oranges: Hero = (pen) => {
  for (const [x, s] of [
    [-30, 0.55],
    [28, 0.7],
    [0, 0.8],
  ] as const) {
    pen.shape(ellipse(x, -22 * s, 24 * s, 22 * s), "#ef9430", { round: 5 * s });
    pen.shape(`M${x - 3} ${-43 * s}q6 -8 12 -2q-4 6 -12 2Z`, "#5f9a4a", { line: 0.7 });
  }
};

const paperPlane: Hero = (pen) => {
  pen.shape(
    polygon([
      [-40, -22],
      [42, -44],
      [-14, -8],
    ]),
    paper,
  );
  pen.shape(
    polygon([
      [-14, -8],
      [42, -44],
      [-6, 0],
    ]),
    "#ddd0b4",
    { turn: -0.4 },
  );
  pen.shape(
    polygon([
      [-40, -22],
      [42, -44],
      [-20, -30],
    ]),
    "#fffaf0",
    { turn: 0.8 },
  );
};

const bread: Hero = (pen) => {
  pen.shape("M-40 -4C-48 -34 -20 -40 0 -40C20 -40 48 -34 40 -4Q0 4 -40 -4Z", "#cf9450", {
    round: 6,
  });
  for (const x of [-20, 0, 20])
    pen.shape(`M${x - 9} -14Q${x - 4} -34 ${x + 8} -36Q${x + 6} -18 ${x - 2} -10Z`, "#efcf92", {
      line: 0.7,
    });
};

const kettle: Hero = (pen) => {
  pen.stroke("M-20 -40C-22 -66 22 -66 20 -40", "#3a3434", 5, { line: 0.9 });
  pen.shape("M-30 0C-38 -24 -24 -44 0 -44C24 -44 38 -24 30 0Q0 4 -30 0Z", "#c86a4a", { round: 6 });
  pen.shape("M26 -30Q42 -30 46 -48L52 -46Q48 -20 28 -14Z", "#c86a4a", { round: 2 });
  pen.shape(ellipse(0, -46, 5, 4), "#3a3434");
  pen.stroke("M50 -52Q44 -62 52 -70Q60 -78 52 -88", "#f4f4f2", 3, { opacity: 0.7, raw: true });
};

const wheel: Hero = (pen) => {
  const spoke = (angle: number) =>
    pen.within(
      0,
      -36,
      1,
      () => pen.shape(roundRect(-2.6, -45, 5.2, 44, 2.4), "#9a6840", { line: 0.8 }),
      false,
      angle,
    );
  for (let index = 0; index < 8; index++) spoke(index * 45);
  pen.raw(
    `<circle cx="0" cy="-36" r="27" fill="none" stroke="${pen.ink("#8a5a35")}" stroke-width="10"/><circle cx="0" cy="-36" r="27" fill="none" stroke="${pen.paint("#a87248")}" stroke-width="7.4"/>`,
  );
  pen.shape(ellipse(0, -36, 8), "#c99a3f", { round: 1.6 });
};

const web: Hero = (pen) => {
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

const telephone: Hero = (pen) => {
  pen.shape("M-34 0C-34 -26 -20 -34 0 -34C20 -34 34 -26 34 0Z", "#2f3038", { round: 4 });
  pen.shape(
    "M-42 -40C-40 -54 40 -54 42 -40C42 -32 28 -32 26 -40Q0 -46 -26 -40C-28 -32 -42 -32 -42 -40Z",
    "#3a3c46",
    { round: 3 },
  );
  pen.shape(ellipse(0, -16, 14, 12), "#efe6d2", { round: 1.4 });
  for (let index = 0; index < 9; index++)
    pen.shape(
      ellipse(Math.cos(index * 0.62) * 9.4, -16 + Math.sin(index * 0.62) * 8, 1.7),
      "#2f3038",
      { line: 0 },
    );
};

const bucket: Hero = (pen) => {
  pen.stroke("M-24 -40C-24 -70 24 -70 24 -40", "#8a929a", 2.4, { line: 0.8 });
  pen.shape(
    polygon([
      [-27, -42],
      [27, -42],
      [20, 0],
      [-20, 0],
    ]),
    "#9a7048",
    { round: 5 },
  );
  for (const y of [-34, -10])
    pen.mark(`M${-26 - y * 0.14 + (y === -10 ? -2 : -4) + 4} ${y}H${26 + y * 0.14}`, "#6a6a72", 2);
  pen.shape(ellipse(0, -42, 27, 6), "#6fb0cc", { line: 0.9 });
};

const scales: Hero = (pen) => {
  pen.shape(roundRect(-18, -6, 36, 6, 2), "#c99a3f");
  pen.shape(rect(-2.4, -58, 4.8, 54), "#c99a3f");
  pen.stroke("M-36 -54L36 -58", "#c99a3f", 4, { line: 0.8 });
  for (const [x, y] of [
    [-34, -54],
    [34, -58],
  ] as const) {
    pen.mark(`M${x} ${y}L${x - 13} ${y + 26}M${x} ${y}L${x + 13} ${y + 26}`, "#c99a3f", 0.7);
    pen.shape(`M${x - 16} ${y + 26}Q${x} ${y + 42} ${x + 16} ${y + 26}Z`, "#dcb45a", {
      round: 1.6,
    });
  }
};

const cairn: Hero = (pen) => {
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

const ripples: Hero = (pen) => {
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

const beetle: Hero = (pen) => {
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

const lizard: Hero = (pen) => {
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

const dragonfly: Hero = (pen) => {
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

const crown: Hero = (pen) => {
  pen.shape("M-34 -4L-40 -46L-20 -28L0 -54L20 -28L40 -46L34 -4Q0 6 -34 -4Z", "#e2b53e", {
    round: 4,
  });
  for (const [x, y] of [
    [-40, -48],
    [0, -56],
    [40, -48],
  ] as const)
    pen.shape(ellipse(x, y, 5), "#c8312b", { round: 1.4, accent: true });
  for (const [x, tone] of [
    [-18, "#3568b0"],
    [0, "#c8312b"],
    [18, "#3f9a5f"],
  ] as const)
    pen.shape(ellipse(x, -14, 5, 5.6), tone, { round: 1.4 });
};

const mask: Hero = (pen) => {
  pen.shape(
    "M-42 -40C-20 -50 -8 -42 0 -40C8 -42 20 -50 42 -40C42 -16 22 -8 8 -20Q0 -26 -8 -20C-22 -8 -42 -16 -42 -40Z",
    "#6a3a8a",
    { round: 4 },
  );
  for (const side of [-1, 1])
    pen.shape(
      `M${side * 8} -30Q${side * 18} -40 ${side * 30} -34Q${side * 22} -22 ${side * 8} -30Z`,
      "#1f1828",
    );
  pen.stroke("M-40 -42Q0 -52 40 -42", "#e2b53e", 2.4, { line: 0.6 });
  for (const [x, y] of [
    [-34, -62],
    [-40, -56],
    [-28, -64],
  ] as const)
    pen.shape(
      limb(
        [
          [-34, -40],
          [x, y],
        ],
        [3, 7],
      ),
      "#c8455a",
      { line: 0.7 },
    );
};

const ring: Hero = (pen) => {
  pen.glow(0, -52, 40, "#bff0ff", 0.8);
  pen.raw(
    `<ellipse cx="0" cy="-22" rx="24" ry="22" fill="none" stroke="${pen.ink("#d9a93a")}" stroke-width="10"/><ellipse cx="0" cy="-22" rx="24" ry="22" fill="none" stroke="${pen.paint("#e2b53e")}" stroke-width="7"/>`,
  );
  pen.shape(
    polygon([
      [-14, -52],
      [-7, -62],
      [7, -62],
      [14, -52],
      [0, -38],
    ]),
    "#8fe0f2",
    { round: 2 },
  );
  pen.mark("M-14 -52H14M-7 -62L-4 -52L0 -38L4 -52L7 -62", "#8fe0f2", 0.7);
};

const compass: Hero = (pen) => {
  pen.shape(ellipse(0, -34, 35), "#c99a3f", { round: 5 });
  pen.shape(ellipse(0, -34, 28), "#f8f1de", { round: 2 });
  pen.shape(
    polygon([
      [0, -58],
      [5, -34],
      [0, -10],
      [-5, -34],
    ]),
    "#e9dfc4",
    { line: 0.7 },
  );
  pen.within(
    0,
    -34,
    1,
    () => {
      pen.shape(
        polygon([
          [0, -23],
          [5, 0],
          [-5, 0],
        ]),
        "#c8312b",
        { accent: true },
      );
      pen.shape(
        polygon([
          [0, 23],
          [5, 0],
          [-5, 0],
        ]),
        "#3a4656",
      );
    },
    false,
    34,
  );
  pen.shape(ellipse(0, -34, 3), "#c99a3f", { line: 0.7 });
  pen.shape(roundRect(-5, -76, 10, 8, 2), "#c99a3f");
};

const gears: Hero = (pen) => {
  pen.raw('<g fill-rule="evenodd">');
  pen.shape(gearPath(-12, -26, 26, 11), "#c9963f", { round: 3 });
  pen.shape(gearPath(24, -46, 17, 9), "#a8adb4", { round: 2 });
  pen.shape(gearPath(28, -12, 13, 8), "#b5713a", { round: 2 });
  pen.raw("</g>");
};

const egg: Hero = (pen) => {
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

const hourglass: Hero = (pen) => {
  for (const y of [-66, -6]) pen.shape(roundRect(-24, y, 48, 6, 2), "#8a5a35");
  pen.shape(
    "M-18 -60H18C18 -44 4 -40 4 -33C4 -26 18 -22 18 -6H-18C-18 -22 -4 -26 -4 -33C-4 -40 -18 -44 -18 -60Z",
    "#dff0f4",
    { round: 2 },
  );
  pen.shape("M-12 -50H12Q8 -40 0 -34Q-8 -40 -12 -50ZM-14 -7Q0 -24 14 -7Z", "#e2b96a", {
    line: 0.6,
  });
  pen.mark("M0 -34V-12", "#e2b96a", 0.9);
};

const skull: Hero = (pen) => {
  pen.shape(
    "M-28 -34C-30 -62 30 -62 28 -34C28 -24 22 -22 20 -14L18 -2H-18L-20 -14C-22 -22 -28 -24 -28 -34Z",
    "#efe6d0",
    { round: 5 },
  );
  for (const side of [-1, 1]) pen.shape(ellipse(side * 12, -32, 8, 9), "#2a2226");
  pen.shape(
    polygon([
      [0, -24],
      [5, -15],
      [-5, -15],
    ]),
    "#2a2226",
  );
  pen.mark("M-12 -2V-10M-4 -2V-10M4 -2V-10M12 -2V-10", "#8a8070", 1);
};

const gauge: Hero = (pen) => {
  pen.shape(roundRect(-38, -60, 76, 60, 8), "#6f8590", { round: 4 });
  pen.shape("M-28 -14A28 34 0 0 1 28 -14Z", "#f6f0dc");
  pen.stroke("M12 -40A28 34 0 0 1 26 -20", "#d9443a", 5);
  for (let index = 0; index < 7; index++) {
    const angle = Math.PI * (1 - index / 6);
    pen.mark(
      `M${Math.cos(angle) * 22} ${-14 - Math.sin(angle) * 26}L${Math.cos(angle) * 25} ${-14 - Math.sin(angle) * 30}`,
      "#3a3434",
      1,
    );
  }
  pen.stroke("M0 -14L14 -36", "#2a2226", 2);
  pen.shape(ellipse(0, -13, 4), "#2a2226", { line: 0 });
};

const chair: Hero = (pen) => {
  for (const [x, y] of [
    [-22, 0],
    [22, 0],
    [-16, -8],
    [16, -8],
  ] as const)
    pen.shape(rect(x - 2.4, y - 32, 4.8, 32), "#8a5a35", { line: 0.9 });
  pen.shape(
    polygon([
      [-26, -30],
      [26, -30],
      [20, -42],
      [-20, -42],
    ]),
    "#a8703f",
    { round: 2 },
  );
  for (const x of [-18, 18]) pen.shape(rect(x - 2.4, -84, 4.8, 44), "#8a5a35", { line: 0.9 });
  for (const y of [-82, -68, -55]) pen.shape(roundRect(-20, y, 40, 7, 2), "#a8703f", { line: 0.9 });
};

const glassCup: Hero = (pen) => {
  pen.shape("M-22 -58H22L18 0H-18Z", "#e6f3f6", { opacity: 0.7, round: 2 });
  pen.shape("M-20.5 -34H20.5L18 0H-18Z", "#c9862e", { opacity: 0.85, line: 0.6 });
  pen.shape(
    polygon([
      [-10, -46],
      [6, -50],
      [10, -32],
      [-6, -28],
    ]),
    "#f4fbfd",
    { opacity: 0.9, line: 0.8 },
  );
  pen.mark("M-15 -52L-13 -10", "#ffffff", 1.2);
};

const cup: Hero = (pen) => {
  pen.shape(ellipse(0, -3, 42, 8), "#f4ede0", { round: 2 });
  pen.shape("M-26 -42H26Q26 -6 8 -4H-8Q-26 -6 -26 -42Z", "#f8f3e8", { round: 4 });
  pen.shape(ellipse(0, -42, 26, 6), "#6a4028");
  pen.stroke("M26 -36Q42 -34 36 -20Q30 -12 20 -14", "#f8f3e8", 4.4, { line: 0.9 });
  for (const x of [-8, 6])
    pen.stroke(`M${x} -50Q${x - 6} -60 ${x + 2} -68Q${x + 8} -76 ${x} -86`, "#ffffff", 2.6, {
      raw: true,
      opacity: 0.7,
    });
};

const card: Hero = (pen) => {
  for (const [turn, tone] of [
    [-14, "#b5403a"],
    [6, paper],
  ] as const)
    pen.within(
      turn < 0 ? -8 : 8,
      -6,
      1,
      () => {
        pen.shape(roundRect(-20, -54, 40, 56, 4), tone, { round: 1.6 });
        if (turn > 0)
          pen.shape("M0 -40C-10 -50 -16 -38 0 -18C16 -38 10 -50 0 -40Z", "#c8312b", {
            line: 0.7,
            accent: true,
          });
        else pen.mark("M-14 -48H14V-4H-14ZM-14 -48L14 -4M14 -48L-14 -4", "#f2d9c8", 0.9);
      },
      false,
      turn,
    );
};

const ribbon: Hero = (pen) => {
  pen.stroke("M-46 -4C-30 -40 -8 4 4 -24C14 -48 30 -6 46 -34", "#c8312b", 9, {
    line: 1,
    accent: true,
  });
};

const sack: Hero = (pen) => {
  pen.shape(
    "M-30 0C-42 -20 -30 -44 -14 -50C-18 -58 -20 -62 -16 -66Q0 -60 16 -66C20 -62 18 -58 14 -50C30 -44 42 -20 30 0Q0 6 -30 0Z",
    "#cbb083",
    { round: 6 },
  );
  pen.stroke("M-15 -50Q0 -45 15 -50", "#8a6a3f", 4, { line: 0.9 });
  pen.mark("M-20 -30Q-14 -18 -22 -8M16 -34Q22 -20 16 -8M-4 -40L-6 -24", "#cbb083", 0.8);
};

const gate: Hero = (pen) => {
  pen.shape("M-36 2V-52Q0 -92 36 -52V2Z", "#9a9088", { round: 5 });
  pen.shape("M-27 2V-50Q0 -80 27 -50V2Z", "#7a4a30", { round: 4 });
  pen.mark("M0 2V-64M-14 2V-60M14 2V-60", "#7a4a30", 0.9);
  for (const y of [-46, -14]) pen.stroke(`M-26 ${y}H-6M26 ${y}H6`, "#3a3a42", 3.4, { line: 0.7 });
  pen.stroke("M5 -28a4 4 0 1 0 .1 0", "#d9b24a", 2.2, { line: 0.7 });
};

const heroes: [RegExp, Hero][] = [
  [/\b(?:sacks?|bags? of|flour)\b/, sack],
  [/\b(?:doors?|gates?|portal)\b/, gate],
  [/\b(?:ropes?|knot(?:ted)?)\b/, rope],
  [/\b(?:shells?)\b/, shell],
  [/\b(?:feathers?)\b/, feather],
  [/\b(?:foot ?prints?|tracks|paw ?prints?)\b/, footprint],
  [/\b(?:paper plane)\b/, paperPlane],
  [/\b(?:spider|web)\b/, web],
  [/\b(?:hour ?glass)\b/, hourglass],
  [/\b(?:clocks?|watch|hands have stopped)\b/, clock],
  [/\b(?:keys?)\b/, key],
  [/\b(?:suit ?cases?|luggage|bag)\b/, suitcase],
  [/\b(?:chest|trunk|treasure|box|crate)\b/, chest],
  [/\b(?:oranges?)\b/, oranges],
  [/\b(?:apples?)\b/, apple("#c8352e")],
  [/\b(?:dough|bread|loaf|cakes?|pie|cookies?|flour)\b/, bread],
  [/\b(?:kettle|teapot|pot)\b/, kettle],
  [/\b(?:wheel|spoke|helm)\b/, wheel],
  [/\b(?:telephone|receiver)\b/, telephone],
  [/\b(?:bucket|pail|watering can)\b/, bucket],
  [/\b(?:scales)\b/, scales],
  [/\b(?:cairn|pebbles?|stones?)\b/, cairn],
  [/\b(?:rings spreading|drop|puddle|bubble|ripples?)\b/, ripples],
  [/\b(?:ladybird|beetle|insect|bug)\b/, beetle],
  [/\b(?:lizard)\b/, lizard],
  [/\b(?:dragonfly|butterfly|moth)\b/, dragonfly],
  [/\b(?:crown(?:-shaped)?|tiara)\b/, crown],
  [/\b(?:masks?)\b/, mask],
  [/\b(?:wedding|gold(?:en)?|engagement|magic) ring|amulet|locket|necklace|\ba ring\b/, ring],
  [/\b(?:compass)\b/, compass],
  [/\b(?:gears?|cogs?|machine|clockwork|engine)\b/, gears],
  [/\b(?:eggs?)\b/, egg],
  [/\b(?:skulls?|skeleton|bones?)\b/, skull],
  [/\b(?:needle|dial|gauge|switch|red light|lens)\b/, gauge],
  [/\b(?:chair|seat|swing)\b/, chair],
  [/\b(?:glass|ice|liquid)\b/, glassCup],
  [/\b(?:cups?|mugs?|coffee|tea|saucer|spoons?)\b/, cup],
  [/\b(?:cards?|tickets?)\b/, card],
  [/\b(?:ribbon|thread|curtain)\b/, ribbon],
  [/\b(?:leaf|leaves|grass|reed|branch)\b/, leaf("#c9793a")],
  [/\b(?:mushrooms?)\b/, (pen, random) => pen.within(0, 0, 24, () => mushroomTree(pen, random))],
  [/\b(?:rocket|space ?ship)\b/, (pen) => pen.within(0, 0, 13, () => rocket(pen, false))],
  [/\b(?:boats?|ship)\b/, (pen) => pen.within(0, -4, 20, () => rowboat(pen))],
  [/\b(?:lanterns?|torch(?:es)?|lamp)\b/, held("lantern", -42, 1.5)],
  [/\b(?:books?|diary|tome|journal|pages?)\b/, held("book", -22, 1.7)],
  [
    /\bletters?|envelope|note|message|paper|photo(?:graph)?|scroll|newspaper\b/,
    held("letter", -18, 2, -6),
  ],
  [/\b(?:maps?|chart)\b/, held("map", -20, 1.8)],
  [/\b(?:swords?|blade|dagger|knife)\b/, held("sword", -14, 0.9, 42)],
  [/\b(?:wands?|staff)\b/, held("wand", -20, 0.8, 40)],
  [/\b(?:umbrella)\b/, held("umbrella", -10, 0.75)],
  [/\b(?:flowers?|rose|blossom|petal)\b/, held("flower", -14, 2.2)],
  [/\b(?:phone)\b/, held("phone", -14, 2.2)],
  [/\b(?:crystals?|gem|jewel|diamond|orb|stone)\b/, held("crystal", -8, 2)],
  [/\b(?:potion|flask|vial|bottle)\b/, held("potion", -26, 2.1)],
  [/\b(?:camera)\b/, held("camera", -14, 2.2)],
  [/\b(?:balloons?)\b/, held("balloon", 30, 0.8)],
  [/\b(?:candles?)\b/, held("candle", -6, 2)],
  [/\b(?:telescope|spyglass)\b/, held("telescope", -14, 1.5)],
  [/\b(?:guitar|violin)\b/, held("guitar", -22, 1)],
];

/** The thing that a prompt's words put in the middle, or undefined. */
export const heroIn = (prompt: string): Hero | undefined => {
  // "Detail in the bar at night: a card on the counter" is about the card.
  const text = prompt.toLowerCase().replace(/^detail[^:]*:/, "");
  const found = heroes
    .map(([words, draw]) => ({ draw, at: text.search(words) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
  return found?.draw;
};

/** What stands for a place when a detail is asked for and no thing is named. */
export const usualHeroes: readonly Hero[] = [
  held("lantern", -42, 1.5),
  key,
  clock,
  compass,
  held("book", -22, 1.7),
  chest,
  cup,
  held("letter", -18, 2, -6),
];
