import { blend, darken, lighten } from "../color";
import { ellipse, limb, polygon, roundRect } from "../geometry";
import type { Pen } from "../pen";
import type { Appearance } from "./appearance";
import { eyes, mouth } from "./creature-face";

export function drawRobot(pen: Pen, a: Appearance, mood: string) {
  const c = a.coat;
  const dark = darken(c, 0.4);
  for (const x of [-13, 13]) {
    pen.shape(
      limb(
        [
          [x, -52],
          [x * 1.1, -30],
          [x * 1.1, -8],
        ],
        [10, 9, 10],
      ),
      dark,
      { round: 2 },
    );
    pen.shape(`M${x * 1.1 - 9} 0C${x * 1.1 - 10} -9 ${x * 1.1 + 10} -10 ${x * 1.1 + 13} 0Z`, c, {
      round: 2,
    });
  }
  for (const side of [-1, 1]) {
    pen.shape(
      limb(
        [
          [side * 27, -88],
          [side * 37, -68],
          [side * 33, -48],
        ],
        [8, 7, 8],
      ),
      dark,
      { round: 2 },
    );
    pen.shape(ellipse(side * 28, -89, 9), lighten(c, 0.15), { round: 2 });
    pen.shape(
      `M${side * 33 - 6} -50A7 7 0 1 0 ${side * 33 + 6} -50L${side * 33 + 2} -43L${side * 33 - 2} -43Z`,
      c,
      { round: 1.4 },
    );
  }
  pen.shape(roundRect(-25, -102, 50, 54, 13), c, { round: 5 });
  pen.shape(roundRect(-14, -92, 28, 20, 4), lighten(c, 0.35), { round: 1.5 });
  for (const [x, tone] of [
    [-7, "#d9443a"],
    [1, "#f0b434"],
    [9, "#4fae5a"],
  ] as const)
    pen.shape(ellipse(x, -82, 2.8), tone, { line: 0.6, raw: true, accent: true });
  pen.mark("M-15 -62L15 -62M-15 -57L15 -57", c, 0.8);
  if (a.scarf)
    pen.shape(
      "M-18 -106Q0 -96 20 -106L18 -97Q0 -88 -18 -97ZM8 -98L20 -97L22 -72L11 -72Z",
      a.scarf,
      { accent: true },
    );
  pen.shape(roundRect(-6, -110, 12, 10, 2), dark);
  pen.shape(roundRect(-29, -148, 60, 42, 15), c, { round: 5 });
  pen.shape(roundRect(-19, -140, 44, 26, 10), "#1d2530", { round: 2 });
  const glow = "#7fe3ff";
  for (const x of [-7, 13]) {
    pen.glow(x, -128, 12, glow, 0.7);
    if (/calm|LOL|Closed/.test(mood))
      pen.stroke(`M${x - 4} -126Q${x} -132 ${x + 4} -126`, glow, 2.6, { raw: true });
    else
      pen.shape(ellipse(x, -128, 4.2, /awe|fear/i.test(mood) ? 6.4 : 4.8), glow, {
        raw: true,
        line: 0,
      });
  }
  pen.stroke("M-1 -119Q3 -116.5 7 -119", glow, 1.8, { raw: true });
  pen.stroke("M1 -148L1 -158", dark, 2.4, { line: 0.7 });
  pen.shape(ellipse(1, -161, 4), "#e2483d", { round: 1, accent: true });
  for (const x of [-31, 33]) pen.shape(ellipse(x, -127, 4.4, 8), dark, { round: 1 });
}

export function drawGhost(pen: Pen, a: Appearance, mood: string) {
  pen.glow(0, -90, 95, "#d8f0ff", 0.4);
  pen.fadeTo(0.86, () =>
    pen.shape(
      "M-40 -20C-52 -80 -46 -146 2 -148C50 -146 54 -86 44 -24C38 -10 30 -12 24 -22C18 -8 6 -6 0 -20C-8 -6 -20 -6 -24 -20C-30 -10 -38 -10 -40 -20Z",
      a.coat,
      { round: 8 },
    ),
  );
  eyes(pen, 6, -112, 13, 6.5, mood, "#20242e");
  mouth(pen, 6, -94, 6, mood === "calm" ? "explaining" : mood, a.coat);
}

export function drawBird(pen: Pen, a: Appearance, mood: string) {
  const owl = a.species === "owl";
  const c = a.coat;
  const pale = blend(c, "#fff4dc", 0.6);
  pen.shape("M-13 -12L-26 2L-10 0L-6 -6Z", darken(c, 0.25), { round: 1 });
  for (const x of [-4, 6])
    pen.stroke(`M${x} -8L${x} 0M${x - 3} 0L${x + 4} 0`, "#d9922e", 1.6, { line: 0.5 });
  pen.shape(
    "M-18 -20C-20 -40 -10 -48 2 -48C16 -48 22 -36 18 -20C16 -8 6 -5 0 -5C-8 -5 -16 -8 -18 -20Z",
    c,
    { round: 3 },
  );
  pen.shape("M-4 -24C-2 -30 12 -32 14 -22C14 -12 6 -8 2 -8C-3 -8 -6 -16 -4 -24Z", pale, {
    line: 0,
  });
  pen.shape("M-15 -28C-4 -28 0 -18 -8 -8C-16 -10 -19 -20 -15 -28Z", darken(c, 0.2), { round: 1.4 });
  if (owl)
    for (const side of [-1, 1])
      pen.shape(
        polygon([
          [3 + side * 14, -44],
          [3 + side * 15, -56],
          [3 + side * 5, -48],
        ]),
        c,
      );
  if (owl)
    for (const side of [-1, 1]) pen.shape(ellipse(4 + side * 6.6, -36, 7.4), pale, { line: 0.6 });
  eyes(pen, 4, -36, owl ? 6.6 : 5, owl ? 3.8 : 2.8, mood, owl ? "#b5731f" : "#20242e");
  pen.shape(
    polygon([
      [4, -33],
      [owl ? 8 : 17, -29],
      [4, -27],
    ]),
    "#e2a02e",
    { line: 0.8 },
  );
}

export function drawHorse(pen: Pen, a: Appearance) {
  const c = a.coat;
  const mane = darken(c, 0.5);
  for (const [x, far] of [
    [-44, 1],
    [38, 1],
    [-54, 0],
    [28, 0],
  ] as const)
    pen.shape(
      limb(
        [
          [x, -78],
          [x + 2, -42],
          [x, -2],
        ],
        [19, 10, 9],
      ),
      far ? darken(c, 0.25) : c,
      { round: 2 },
    );
  pen.shape(
    limb(
      [
        [-62, -100],
        [-78, -82],
        [-76, -40],
      ],
      [6, 13, 5],
    ),
    mane,
    { round: 2 },
  );
  pen.shape(
    "M-64 -100C-66 -124 -20 -120 8 -118C28 -130 34 -150 44 -172C58 -178 66 -166 62 -150C58 -120 54 -90 40 -74C10 -62 -30 -64 -54 -72C-62 -80 -64 -90 -64 -100Z",
    c,
    { round: 7 },
  );
  pen.shape(
    "M38 -182C50 -190 66 -182 74 -168C84 -152 92 -144 92 -136C88 -126 76 -128 68 -138C58 -144 46 -150 40 -160Z",
    c,
    { round: 4 },
  );
  pen.shape(
    polygon([
      [42, -180],
      [44, -196],
      [52, -182],
    ]),
    c,
  );
  pen.shape("M40 -184C26 -170 18 -140 8 -118C22 -122 34 -144 48 -170Z", mane, { round: 2 });
  eyes(pen, 60, -166, 0, 3, "smile");
}
