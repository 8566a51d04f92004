import { ellipse, polygon, roundRect } from "../geometry";
import type { Pen } from "../pen";
import type { PropName, SceneReading } from "../reading";

type Draw = (pen: Pen) => void;

/** Things in a hand, in centimetres, origin in the palm, drawn by somebody who looks to the right. */
const things: Partial<Record<PropName, Draw>> = {
  lantern(pen) {
    pen.glow(4, 16, 60, "#ffd27a", 0.75);
    pen.mark("M0 0Q4 -7 8 0L4 4Z", "#5a4636", 1);
    pen.shape(
      polygon([
        [-4, 6],
        [12, 6],
        [10, 3],
        [-2, 3],
      ]),
      "#5a4636",
    );
    pen.shape(roundRect(-3, 6, 14, 18, 2), "#ffe08a", { raw: true });
    pen.shape(ellipse(4, 17, 3, 5), "#fff7d6", { raw: true, line: 0 });
    pen.shape(roundRect(-5, 24, 18, 4, 1), "#5a4636");
    pen.mark("M4 6L4 24", "#5a4636", 0.8);
  },
  book(pen) {
    pen.shape(
      "M-20 -8C-12 -12 -4 -11 0 -6C4 -11 12 -12 20 -8L20 10C12 6 4 7 0 12C-4 7 -12 6 -20 10Z",
      "#9c3b32",
      { round: 1 },
    );
    pen.shape(
      "M-18 -10C-11 -13 -4 -12 0 -8C4 -12 11 -13 18 -10L18 6C11 3 4 4 0 8C-4 4 -11 3 -18 6Z",
      "#f5ecd6",
    );
    pen.mark("M0 -8L0 8M-14 -6L-5 -6M-14 -2L-5 -1M5 -6L14 -6M5 -1L14 -2", "#cdbf9c", 0.5);
  },
  letter(pen) {
    pen.shape(
      polygon([
        [-2, -16],
        [16, -20],
        [20, 4],
        [2, 8],
      ]),
      "#f7f0dc",
    );
    pen.mark("M2 -12L14 -15M3 -7L15 -10M4 -2L13 -4", "#b9a989", 0.6);
  },
  map(pen) {
    pen.shape(
      polygon([
        [-22, -14],
        [-8, -18],
        [6, -14],
        [20, -18],
        [20, 8],
        [6, 12],
        [-8, 8],
        [-22, 12],
      ]),
      "#e9d6a5",
    );
    pen.mark("M-8 -18L-8 8M6 -14L6 12", "#b39a63", 0.7);
    pen.stroke("M-18 4Q-10 -8 -2 0T14 -8", "#b5302c", 1.4);
  },
  sword(pen) {
    pen.within(
      0,
      0,
      1,
      () => {
        pen.shape(
          polygon([
            [-2.4, -8],
            [2.4, -8],
            [2, -78],
            [0, -84],
            [-2, -78],
          ]),
          "#d5dde6",
          { round: 0.8 },
        );
        pen.shape(roundRect(-10, -10, 20, 4, 2), "#c9a04a");
        pen.shape(roundRect(-2, -6, 4, 14, 2), "#5a3a2a");
      },
      false,
      24,
    );
  },
  wand(pen) {
    pen.within(
      0,
      0,
      1,
      () =>
        pen.shape(
          polygon([
            [-1.6, 40],
            [1.6, 40],
            [1.4, -80],
            [-1.4, -80],
          ]),
          "#7a5236",
        ),
      false,
      8,
    );
    pen.glow(11, -82, 40, "#9fe8ff", 0.9);
    pen.shape(ellipse(11, -82, 6), "#d7f7ff", { raw: true });
  },
  umbrella(pen) {
    pen.stroke("M0 12L0 -70", "#4a3a33", 1.6, { line: 0.6 });
    pen.shape(
      "M-58 -58C-50 -104 50 -104 58 -58Q44 -66 30 -58Q16 -66 0 -58Q-16 -66 -30 -58Q-44 -66 -58 -58Z",
      "#c8312b",
      { round: 5, accent: true },
    );
    pen.mark("M0 -93Q-24 -80 -30 -58M0 -93Q24 -80 30 -58M0 -93L0 -58", "#c8312b", 0.6);
  },
  flower(pen) {
    pen.stroke("M0 8Q2 -6 6 -16", "#4a8f4c", 1.6, { line: 0.5 });
    for (let index = 0; index < 6; index++) {
      const angle = (index / 6) * Math.PI * 2;
      pen.shape(ellipse(7 + Math.cos(angle) * 5, -19 + Math.sin(angle) * 5, 4), "#d9416a", {
        line: 0.6,
        accent: true,
      });
    }
    pen.shape(ellipse(7, -19, 3.4), "#f2c53d", { line: 0.5 });
  },
  cup(pen) {
    pen.shape("M-2 -10L14 -10L12 8Q6 11 0 8Z", "#f3ede0", { round: 1 });
    pen.mark("M13 -6Q20 -4 13 3", "#f3ede0", 1);
    pen.mark("M3 -14Q0 -19 4 -23M9 -14Q6 -19 10 -23", "#e6dfd0", 0.7);
  },
  phone(pen) {
    pen.shape(roundRect(-1, -14, 11, 20, 2), "#23252d");
    pen.shape(roundRect(0.6, -12, 8, 15, 1), "#9fe3ff", { raw: true, line: 0 });
  },
  key(pen) {
    pen.stroke("M4 0L20 -12M16 -9L20 -4M12 -6L15 -2", "#d9a93a", 2.4, { line: 0.8 });
    pen.shape("M-6 6A7 7 0 1 0 8 6A7 7 0 1 0 -6 6ZM-2 6A3 3 0 1 1 4 6A3 3 0 1 1 -2 6Z", "#d9a93a");
  },
  crystal(pen) {
    pen.glow(4, -10, 44, "#a6f3ff", 0.8);
    pen.shape(
      polygon([
        [4, -28],
        [14, -14],
        [8, 4],
        [0, 4],
        [-6, -14],
      ]),
      "#6fd9e8",
      { round: 1 },
    );
    pen.mark("M4 -28L2 -12L8 4M-6 -14L2 -12L14 -14", "#6fd9e8", 0.6);
  },
  potion(pen) {
    pen.glow(4, -4, 30, "#b3f27a", 0.6);
    pen.shape("M1 -18L7 -18L7 -8C16 -4 16 12 4 12C-8 12 -8 -4 1 -8Z", "#8fd45a", { round: 1.4 });
    pen.shape(roundRect(0, -22, 8, 5, 1), "#8a5a35", { line: 0.7 });
  },
  camera(pen) {
    pen.shape(roundRect(-8, -12, 26, 18, 3), "#33363f", { round: 1 });
    pen.shape(ellipse(5, -3, 6.4), "#8fb7cc", { round: 1 });
  },
  balloon(pen) {
    pen.mark("M0 0Q6 -40 2 -72", "#d8d2c8", 0.7);
    pen.shape("M2 -72C-20 -86 -22 -126 4 -128C30 -126 28 -86 6 -72Z", "#d8392f", {
      round: 4,
      accent: true,
    });
  },
  candle(pen) {
    pen.glow(3, -22, 46, "#ffd98a", 0.8);
    pen.shape(roundRect(0, -14, 6, 16, 1), "#f5ecd6");
    pen.shape("M3 -26Q8 -18 3 -15Q-2 -18 3 -26Z", "#ffb13d", { raw: true, line: 0.4 });
  },
  telescope(pen) {
    pen.within(
      0,
      0,
      1,
      () => {
        pen.shape(roundRect(-6, -4, 22, 8, 1), "#c99a3f", { round: 1 });
        pen.shape(roundRect(14, -5, 20, 10, 1), "#7a5236", { round: 1 });
      },
      false,
      -18,
    );
  },
  guitar(pen) {
    pen.within(
      -14,
      4,
      1,
      () => {
        pen.shape(
          "M-14 -10C-6 -20 6 -14 12 -8C20 -18 34 -10 32 2C34 14 20 20 12 10C6 16 -6 20 -14 12C-22 6 -22 -4 -14 -10Z",
          "#b5713a",
          { round: 2 },
        );
        pen.shape(roundRect(28, -3, 46, 5, 1), "#5a3a2a");
        pen.shape(ellipse(8, 1, 5), "#2a1c16");
      },
      false,
      -24,
    );
  },
};

/** What the next figure may carry: the first thing of the prompt that fits a hand. */
export function handheld(pen: Pen, reading: SceneReading, index: number): (() => void) | undefined {
  const chosen = reading.props.filter((name) => things[name])[index];
  return chosen ? () => drawHandheld(pen, chosen) : undefined;
}

export const isHandheld = (name: PropName) => Boolean(things[name]);

export const drawHandheld = (pen: Pen, name: PropName) => things[name]?.(pen);
