import { darken, lighten } from "../color";
import { ellipse, polygon, rect, roundRect } from "../geometry";
import type { Pen } from "../pen";
import type { Random } from "../random";

/** What a piece of a room needs to know. */
export interface RoomLight {
  lamps: boolean;
  /** Colours of the sky behind windows, top and bottom. */
  sky: [string, string];
}

/** Furniture in metres, on the floor at the origin, seen from the front. */
export type Piece = { width: number; draw: (pen: Pen, random: Random, light: RoomLight) => void };

/** A view through a window: sky, and hills or roofs below. */
export function view(
  pen: Pen,
  random: Random,
  light: RoomLight,
  x: number,
  y: number,
  w: number,
  h: number,
  city = false,
) {
  const pane = rect(x, y, w, h);
  pen.shape(pane, light.sky[1], { raw: true, line: 0.6 });
  pen.clip(pane, () => {
    pen.veil(pane, [
      [0, light.sky[0], 1],
      [1, light.sky[1], 1],
    ]);
    for (let index = 0; index < 6; index++) {
      const bx = x + (w * index) / 5 - 0.2;
      if (city) {
        const bh = h * random.range(0.25, 0.6);
        pen.shape(rect(bx, y + h - bh, w / 5, bh), light.lamps ? "#26335a" : "#8d9cb4", {
          raw: true,
          line: 0.4,
        });
        if (light.lamps)
          for (let row = 0; row < 3; row++)
            pen.shape(rect(bx + 0.08, y + h - bh + 0.1 + row * 0.2, 0.07, 0.07), "#ffdc8c", {
              raw: true,
              line: 0,
            });
      } else
        pen.shape(
          ellipse(bx, y + h * 1.02, w * 0.26, h * random.range(0.18, 0.3)),
          light.lamps ? "#2c4560" : "#86ad7c",
          { raw: true, line: 0.4 },
        );
    }
  });
}

const curtain = (pen: Pen, x: number, color: string, flip: 1 | -1) => {
  pen.shape(
    `M${x} -2.45C${x + 0.16 * flip} -2 ${x + 0.36 * flip} -1.5 ${x + 0.1 * flip} -.75L${x - 0.34 * flip} -.75L${x - 0.34 * flip} -2.45Z`,
    color,
    { round: 0.05 },
  );
  pen.mark(`M${x - 0.1 * flip} -2.4Q${x} -1.6 ${x - 0.08 * flip} -.8`, color, 0.5);
};

const legs = (pen: Pen, half: number, top: number, color: string) => {
  for (const x of [-half, half]) pen.shape(rect(x - 0.05, top, 0.1, -top), color, { line: 0.8 });
};

const shelfGoods = (
  pen: Pen,
  random: Random,
  x: number,
  y: number,
  w: number,
  colors: readonly string[],
) => {
  for (let at = x; at < x + w - 0.12; at += random.range(0.16, 0.26)) {
    const h = random.range(0.14, 0.3);
    const color = random.pick(colors);
    if (random.chance(0.5)) pen.shape(roundRect(at, y - h, 0.14, h, 0.04), color, { line: 0.5 });
    else
      pen.shape(
        `M${at} ${y}Q${at - 0.03} ${y - h * 0.6} ${at + 0.05} ${y - h * 0.7}V${y - h}H${at + 0.1}V${y - h * 0.7}Q${at + 0.18} ${y - h * 0.6} ${at + 0.15} ${y}Z`,
        color,
        { line: 0.5 },
      );
  }
};

export const bookRow = (pen: Pen, random: Random, x: number, y: number, w: number, h: number) => {
  let at = x;
  while (at < x + w - 0.05) {
    const t = random.range(0.05, 0.1);
    const tall = h * random.range(0.7, 0.95);
    pen.shape(
      rect(at, y - tall, Math.min(t, x + w - at), tall),
      random.pick([
        "#8f3a34",
        "#3f5f7a",
        "#5f7a4a",
        "#b58a3f",
        "#6a4a72",
        "#c9b48a",
        "#3a4a4a",
      ] as const),
      { line: 0.45 },
    );
    at += t + 0.004;
  }
};

export const pieces = {
  window: {
    width: 1.9,
    draw(pen, random, light) {
      pen.shape(rect(-0.8, -2.4, 1.6, 1.55), "#f4eddc");
      view(pen, random, light, -0.7, -2.3, 1.4, 1.35);
      pen.mark("M0 -2.3V-.95M-.7 -1.65H.7", "#f4eddc", 1.3);
      pen.shape(rect(-0.95, -0.86, 1.9, 0.1), "#e6dcc4");
      const color = random.pick(["#c47a6a", "#7a9a8a", "#c9a560", "#8a86b0"] as const);
      curtain(pen, -0.72, color, 1);
      curtain(pen, 0.72, color, -1);
      pen.shape(rect(-1.15, -2.56, 2.3, 0.1), "#7a5638");
    },
  },
  cityWindow: {
    width: 2.6,
    draw(pen, random, light) {
      pen.shape(rect(-1.2, -2.5, 2.4, 1.8), "#d9d4c8");
      view(pen, random, light, -1.1, -2.4, 2.2, 1.6, true);
      for (let y = -2.34; y < -1.5; y += 0.11)
        pen.stroke(`M-1.1 ${y}H1.1`, "#efe8d6", 0.035, { opacity: 0.9 });
      pen.mark("M0 -2.4V-.8", "#d9d4c8", 1.2);
    },
  },
  archWindow: {
    width: 2,
    draw(pen, random, light) {
      const d = "M-.75 -.9V-2.4Q-.7 -3.3 0 -3.4Q.7 -3.3 .75 -2.4V-.9Z";
      pen.shape("M-.92 -.78V-2.45Q-.85 -3.5 0 -3.62Q.85 -3.5 .92 -2.45V-.78Z", "#b9aa92");
      pen.shape(d, light.sky[1], { raw: true });
      pen.clip(d, () => view(pen, random, light, -0.8, -3.5, 1.6, 2.7));
      pen.mark("M0 -.9V-3.4M-.75 -1.6H.75M-.75 -2.4H.75", "#b9aa92", 1.2);
    },
  },
  stainedWindow: {
    width: 1.8,
    draw(pen, random) {
      const d = "M-.55 -1V-3Q-.5 -3.8 0 -4Q.5 -3.8 .55 -3V-1Z";
      pen.shape("M-.7 -.9V-3Q-.65 -4 0 -4.2Q.65 -4 .7 -3V-.9Z", "#a89a86");
      pen.shape(d, "#e8c86a", { raw: true });
      pen.clip(d, () => {
        for (let row = 0; row < 7; row++)
          for (let column = 0; column < 3; column++)
            pen.shape(
              polygon([
                [-0.6 + column * 0.4, -1 - row * 0.46],
                [-0.2 + column * 0.4, -1.1 - row * 0.46],
                [-0.25 + column * 0.4, -1.5 - row * 0.46],
                [-0.6 + column * 0.4, -1.4 - row * 0.46],
              ]),
              random.pick(["#d9534a", "#4a86c8", "#e8b23a", "#5aa86a", "#9a6ac0"] as const),
              { raw: true, line: 0.7 },
            );
      });
    },
  },
  painting: {
    width: 1.3,
    draw(pen, random) {
      pen.shape(rect(-0.5, -2.3, 1, 0.8), "#b58a3f", { round: 0.02 });
      pen.shape(rect(-0.41, -2.21, 0.82, 0.62), "#a9cbd6");
      pen.shape(
        "M-.41 -1.75Q-.15 -2.05 .05 -1.8Q.2 -1.95 .41 -1.78V-1.59H-.41Z",
        random.pick(["#6f9a5a", "#c98a5a", "#5a7a9a"] as const),
        { line: 0.6 },
      );
      pen.shape(ellipse(0.2, -2.06, 0.07), "#f6d66a", { line: 0.5 });
    },
  },
  bookshelf: {
    width: 1.7,
    draw(pen, random) {
      pen.shape(rect(-0.8, -2.5, 1.6, 2.5), "#7a5236", { fade: 0.2 });
      for (let row = 0; row < 5; row++) {
        pen.shape(rect(-0.72, -2.42 + row * 0.48, 1.44, 0.42), "#4a3022", { line: 0.6 });
        bookRow(pen, random, -0.7, -2 + row * 0.48, random.range(0.9, 1.38), 0.42);
      }
    },
  },
  shelves: {
    width: 2,
    draw(pen, random) {
      const colors = ["#c8563f", "#4f8f7a", "#e0b04a", "#6a86b0", "#a86a9a", "#efe6d2"] as const;
      for (let row = 0; row < 4; row++) {
        shelfGoods(pen, random, -0.85, -0.75 - row * 0.5, 1.7, colors);
        pen.shape(rect(-0.95, -0.75 - row * 0.5, 1.9, 0.07), "#8a5f3c", { line: 0.8 });
      }
      for (const x of [-0.95, 0.88])
        pen.shape(rect(x, -2.75, 0.07, 2.75), "#8a5f3c", { line: 0.7 });
    },
  },
  counter: {
    width: 2.4,
    draw(pen, random) {
      pen.shape(rect(-1.15, -0.9, 2.3, 0.9), "#d9c39a");
      for (const x of [-1.1, -0.36, 0.38]) {
        pen.shape(rect(x + 0.03, -0.78, 0.68, 0.68), "#e6d3ac", { line: 0.8 });
        pen.shape(ellipse(x + 0.6, -0.46, 0.035), "#7a5638", { line: 0.5 });
      }
      pen.shape(rect(-1.2, -1, 2.4, 0.12), "#8f7a64");
      shelfGoods(pen, random, -1, -1, 1.9, ["#efe6d2", "#c8563f", "#5a8fa8", "#e0b04a"]);
      pen.shape(rect(-1.15, -2.45, 2.3, 0.75), "#d9c39a", { round: 0.04 });
      for (const x of [-1.1, -0.36, 0.38])
        pen.shape(rect(x + 0.03, -2.4, 0.68, 0.64), "#e6d3ac", { line: 0.8 });
    },
  },
  stove: {
    width: 1.3,
    draw(pen, _random, light) {
      pen.shape(rect(-0.5, -0.95, 1, 0.95), "#e9e6df");
      pen.shape(roundRect(-0.38, -0.66, 0.76, 0.5, 0.05), light.lamps ? "#ff9a4a" : "#3a3d45", {
        raw: light.lamps,
      });
      for (const x of [-0.3, -0.1, 0.1, 0.3])
        pen.shape(ellipse(x, -0.82, 0.05), "#3a3d45", { line: 0.5 });
      pen.shape(rect(-0.55, -1, 1.1, 0.07), "#4a4d55");
      pen.shape("M-.35 -1V-1.3H.15V-1Z", "#c8563f", { round: 0.04 });
      pen.mark("M-.1 -1.36Q-.2 -1.55 -.08 -1.7Q.04 -1.85 -.06 -2", "#efe8dc", 1, { opacity: 0.7 });
      pen.shape(
        polygon([
          [-0.55, -2.1],
          [0.55, -2.1],
          [0.25, -2.6],
          [-0.25, -2.6],
        ]),
        "#a9b2b8",
        { round: 0.06 },
      );
    },
  },
  fridge: {
    width: 1.1,
    draw(pen) {
      pen.shape(roundRect(-0.45, -1.95, 0.9, 1.95, 0.08), "#8fc0b8", { round: 0.08 });
      pen.mark("M-.45 -1.3H.45", "#8fc0b8", 1);
      pen.shape(rect(0.28, -1.75, 0.05, 0.34), "#e9eef0", { line: 0.5 });
      pen.shape(rect(0.28, -1.15, 0.05, 0.4), "#e9eef0", { line: 0.5 });
      pen.shape(rect(-0.28, -1.1, 0.26, 0.3), "#f6e6a0", { line: 0.5 });
    },
  },
  sofa: {
    width: 2.3,
    draw(pen, random) {
      const c = random.pick(["#b5563f", "#3f7a78", "#7a6a9a", "#c99a4a"] as const);
      pen.shape(roundRect(-1, -1.05, 2, 0.8, 0.2), c, { round: 0.1 });
      pen.shape(roundRect(-0.9, -0.55, 0.9, 0.3, 0.1), lighten(c, 0.12), { round: 0.05 });
      pen.shape(roundRect(0, -0.55, 0.9, 0.3, 0.1), lighten(c, 0.12), { round: 0.05 });
      for (const x of [-1.15, 0.87])
        pen.shape(roundRect(x, -0.75, 0.28, 0.65, 0.12), c, { round: 0.05 });
      pen.shape(rect(-1, -0.28, 2, 0.18), darken(c, 0.15));
      pen.shape(
        polygon([
          [-0.75, -0.55],
          [-0.35, -0.62],
          [-0.4, -0.95],
          [-0.8, -0.88],
        ]),
        "#efe0b8",
        { round: 0.03 },
      );
    },
  },
  bed: {
    width: 2.2,
    draw(pen, random) {
      const c = random.pick(["#5a86b0", "#b5637a", "#6a9a7a", "#8a76b5"] as const);
      pen.shape(roundRect(-1, -1.25, 2, 1.1, 0.1), "#8a5f3c", { round: 0.06 });
      pen.shape(roundRect(-0.92, -0.72, 1.84, 0.5, 0.08), "#f4eee0");
      for (const x of [-0.8, 0.08])
        pen.shape(roundRect(x, -0.95, 0.72, 0.36, 0.14), "#fbf7ec", { round: 0.05 });
      pen.shape("M-1.05 -.6Q0 -.82 1.05 -.6L1.1 -.1H-1.1Z", c, { round: 0.06 });
      pen.mark("M-.5 -.66Q-.45 -.4 -.52 -.12M.4 -.68Q.5 -.4 .44 -.12", c, 0.7);
    },
  },
  nightstand: {
    width: 0.9,
    draw(pen, _random, light) {
      pen.shape(rect(-0.32, -0.6, 0.64, 0.6), "#9a6c44");
      pen.shape(rect(-0.25, -0.5, 0.5, 0.18), "#a87a50", { line: 0.7 });
      if (light.lamps) pen.glow(0, -1.05, 1.1, "#ffd98a", 0.8);
      pen.mark("M0 -.6V-.9", "#d9b24a", 1.6);
      pen.shape(
        polygon([
          [-0.24, -0.86],
          [0.24, -0.86],
          [0.15, -1.25],
          [-0.15, -1.25],
        ]),
        light.lamps ? "#ffe9b0" : "#efe0c0",
        { raw: light.lamps },
      );
    },
  },
  wardrobe: {
    width: 1.5,
    draw(pen) {
      pen.shape(rect(-0.65, -2.2, 1.3, 2.2), "#8a5f3c", { fade: 0.2 });
      pen.shape(rect(-0.72, -2.3, 1.44, 0.14), "#6f4a2e");
      for (const x of [-0.56, 0.04])
        pen.shape(rect(x, -2.05, 0.52, 1.85), "#9a6c44", { line: 0.8 });
      for (const x of [-0.1, 0.1]) pen.shape(ellipse(x, -1.1, 0.04), "#d9b24a", { line: 0.5 });
    },
  },
  desk: {
    width: 2,
    draw(pen, random, light) {
      legs(pen, 0.82, -0.75, "#6f4a2e");
      pen.shape(rect(0.28, -0.72, 0.56, 0.6), "#7a5236");
      pen.mark("M.28 -.5H.84M.28 -.3H.84", "#7a5236", 0.8);
      pen.shape(rect(-0.98, -0.83, 1.96, 0.1), "#8a5f3c");
      bookRow(pen, random, 0.3, -0.83, 0.5, 0.36);
      if (light.lamps) pen.glow(-0.55, -1.1, 1, "#ffe08a", 0.7);
      pen.mark("M-.6 -.83V-1.1L-.45 -1.28", "#3f6b5a", 1.8);
      pen.shape("M-.72 -1.12Q-.5 -1.5 -.2 -1.2Z", "#3f7a5f", { round: 0.04 });
      pen.shape(
        polygon([
          [-0.3, -0.84],
          [0.15, -0.84],
          [0.1, -0.9],
          [-0.24, -0.9],
        ]),
        "#f7f0dc",
        { line: 0.6 },
      );
    },
  },
  computer: {
    width: 2,
    draw(pen, random, light) {
      legs(pen, 0.82, -0.75, "#5a5f6a");
      pen.shape(rect(-0.98, -0.82, 1.96, 0.09), "#c4b6a0");
      pen.shape(roundRect(-0.5, -1.55, 1, 0.62, 0.05), "#33363f");
      pen.shape(rect(-0.44, -1.49, 0.88, 0.5), light.lamps ? "#8fe3ff" : "#bfe3ee", {
        raw: true,
        line: 0.5,
      });
      for (let row = 0; row < 4; row++)
        pen.mark(`M-.36 ${-1.4 + row * 0.11}h${random.range(0.2, 0.6).toFixed(2)}`, "#4a86a8", 0.8);
      pen.shape(rect(-0.06, -0.93, 0.12, 0.1), "#33363f", { line: 0.6 });
      pen.shape(rect(-0.3, -0.86, 0.6, 0.05), "#d9dde2", { line: 0.6 });
      pen.shape(roundRect(0.6, -1.02, 0.16, 0.2, 0.03), "#c8563f", { line: 0.7 });
    },
  },
  cabinet: {
    width: 1,
    draw(pen) {
      pen.shape(rect(-0.4, -1.5, 0.8, 1.5), "#8a94a0", { round: 0.06 });
      for (const y of [-1.42, -0.94, -0.46]) {
        pen.shape(rect(-0.33, y, 0.66, 0.4), "#9ba6b2", { line: 0.7 });
        pen.shape(rect(-0.1, y + 0.14, 0.2, 0.06), "#5a626c", { line: 0.5 });
      }
    },
  },
  plant: {
    width: 0.9,
    draw(pen) {
      for (const [x, y] of [
        [-0.4, -1.1],
        [-0.2, -1.4],
        [0.06, -1.5],
        [0.28, -1.32],
        [0.42, -1],
      ] as const)
        pen.shape(
          `M0 -.5Q${x * 0.4 - 0.1} ${y * 0.8} ${x} ${y}Q${x * 0.8 + 0.12} ${y * 0.7} .04 -.5Z`,
          "#4f9157",
          { round: 0.04 },
        );
      pen.shape(
        polygon([
          [-0.28, -0.55],
          [0.28, -0.55],
          [0.2, 0],
          [-0.2, 0],
        ]),
        "#c47a4f",
        { round: 0.06 },
      );
    },
  },
  floorLamp: {
    width: 0.8,
    draw(pen, _random, light) {
      if (light.lamps) pen.glow(0, -1.7, 1.7, "#ffd98a", 0.8);
      pen.mark("M0 0V-1.6M-.2 0H.2", "#5a4636", 2);
      pen.shape(
        polygon([
          [-0.34, -1.5],
          [0.34, -1.5],
          [0.2, -1.95],
          [-0.2, -1.95],
        ]),
        light.lamps ? "#ffe9b0" : "#e9dcc0",
        { raw: light.lamps },
      );
    },
  },
  fireplace: {
    width: 2,
    draw(pen) {
      pen.shape(rect(-0.9, -1.3, 1.8, 1.3), "#a8705a");
      for (let row = 0; row < 6; row++)
        for (let x = -0.9 + (row % 2) * 0.15; x < 0.85; x += 0.3)
          pen.mark(`M${x} ${-1.3 + row * 0.22}v.22`, "#a8705a", 0.4);
      pen.shape("M-.55 0V-.7Q0 -1.1 .55 -.7V0Z", "#2a1c1c");
      pen.glow(0, -0.3, 1.5, "#ff9a3a", 0.75);
      pen.shape(
        "M-.36 -.02C-.42 -.4 -.14 -.4 -.16 -.72C.06 -.6 .02 -.42 .12 -.36C.14 -.48 .22 -.5 .22 -.56C.42 -.34 .4 -.1 .34 -.02Z",
        "#ff8a2a",
        { raw: true, line: 0.6, accent: true },
      );
      pen.shape("M-.16 -.02C-.2 -.22 -.02 -.26 0 -.44C.14 -.28 .2 -.14 .16 -.02Z", "#ffe07a", {
        raw: true,
        line: 0,
      });
      pen.shape(rect(-1.05, -1.44, 2.1, 0.16), "#6f4a2e");
      pen.shape(roundRect(-0.7, -1.74, 0.18, 0.3, 0.06), "#4f7a9a", { line: 0.7 });
      pen.shape(rect(0.3, -1.8, 0.4, 0.36), "#c9a04a", { line: 0.7 });
    },
  },
  blackboard: {
    width: 3,
    draw(pen, random) {
      pen.shape(rect(-1.45, -2.45, 2.9, 1.4), "#9a6c44");
      pen.shape(rect(-1.35, -2.35, 2.7, 1.2), "#2f5a4a");
      pen.mark(
        "M-1.1 -1.5L-.75 -2.1L-.4 -1.5ZM-.1 -2.1h.6M-.1 -1.9h.9M-.1 -1.7h.5",
        "#e9f2ea",
        1.1,
        { opacity: 0.85 },
      );
      pen.raw("");
      const chalk = "M.75 -1.6A.25 .25 0 1 0 1.2 -1.75A.25 .25 0 1 0 .75 -1.6ZM.98 -1.42v-.5";
      pen.stroke(chalk, "#f2efe0", 0.025, { opacity: 0.8 });
      pen.stroke(
        "M-1.1 -1.5L-.75 -2.1L-.4 -1.5ZM-.1 -2.1h.6M-.1 -1.9h.9M-.1 -1.7h.5",
        "#f2efe0",
        0.025,
        { opacity: 0.8 },
      );
      pen.shape(rect(-1.45, -1.06, 2.9, 0.08), "#7a5236");
      for (const x of [-0.5, 0.2])
        pen.shape(rect(x + random.range(0, 0.2), -1.1, 0.14, 0.05), "#f4eee0", { line: 0.4 });
    },
  },
  schoolDesk: {
    width: 1.2,
    draw(pen) {
      legs(pen, 0.45, -0.7, "#7a828c");
      pen.shape(rect(-0.55, -0.78, 1.1, 0.1), "#c99a5f");
      pen.shape(rect(-0.2, -0.86, 0.36, 0.08), "#c8563f", { line: 0.6 });
    },
  },
  globe: {
    width: 0.8,
    draw(pen) {
      pen.shape(rect(-0.3, -0.8, 0.6, 0.8), "#8a5f3c");
      pen.mark("M0 -.8V-.95", "#8a5f3c", 2);
      pen.shape(ellipse(0, -1.22, 0.28), "#5a9ac8", { round: 0.06 });
      pen.shape(
        "M-.18 -1.35Q-.02 -1.42 .04 -1.28Q-.06 -1.2 -.02 -1.1Q-.16 -1.12 -.18 -1.35ZM.12 -1.2Q.24 -1.22 .22 -1.08Q.14 -1.04 .12 -1.2Z",
        "#7aa85a",
        { line: 0.5 },
      );
    },
  },
  labBench: {
    width: 2.6,
    draw(pen) {
      pen.shape(rect(-1.25, -0.85, 2.5, 0.85), "#b9c4cc");
      pen.shape(rect(-1.3, -0.95, 2.6, 0.12), "#5f6b76");
      for (const x of [-1.1, -0.25, 0.6])
        pen.shape(rect(x, -0.72, 0.6, 0.56), "#c9d3da", { line: 0.7 });
      const flask = (x: number, color: string, s: number) => {
        pen.glow(x, -1.1, 0.5 * s, color, 0.4);
        pen.shape(
          `M${x - 0.05 * s} ${-0.95 - 0.5 * s}H${x + 0.05 * s}V${-0.95 - 0.3 * s}L${x + 0.2 * s} -.95H${x - 0.2 * s}L${x - 0.05 * s} ${-0.95 - 0.3 * s}Z`,
          "#dff0f4",
          { line: 0.8 },
        );
        pen.shape(
          `M${x - 0.12 * s} ${-0.95 - 0.14 * s}H${x + 0.12 * s}L${x + 0.19 * s} -.96H${x - 0.19 * s}Z`,
          color,
          { raw: true, line: 0 },
        );
      };
      flask(-0.95, "#6fd9a0", 1);
      flask(-0.5, "#e87ac0", 1.3);
      flask(0.95, "#7ab8ff", 1.1);
      pen.mark("M-.5 -1.62Q-.2 -1.9 .15 -1.6T.5 -1.3V-1.02", "#9fb8c4", 1.2);
      pen.shape(roundRect(0.25, -1.12, 0.42, 0.18, 0.04), "#4a525c", { line: 0.8 });
    },
  },
  machine: {
    width: 2,
    draw(pen, random, light) {
      pen.shape(roundRect(-0.85, -2.3, 1.7, 2.3, 0.08), "#6f8590", { round: 0.1 });
      pen.shape(roundRect(-0.65, -2.1, 1.3, 0.7, 0.06), "#1f2d38");
      pen.stroke("M-.55 -1.75L-.3 -1.75L-.18 -2L-.02 -1.55L.1 -1.75H.55", "#7affb0", 0.03, {
        raw: true,
      });
      for (let row = 0; row < 2; row++)
        for (let column = 0; column < 5; column++) {
          const color = random.pick(["#e2483d", "#f0b434", "#5ad07a", "#6ab8ff"] as const);
          if (light.lamps) pen.glow(-0.52 + column * 0.26, -1.15 + row * 0.22, 0.14, color, 0.8);
          pen.shape(ellipse(-0.52 + column * 0.26, -1.15 + row * 0.22, 0.06), color, {
            raw: true,
            line: 0.6,
          });
        }
      pen.shape(rect(-0.6, -0.65, 0.5, 0.42), "#566a76", { line: 0.7 });
      pen.shape(ellipse(0.35, -0.45, 0.24), "#e9e2d0", { line: 0.9 });
      pen.mark("M.35 -.45L.5 -.58", "#3a2a2a", 1.2);
      pen.mark("M-.85 -2Q-1.1 -2.2 -1.05 -2.8M.85 -2.1Q1.1 -2.2 1.08 -2.8", "#566a76", 2.4);
    },
  },
  tools: {
    width: 2.4,
    draw(pen) {
      pen.shape(rect(-1.1, -2.5, 2.2, 1.2), "#b5915f");
      const steel = "#c3cad0";
      pen.shape("M-.9 -2.3h.3v.12h-.1v.7h-.1v-.7h-.1Z", steel, { line: 0.7 });
      pen.shape("M-.35 -2.3l.1 .1v.5l.1 .1v.25h-.2v-.25l.1 -.1v-.5Z", steel, { line: 0.7 });
      pen.shape("M.05 -2.25h.55l-.05 .2h-.45Z", steel, { line: 0.7 });
      pen.shape("M.55 -2.25q.14 0 .14 .1t-.14 .1Z", "#8a5a35", { line: 0.7 });
      pen.shape("M.85 -2.35a.1 .1 0 1 0 .1 .16v.6h.08v-.6a.1 .1 0 0 0 -.18 -.16Z", steel, {
        line: 0.7,
      });
      pen.shape(rect(-1.2, -0.95, 2.4, 0.14), "#8a5f3c");
      legs(pen, 1, -0.82, "#6f4a2e");
      pen.shape(rect(-0.9, -1.15, 0.3, 0.2), "#4a5f7a", { line: 0.8 });
      pen.shape(gearPath(0.2, -1.13, 0.18, 9), "#c9963f", { line: 0.8 });
      pen.shape(gearPath(0.55, -1.08, 0.13, 8), "#a8adb4", { line: 0.8 });
    },
  },
  barrels: {
    width: 1.6,
    draw(pen) {
      for (const [x, y] of [
        [-0.36, 0],
        [0.36, 0],
        [0, -0.86],
      ] as const) {
        pen.shape(
          `M${x - 0.3} ${y}Q${x - 0.44} ${y - 0.43} ${x - 0.3} ${y - 0.86}H${x + 0.3}Q${x + 0.44} ${y - 0.43} ${x + 0.3} ${y}Z`,
          "#9a6a40",
          { round: 0.08 },
        );
        pen.mark(`M${x - 0.36} ${y - 0.2}h.72M${x - 0.36} ${y - 0.66}h.72`, "#5a5048", 1.3);
      }
    },
  },
  bar: {
    width: 2.8,
    draw(pen, random) {
      shelfGoods(pen, random, -1.2, -1.5, 2.4, ["#6a8a4a", "#b5713a", "#8a3a3a", "#d9b860"]);
      pen.shape(rect(-1.3, -1.5, 2.6, 0.07), "#6f4a2e", { line: 0.8 });
      shelfGoods(pen, random, -1.2, -2.05, 2.4, ["#6a8a4a", "#4f7a8a", "#8a3a3a", "#efe6d2"]);
      pen.shape(rect(-1.3, -2.05, 2.6, 0.07), "#6f4a2e", { line: 0.8 });
      pen.shape(rect(-1.35, -1.05, 2.7, 1.05), "#8a5a38", { fade: 0.25 });
      for (const x of [-1.2, -0.55, 0.1, 0.75])
        pen.shape(rect(x, -0.85, 0.5, 0.7), "#7a4c2e", { line: 0.7 });
      pen.shape(rect(-1.45, -1.16, 2.9, 0.14), "#a87248");
    },
  },
  cafeCounter: {
    width: 2.6,
    draw(pen, random) {
      pen.shape(rect(-1.2, -2.55, 2.4, 0.85), "#2f3a38");
      for (let row = 0; row < 4; row++)
        pen.stroke(
          `M-1.05 ${-2.38 + row * 0.18}h${random.range(0.5, 0.9).toFixed(2)}M.15 ${-2.38 + row * 0.18}h${random.range(0.4, 0.8).toFixed(2)}`,
          "#e9dfc4",
          0.03,
          { opacity: 0.85 },
        );
      pen.shape(rect(-1.25, -1.05, 2.5, 1.05), "#7a4f38");
      pen.shape(rect(-1.05, -0.9, 1.5, 0.65), "#dff0f2");
      for (let index = 0; index < 6; index++)
        pen.shape(
          ellipse(-0.88 + index * 0.24, -0.36 - (index % 2) * 0.26, 0.1, 0.07),
          random.pick(["#d99a4f", "#c87a5a", "#f0d9a8"] as const),
          { line: 0.6 },
        );
      pen.shape(rect(-1.35, -1.14, 2.7, 0.12), "#efe0c4");
      pen.shape(roundRect(0.45, -1.72, 0.66, 0.58, 0.06), "#b9c0c6", { round: 0.06 });
      pen.shape(rect(0.55, -1.5, 0.46, 0.14), "#3a3d45", { line: 0.6 });
      pen.mark("M.62 -1.36v.12M.92 -1.36v.12", "#3a3d45", 1.2);
      shelfGoods(pen, random, -1, -1.14, 0.9, ["#f4eee0", "#c8563f", "#6a9a8a"]);
    },
  },
  cafeTable: {
    width: 1.3,
    draw(pen) {
      pen.mark("M0 0V-.72M-.25 0H.25", "#4a4038", 2.2);
      pen.shape(ellipse(0, -0.76, 0.5, 0.09), "#d9c09a", { round: 0.03 });
      pen.shape(roundRect(-0.2, -0.98, 0.18, 0.2, 0.05), "#f4eee0", { line: 0.7 });
      pen.mark("M-.11 -1.02q-.04 -.08 .02 -.16", "#f4eee0", 0.7);
    },
  },
  throne: {
    width: 2,
    draw(pen) {
      pen.shape(rect(-1.3, -0.22, 2.6, 0.22), "#b9aa92");
      pen.shape(
        "M-.6 -.2V-2.4L-.75 -2.9L-.4 -2.7L0 -3.2L.4 -2.7L.75 -2.9L.6 -2.4V-.2Z",
        "#c9983a",
        { round: 0.08 },
      );
      pen.shape("M-.42 -.9V-2.3Q0 -2.7 .42 -2.3V-.9Z", "#a8303a", { round: 0.06 });
      pen.shape(rect(-0.55, -0.95, 1.1, 0.3), "#a8303a", { round: 0.04 });
      for (const x of [-0.78, 0.56])
        pen.shape(rect(x, -1.15, 0.22, 0.95), "#c9983a", { line: 0.9 });
    },
  },
  banner: {
    width: 1.1,
    draw(pen, random) {
      const c = random.pick(["#a8303a", "#2f4f8a", "#3f6f4a"] as const);
      pen.shape(
        polygon([
          [-0.4, -4],
          [0.4, -4],
          [0.4, -1.9],
          [0, -1.5],
          [-0.4, -1.9],
        ]),
        c,
        { round: 0.05, accent: c === "#a8303a" },
      );
      pen.shape("M0 -3.4L.12 -3.05L.5 -3.05Z".replace(".5", ".2"), "#e2b94a", { line: 0.5 });
      pen.shape(ellipse(0, -2.9, 0.2), "#e2b94a", { line: 0.8 });
      pen.shape(rect(-0.48, -4.08, 0.96, 0.1), "#8a6a3a", { line: 0.7 });
    },
  },
  torch: {
    width: 0.8,
    draw(pen) {
      pen.glow(0, -2.3, 1.8, "#ffa84a", 0.85);
      pen.shape(
        polygon([
          [-0.1, -1.5],
          [0.1, -1.5],
          [0.14, -2],
          [-0.14, -2],
        ]),
        "#5a4030",
      );
      pen.shape("M-.16 -2C-.22 -2.3 0 -2.3 -.02 -2.62C.2 -2.4 .22 -2.2 .15 -2Z", "#ff9a2e", {
        raw: true,
        line: 0.6,
        accent: true,
      });
      pen.shape("M-.08 -2C-.1 -2.18 .02 -2.2 .02 -2.36C.12 -2.22 .12 -2.1 .08 -2Z", "#ffe48a", {
        raw: true,
        line: 0,
      });
    },
  },
  bars: {
    width: 1.8,
    draw(pen) {
      pen.shape("M-.7 0V-1.9Q0 -2.7 .7 -1.9V0Z", "#1f1c22");
      for (const x of [-0.45, -0.15, 0.15, 0.45])
        pen.stroke(`M${x} 0V${-2.25 + Math.abs(x) * 0.7}`, "#6a7078", 0.07, { line: 0.7 });
      pen.stroke("M-.68 -.8H.68M-.68 -1.7H.68", "#6a7078", 0.06, { line: 0.7 });
    },
  },
  door: {
    width: 1.3,
    draw(pen, random) {
      const c = random.pick(["#8a5a35", "#4a6a7a", "#7a3f3a"] as const);
      pen.shape(rect(-0.56, -2.15, 1.12, 2.15), darken(c, 0.25));
      pen.shape(rect(-0.46, -2.05, 0.92, 2.05), c, { fade: 0.15 });
      for (const y of [-1.9, -0.95])
        pen.shape(rect(-0.34, y, 0.68, 0.75), lighten(c, 0.08), { line: 0.7 });
      pen.shape(ellipse(0.36, -1.02, 0.05), "#e2b94a", { line: 0.6 });
    },
  },
  clock: {
    width: 0.9,
    draw(pen) {
      pen.shape(ellipse(0, -2.2, 0.3), "#8a5f3c");
      pen.shape(ellipse(0, -2.2, 0.24), "#f7f0dc", { line: 0.7 });
      pen.mark(
        "M0 -2.2V-2.37M0 -2.2L.12 -2.14M0 -2.41v.03M0 -2.02v.03M-.21 -2.2h.03M.18 -2.2h.03",
        "#3a2a2a",
        1.1,
      );
    },
  },
} satisfies Record<string, Piece>;
export type PieceName = keyof typeof pieces;

export function gearPath(x: number, y: number, radius: number, teeth: number): string {
  const points: string[] = [];
  for (let index = 0; index < teeth * 4; index++) {
    const angle = (index / (teeth * 4)) * Math.PI * 2;
    const reach = index % 4 < 2 ? radius : radius * 0.76;
    points.push(
      `${(x + Math.cos(angle) * reach).toFixed(3)} ${(y + Math.sin(angle) * reach).toFixed(3)}`,
    );
  }
  return `M${points.join("L")}Z${ellipse(x, y, radius * 0.3)}`;
}

/** A lamp that hangs from the ceiling by a cord of the given length. */
export function pendant(pen: Pen, lamps: boolean, cord: number, color: string) {
  pen.mark(`M0 0V${cord}`, "#3a3434", 0.9);
  if (lamps) pen.glow(0, cord + 0.3, 1.7, "#ffdf9a", 0.8);
  pen.shape(
    `M-.32 ${cord + 0.3}Q-.26 ${cord - 0.02} 0 ${cord - 0.04}Q.26 ${cord - 0.02} .32 ${cord + 0.3}Z`,
    color,
    { round: 0.05 },
  );
  pen.shape(ellipse(0, cord + 0.31, 0.13, 0.09), lamps ? "#fff6d0" : "#f4eee0", {
    raw: lamps,
    line: 0.6,
  });
}
