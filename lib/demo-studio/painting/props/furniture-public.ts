import { ellipse, polygon, rect, roundRect } from "../geometry";
import { type Piece, shelfGoods, view } from "./furniture-parts";

/** What stands in taverns, cafés, halls and dungeons. */
export const publicPieces = {
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
} satisfies Record<string, Piece>;
