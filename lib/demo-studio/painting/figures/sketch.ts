import { blend, darken, lighten } from "../color";
import type { Pen, ShapeOptions } from "../pen";

/** One mark of a drawing in a JSON file of this folder; only a fill makes it a shape. */
export interface Mark extends ShapeOptions {
  d: string;
  /** `#rrggbb` or a colour of the palette, darker or lighter by percent: "main", "main-30". */
  fill: string;
  /** An ink line of this strength, or a line of its own colour with this width. */
  mark?: number;
  stroke?: number;
  glow?: [x: number, y: number, radius: number];
  /** The half of a garment: the one nearer to the light is lighter. */
  side?: number;
  /** Clipped by its outline. */
  inside?: Mark[];
}

/** The palette of a drawing; marks in a missing colour are left out. */
export type Palette = Partial<Record<string, string>>;

function colorOf(fill: string, palette: Palette): string | undefined {
  if (fill.startsWith("#")) return fill;
  const [, name = "", sign, share] = /^(\w+)(?:([+-])(\d+))?$/.exec(fill) ?? [];
  const { main } = palette;
  const trims: Palette = main
    ? { pale: blend(main, "#fff6e6", 0.62), gold: blend(main, "#e2a33a", 0.45) }
    : {};
  const base = palette[name] ?? trims[name];
  if (!base || !share) return base;
  return (sign === "+" ? lighten : darken)(base, Number(share) / 100);
}

/** Draws marks of a JSON file; `bend` fits their paths to a body. */
export function sketch(pen: Pen, marks: Mark[], palette: Palette, bend = (d: string) => d) {
  for (const { d, fill, mark, stroke, glow, side, inside, ...options } of marks) {
    const color = colorOf(fill, palette);
    if (!color) continue;
    const path = glow ? "" : bend(d);
    const turn = side ? (side * pen.light.side > 0 ? 0.6 : 0.25) : options.turn;
    if (glow) pen.glow(...glow, color, options.opacity);
    else if (mark) pen.mark(path, color, mark);
    else if (stroke) pen.stroke(path, color, stroke, options);
    else pen.shape(path, color, { ...options, turn });
    if (inside) pen.clip(path, () => sketch(pen, inside, palette, bend));
  }
}
