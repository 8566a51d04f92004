import { ellipse, polygon, rect, roundRect } from "../geometry";
import type { Hero } from "./hero";

const paper = "#f6eedb";

export const clock: Hero = (pen) => {
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

export const key: Hero = (pen) => {
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

export const suitcase: Hero = (pen) => {
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

export const paperPlane: Hero = (pen) => {
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

export const bread: Hero = (pen) => {
  pen.shape("M-40 -4C-48 -34 -20 -40 0 -40C20 -40 48 -34 40 -4Q0 4 -40 -4Z", "#cf9450", {
    round: 6,
  });
  for (const x of [-20, 0, 20])
    pen.shape(`M${x - 9} -14Q${x - 4} -34 ${x + 8} -36Q${x + 6} -18 ${x - 2} -10Z`, "#efcf92", {
      line: 0.7,
    });
};

export const kettle: Hero = (pen) => {
  pen.stroke("M-20 -40C-22 -66 22 -66 20 -40", "#3a3434", 5, { line: 0.9 });
  pen.shape("M-30 0C-38 -24 -24 -44 0 -44C24 -44 38 -24 30 0Q0 4 -30 0Z", "#c86a4a", { round: 6 });
  pen.shape("M26 -30Q42 -30 46 -48L52 -46Q48 -20 28 -14Z", "#c86a4a", { round: 2 });
  pen.shape(ellipse(0, -46, 5, 4), "#3a3434");
  pen.stroke("M50 -52Q44 -62 52 -70Q60 -78 52 -88", "#f4f4f2", 3, { opacity: 0.7, raw: true });
};

export const telephone: Hero = (pen) => {
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

export const bucket: Hero = (pen) => {
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

export const scales: Hero = (pen) => {
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

export const hourglass: Hero = (pen) => {
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

export const chair: Hero = (pen) => {
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

export const glassCup: Hero = (pen) => {
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

export const cup: Hero = (pen) => {
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

export const card: Hero = (pen) => {
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

export const ribbon: Hero = (pen) => {
  pen.stroke("M-46 -4C-30 -40 -8 4 4 -24C14 -48 30 -6 46 -34", "#c8312b", 9, {
    line: 1,
    accent: true,
  });
};

export const sack: Hero = (pen) => {
  pen.shape(
    "M-30 0C-42 -20 -30 -44 -14 -50C-18 -58 -20 -62 -16 -66Q0 -60 16 -66C20 -62 18 -58 14 -50C30 -44 42 -20 30 0Q0 6 -30 0Z",
    "#cbb083",
    { round: 6 },
  );
  pen.stroke("M-15 -50Q0 -45 15 -50", "#8a6a3f", 4, { line: 0.9 });
  pen.mark("M-20 -30Q-14 -18 -22 -8M16 -34Q22 -20 16 -8M-4 -40L-6 -24", "#cbb083", 0.8);
};

export const gate: Hero = (pen) => {
  pen.shape("M-36 2V-52Q0 -92 36 -52V2Z", "#9a9088", { round: 5 });
  pen.shape("M-27 2V-50Q0 -80 27 -50V2Z", "#7a4a30", { round: 4 });
  pen.mark("M0 2V-64M-14 2V-60M14 2V-60", "#7a4a30", 0.9);
  for (const y of [-46, -14]) pen.stroke(`M-26 ${y}H-6M26 ${y}H6`, "#3a3a42", 3.4, { line: 0.7 });
  pen.stroke("M5 -28a4 4 0 1 0 .1 0", "#d9b24a", 2.2, { line: 0.7 });
};
