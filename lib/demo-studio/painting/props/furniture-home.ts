import { darken, lighten } from "../color";
import { ellipse, polygon, rect, roundRect } from "../geometry";
import { bookRow, curtain, type Piece, shelfGoods, view } from "./furniture-parts";

/** What stands in kitchens, bedrooms and living rooms. */
export const homePieces = {
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
