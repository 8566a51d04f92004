import { blend, darken } from "../color";
import { ellipse, limb, polygon } from "../geometry";
import type { Pen } from "../pen";
import type { Appearance } from "./appearance";
import { eyes, mouth } from "./creature-face";
import type { Species } from "./species";

interface Beast {
  /** Height in centimetres, ears aside. */
  height: number;
  ears: "pointed" | "floppy" | "long" | "round" | "none" | "horns";
  muzzle: number;
  tail: "curl" | "bush" | "short" | "thin" | "spiked" | "none";
  belly: boolean;
}

export const beasts: Partial<Record<Species, Beast>> = {
  cat: { height: 62, ears: "pointed", muzzle: 0.16, tail: "curl", belly: true },
  fox: { height: 74, ears: "pointed", muzzle: 0.34, tail: "bush", belly: true },
  dog: { height: 84, ears: "floppy", muzzle: 0.32, tail: "short", belly: true },
  rabbit: { height: 58, ears: "long", muzzle: 0.14, tail: "short", belly: true },
  mouse: { height: 46, ears: "round", muzzle: 0.22, tail: "thin", belly: true },
  bear: { height: 150, ears: "round", muzzle: 0.26, tail: "none", belly: true },
  dragon: { height: 175, ears: "horns", muzzle: 0.36, tail: "spiked", belly: true },
  frog: { height: 44, ears: "none", muzzle: 0.1, tail: "none", belly: true },
};

export function drawBeast(pen: Pen, a: Appearance, beast: Beast, mood: string) {
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
