import { blend, darken, lighten } from "../color";
import { ellipse, limb, polygon, roundRect } from "../geometry";
import type { Pen } from "../pen";
import type { Appearance } from "./appearance";
import type { Species } from "./species";

/** Head of a creature in centimetres: left, top, width, height; feet at the origin. */
export type HeadBox = readonly [number, number, number, number];

interface Beast {
  /** Height in centimetres, ears aside. */
  height: number;
  ears: "pointed" | "floppy" | "long" | "round" | "none" | "horns";
  muzzle: number;
  tail: "curl" | "bush" | "short" | "thin" | "spiked" | "none";
  belly: boolean;
}

const beasts: Partial<Record<Species, Beast>> = {
  cat: { height: 62, ears: "pointed", muzzle: 0.16, tail: "curl", belly: true },
  fox: { height: 74, ears: "pointed", muzzle: 0.34, tail: "bush", belly: true },
  dog: { height: 84, ears: "floppy", muzzle: 0.32, tail: "short", belly: true },
  rabbit: { height: 58, ears: "long", muzzle: 0.14, tail: "short", belly: true },
  mouse: { height: 46, ears: "round", muzzle: 0.22, tail: "thin", belly: true },
  bear: { height: 150, ears: "round", muzzle: 0.26, tail: "none", belly: true },
  dragon: { height: 175, ears: "horns", muzzle: 0.36, tail: "spiked", belly: true },
  frog: { height: 44, ears: "none", muzzle: 0.1, tail: "none", belly: true },
};

/** Where a creature's head is. */
export function creatureHead(a: Appearance): HeadBox {
  const beast = beasts[a.species];
  if (beast) {
    const r = beast.height * (a.species === "bear" || a.species === "dragon" ? 0.19 : 0.27);
    const high = { pointed: 1.55, long: 2.3, round: 1.2, horns: 1.8, floppy: 1, none: 1.1 }[
      beast.ears
    ];
    return [-r * 1.15, -beast.height + r - r * high, r * 2.3, r * (high + 0.95)];
  }
  if (a.species === "robot") return [-36, -166, 74, 62];
  if (a.species === "ghost") return [-46, -150, 96, 74];
  if (a.species === "horse") return [34, -196, 62, 72];
  return [-18, -56, 40, 34];
}

/** Eyes with a light in them; `mood` is an Open Peeps expression. */
export function eyes(
  pen: Pen,
  x: number,
  y: number,
  gap: number,
  size: number,
  mood: string,
  iris = "#3a2a20",
) {
  const shut = mood === "calm" || mood === "eyesClosed" || mood === "smileLOL";
  const wide = /awe|fear|hectic|rage/i.test(mood) ? 1.25 : 1;
  const cross = /angry|rage|driven|serious|suspicious/i.test(mood);
  const sad = /solemn|concerned|tired|fear/i.test(mood);
  for (const side of [-1, 1]) {
    const cx = x + side * gap;
    if (shut) {
      pen.mark(`M${cx - size} ${y}Q${cx} ${y - size * 1.3} ${cx + size} ${y}`, "#2a2024", 1);
      continue;
    }
    pen.shape(ellipse(cx, y, size * wide, size * 1.18 * wide), "#fffdf6", { raw: true, line: 0.7 });
    pen.shape(ellipse(cx + size * 0.24, y + size * 0.08, size * 0.62, size * 0.78), iris, {
      raw: true,
      line: 0,
    });
    pen.shape(ellipse(cx + size * 0.42, y - size * 0.24, size * 0.22), "#ffffff", {
      raw: true,
      line: 0,
    });
    if (cross || sad) {
      const tilt = cross ? size * 0.5 * -side : size * 0.45 * side;
      pen.mark(
        `M${cx - size * 1.1} ${y - size * 1.5 - tilt * -0.8}L${cx + size * 1.1} ${y - size * 1.5 + tilt * -0.8}`,
        "#2a2024",
        1.2,
      );
    }
  }
}

function mouth(pen: Pen, x: number, y: number, size: number, mood: string, color: string) {
  if (/explaining|Grin|smileBig|smileTeeth|LOL|rage/.test(mood)) {
    pen.shape(
      `M${x - size} ${y}Q${x} ${y + size * 0.3} ${x + size} ${y}Q${x + size * 0.5} ${y + size * 1.4} ${x} ${y + size * 1.4}Q${x - size * 0.6} ${y + size * 1.4} ${x - size} ${y}Z`,
      "#7a2530",
      { line: 0.8 },
    );
    return;
  }
  const down = /solemn|Angry|concerned|fear|tired/.test(mood);
  pen.mark(
    down
      ? `M${x - size} ${y + size * 0.6}Q${x} ${y - size * 0.4} ${x + size} ${y + size * 0.6}`
      : `M${x - size} ${y}Q${x - size * 0.4} ${y + size * 0.8} ${x} ${y}Q${x + size * 0.4} ${y + size * 0.8} ${x + size} ${y}`,
    color,
    0.9,
  );
}

function drawBeast(pen: Pen, a: Appearance, beast: Beast, mood: string) {
  const fur = a.coat;
  const pale = blend(fur, "#fff6e6", 0.62);
  const dark = darken(fur, 0.28);
  const h = beast.height;
  const upright = a.species === "bear" || a.species === "dragon";
  const r = h * (upright ? 0.19 : 0.27);
  const hy = -h + r;
  const w = h * (upright ? 0.24 : 0.25);
  if (a.species === "dragon") {
    for (const side of [-1, 1])
      pen.shape(
        `M${side * w * 0.4} ${-h * 0.6}C${side * w * 1.2} ${-h * 1.05} ${side * w * 2.2} ${-h * 1.1} ${side * w * 3.1} ${-h * 0.98}C${side * w * 2.5} ${-h * 0.86} ${side * w * 2.7} ${-h * 0.7} ${side * w * 2.75} ${-h * 0.6}C${side * w * 2.2} ${-h * 0.68} ${side * w * 1.9} ${-h * 0.55} ${side * w * 1.8} ${-h * 0.42}C${side * w * 1.4} ${-h * 0.5} ${side * w} ${-h * 0.42} ${side * w * 0.6} ${-h * 0.35}Z`,
        blend(fur, "#e2a33a", 0.45),
        { round: h * 0.02, turn: 0.2 },
      );
  }
  const tail = {
    curl: () =>
      pen.shape(
        limb(
          [
            [-w * 0.7, -h * 0.08],
            [-w * 1.5, -h * 0.12],
            [-w * 1.7, -h * 0.42],
            [-w * 1.25, -h * 0.52],
          ],
          [h * 0.09, h * 0.09, h * 0.08, h * 0.05],
        ),
        fur,
        { round: 2 },
      ),
    bush: () => {
      pen.shape(
        `M${-w * 0.5} ${-h * 0.06}C${-w * 1.9} ${h * 0.02} ${-w * 2.4} ${-h * 0.34} ${-w * 1.9} ${-h * 0.66}C${-w * 1.5} ${-h * 0.4} ${-w * 1.2} ${-h * 0.4} ${-w * 0.6} ${-h * 0.34}Z`,
        fur,
        { round: 3 },
      );
      pen.shape(
        `M${-w * 2.02} ${-h * 0.44}C${-w * 2.1} ${-h * 0.54} ${-w * 2} ${-h * 0.6} ${-w * 1.9} ${-h * 0.66}C${-w * 1.76} ${-h * 0.56} ${-w * 1.7} ${-h * 0.5} ${-w * 1.62} ${-h * 0.45}Z`,
        pale,
        { line: 0.8 },
      );
    },
    short: () =>
      pen.shape(
        limb(
          [
            [-w * 0.8, -h * 0.12],
            [-w * 1.2, -h * 0.24],
            [-w * 1.25, -h * 0.36],
          ],
          [h * 0.08, h * 0.07, h * 0.05],
        ),
        fur,
        { round: 2 },
      ),
    thin: () =>
      pen.shape(
        limb(
          [
            [-w * 0.8, -h * 0.05],
            [-w * 1.7, -h * 0.02],
            [-w * 2.1, -h * 0.3],
            [-w * 1.8, -h * 0.44],
          ],
          [2.4, 2.2, 1.8, 1.4],
        ),
        "#d69a95",
        {},
      ),
    spiked: () => {
      pen.shape(
        limb(
          [
            [-w * 0.6, -h * 0.12],
            [-w * 1.8, -h * 0.04],
            [-w * 2.8, -h * 0.16],
            [-w * 3, -h * 0.4],
          ],
          [h * 0.2, h * 0.13, h * 0.07, h * 0.02],
        ),
        fur,
        { round: 4 },
      );
      pen.shape(
        polygon([
          [-w * 3, -h * 0.44],
          [-w * 3.35, -h * 0.4],
          [-w * 3.02, -h * 0.6],
          [-w * 2.7, -h * 0.37],
        ]),
        blend(fur, "#e2a33a", 0.5),
      );
    },
    none: () => undefined,
  }[beast.tail];
  tail();
  // Haunches and body.
  pen.shape(
    `M${-w * 0.52} ${hy + r * 0.5}C${-w * 1.1} ${-h * 0.4} ${-w * 1.3} ${-h * 0.04} ${-w * 0.95} 0L${w * 0.95} 0C${w * 1.2} ${-h * 0.04} ${w} ${-h * 0.4} ${w * 0.55} ${hy + r * 0.5}Z`,
    fur,
    { round: h * 0.04 },
  );
  pen.shape(
    `M${-w * 0.1} ${hy + r * 0.9}C${-w * 0.5} ${-h * 0.36} ${-w * 0.4} ${-h * 0.1} ${w * 0.2} ${-h * 0.06}C${w * 0.75} ${-h * 0.1} ${w * 0.7} ${-h * 0.36} ${w * 0.42} ${hy + r * 0.9}Z`,
    pale,
    { line: 0, round: h * 0.02 },
  );
  pen.mark(
    `M${-w * 0.72} ${-h * 0.2}C${-w * 0.4} ${-h * 0.22} ${-w * 0.3} ${-h * 0.06} ${-w * 0.42} 0`,
    fur,
    0.8,
  );
  for (const x of upright ? [-w * 0.62, w * 0.62] : [-w * 0.14, w * 0.5]) {
    if (upright) {
      pen.shape(
        limb(
          [
            [x, -h * 0.52],
            [x * 1.75, -h * 0.36],
            [x * 1.5, -h * 0.22],
          ],
          [h * 0.11, h * 0.1, h * 0.09],
        ),
        fur,
        { round: 3 },
      );
      pen.shape(ellipse(x * 0.95, -h * 0.035, h * 0.1, h * 0.05), fur, { round: 2 });
    } else {
      pen.shape(
        limb(
          [
            [x, -h * 0.42],
            [x + 1, -h * 0.2],
            [x + 1, -h * 0.05],
          ],
          [h * 0.13, h * 0.11, h * 0.1],
        ),
        fur,
        { round: 2 },
      );
      pen.shape(ellipse(x + h * 0.025, -h * 0.035, h * 0.085, h * 0.045), pale, { round: 1 });
    }
  }
  // Ears behind the head.
  const ear = (side: number) => {
    const x = side * r * 0.62;
    switch (beast.ears) {
      case "pointed": {
        const [tip, low] = [hy - r * 1.55, hy - r * 0.35];
        pen.shape(
          `M${x - r * 0.42} ${low}Q${x - r * 0.2} ${hy - r * 1.2} ${x + side * r * 0.22} ${tip}Q${x + r * 0.5} ${hy - r} ${x + r * 0.42} ${low}Z`,
          fur,
          { round: 1.4 },
        );
        pen.shape(
          `M${x - r * 0.2} ${low - r * 0.2}Q${x - r * 0.06} ${hy - r * 1.1} ${x + side * r * 0.18} ${tip + r * 0.28}Q${x + r * 0.28} ${hy - r} ${x + r * 0.24} ${low - r * 0.2}Z`,
          "#e0a39a",
          { line: 0 },
        );
        break;
      }
      case "long":
        pen.shape(
          limb(
            [
              [x * 0.7, hy - r * 0.6],
              [x * 0.95, hy - r * 1.5],
              [x * 1.15, hy - r * 2.2],
            ],
            [r * 0.5, r * 0.52, r * 0.3],
          ),
          fur,
          { round: 1.4 },
        );
        pen.shape(
          limb(
            [
              [x * 0.75, hy - r * 0.8],
              [x * 0.95, hy - r * 1.5],
              [x * 1.12, hy - r * 2.05],
            ],
            [r * 0.2, r * 0.26, r * 0.12],
          ),
          "#e0a39a",
          { line: 0 },
        );
        break;
      case "round":
        pen.shape(ellipse(x * 1.2, hy - r * 0.78, r * (a.species === "mouse" ? 0.62 : 0.36)), fur, {
          round: 1.4,
        });
        pen.shape(
          ellipse(x * 1.2, hy - r * 0.76, r * (a.species === "mouse" ? 0.4 : 0.2)),
          "#d9a39a",
          { line: 0 },
        );
        break;
      case "horns":
        pen.shape(
          `M${x * 0.6} ${hy - r * 0.7}C${x * 0.9} ${hy - r * 1.3} ${x * 1.3} ${hy - r * 1.6} ${x * 1.9} ${hy - r * 1.8}C${x * 1.7} ${hy - r * 1.2} ${x * 1.5} ${hy - r * 0.8} ${x * 1.15} ${hy - r * 0.5}Z`,
          "#efe2bd",
          { round: 2 },
        );
        break;
      default:
    }
  };
  ear(-1);
  ear(1);
  pen.shape(
    `M${-r * 1.02} ${hy}C${-r * 1.05} ${hy - r * 0.75} ${-r * 0.5} ${hy - r} 0 ${hy - r}C${r * 0.55} ${hy - r} ${r * 1.06} ${hy - r * 0.7} ${r * 1.04} ${hy}C${r * 1.1} ${hy + r * 0.62} ${r * 0.6} ${hy + r * 0.9} ${r * 0.1} ${hy + r * 0.9}C${-r * 0.5} ${hy + r * 0.9} ${-r * 1.05} ${hy + r * 0.66} ${-r * 1.02} ${hy}Z`,
    fur,
    { round: r * 0.16 },
  );
  if (beast.ears === "floppy")
    for (const side of [-1, 1])
      pen.shape(
        limb(
          [
            [side * r * 0.78, hy - r * 0.66],
            [side * r * 1.2, hy - r * 0.1],
            [side * r * 1.12, hy + r * 0.5],
          ],
          [r * 0.42, r * 0.5, r * 0.3],
        ),
        dark,
        { round: 1.6 },
      );
  const mx = r * 0.2;
  const my = hy + r * 0.4;
  const long = r * (0.44 + beast.muzzle);
  pen.shape(ellipse(mx, my, long, r * 0.42), pale, {
    line: a.species === "frog" ? 0 : 0.5,
    round: r * 0.08,
  });
  const frog = a.species === "frog";
  eyes(
    pen,
    mx * 0.7,
    frog ? hy - r * 0.78 : hy - r * 0.1,
    r * (frog ? 0.56 : 0.42),
    r * (frog ? 0.3 : 0.17),
    mood,
    a.species === "cat" || a.species === "dragon" ? "#3c6b2f" : "#33231c",
  );
  if (a.species === "dragon")
    for (const side of [-1, 1])
      pen.shape(ellipse(mx + side * r * 0.2, my - r * 0.12, r * 0.06, r * 0.05), dark, { line: 0 });
  else if (!frog)
    pen.shape(
      `M${mx - r * 0.14} ${my - r * 0.22}Q${mx} ${my - r * 0.32} ${mx + r * 0.16} ${my - r * 0.22}Q${mx + r * 0.08} ${my - r * 0.02} ${mx + r * 0.01} ${my - r * 0.02}Q${mx - r * 0.08} ${my - r * 0.04} ${mx - r * 0.14} ${my - r * 0.22}Z`,
      "#3a2628",
      { line: 0.5 },
    );
  mouth(pen, mx, my + r * 0.06, r * (frog ? 0.6 : 0.22), mood, pale);
  if (a.species === "cat" || a.species === "mouse" || a.species === "rabbit")
    for (const side of [-1, 1])
      pen.mark(
        `M${mx + side * r * 0.5} ${my - r * 0.04}L${mx + side * r * 1.2} ${my - r * 0.16}M${mx + side * r * 0.5} ${my + r * 0.08}L${mx + side * r * 1.18} ${my + r * 0.14}`,
        fur,
        0.45,
      );
  if (a.scarf)
    pen.shape(
      `M${-w * 0.62} ${hy + r * 0.72}Q0 ${hy + r * 1.2} ${w * 0.7} ${hy + r * 0.72}L${w * 0.66} ${hy + r * 1.08}Q0 ${hy + r * 1.5} ${-w * 0.6} ${hy + r * 1.08}Z`,
      a.scarf,
      { accent: true },
    );
  else if (a.species === "dog" || a.species === "cat")
    pen.stroke(
      `M${-w * 0.5} ${hy + r * 0.86}Q0 ${hy + r * 1.14} ${w * 0.55} ${hy + r * 0.86}`,
      "#b5302c",
      h * 0.035,
      { line: 0.7, accent: true },
    );
}

function drawRobot(pen: Pen, a: Appearance, mood: string) {
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

function drawGhost(pen: Pen, a: Appearance, mood: string) {
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

function drawBird(pen: Pen, a: Appearance, mood: string) {
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

function drawHorse(pen: Pen, a: Appearance) {
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

export function drawCreature(pen: Pen, a: Appearance, mood: string) {
  const beast = beasts[a.species];
  if (beast) drawBeast(pen, a, beast, mood);
  else if (a.species === "robot") drawRobot(pen, a, mood);
  else if (a.species === "ghost") drawGhost(pen, a, mood);
  else if (a.species === "horse") drawHorse(pen, a);
  else drawBird(pen, a, mood);
}
