import { ellipse, polygon, rect, roundRect } from "../geometry";
import { bookRow, gearPath, legs, type Piece, shelfGoods, view } from "./furniture-parts";

/** What stands in offices, schools, laboratories and workshops. */
export const workPieces = {
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
} satisfies Record<string, Piece>;
