import { ellipse, rect, roundRect } from "../geometry";
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

export const curtain = (pen: Pen, x: number, color: string, flip: 1 | -1) => {
  pen.shape(
    `M${x} -2.45C${x + 0.16 * flip} -2 ${x + 0.36 * flip} -1.5 ${x + 0.1 * flip} -.75L${x - 0.34 * flip} -.75L${x - 0.34 * flip} -2.45Z`,
    color,
    { round: 0.05 },
  );
  pen.mark(`M${x - 0.1 * flip} -2.4Q${x} -1.6 ${x - 0.08 * flip} -.8`, color, 0.5);
};

export const legs = (pen: Pen, half: number, top: number, color: string) => {
  for (const x of [-half, half]) pen.shape(rect(x - 0.05, top, 0.1, -top), color, { line: 0.8 });
};

export const shelfGoods = (
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
