import { hex, luminance, mix, type Rgb, rgb, saturate } from "./color";
import { anyOf } from "./figures/words";
import words from "./tables.json" with { type: "json" };

export type LookName = keyof typeof words.looks;

/** How a style renders shapes; `tonal` looks are grey, except ink: `finish/print.ts`. */
export interface Look {
  name: LookName;
  tonal: boolean;
  line: number; // outline in picture units (the picture has an area of 1000 × 1000), 0 for none
  ink: "black" | "tinted"; // or a darker tone of the fill
  model: "cel" | "wash" | "soft"; // volumes in two hard tones, layered washes, or gradients
  haze: number; // density of the haze between near and far
  grade(color: Rgb): Rgb;
}

/** An entry of the look table: its effect on a colour in numbers. */
type Entry = Omit<Look, "name" | "tonal" | "grade"> & { tonal?: boolean } & {
  [Name in "saturation" | "contrast" | "lift" | "paper"]?: number;
};

/** Print has white, one or two screens, and black: lights become paper, darks become ink. */
function screened(color: Rgb): Rgb {
  const tone = Math.max(0, Math.min(1, (luminance(color) - 0.09) / 0.5)) ** 0.78;
  return [tone, tone, tone];
}

function graded(color: Rgb, { saturation = 1, contrast = 1, lift = 0, paper = 0 }: Entry): Rgb {
  const [r, g, b] = saturate(color, saturation).map((one) => (one - 0.5) * contrast + 0.5 + lift);
  return mix([r ?? 0, g ?? 0, b ?? 0], [1, 0.985, 0.95], paper);
}

/** What words of a custom style add to the nearest look: a share of two tones. */
const tints = Object.entries(words.tints).map(([text, { dark, light, share }]) => ({
  pattern: anyOf(text),
  add: (color: Rgb) => mix(color, mix(rgb(dark), rgb(light), luminance(color)), share),
}));

/** The look with the most words in an art style's prompt; classic comic without any match. */
export function chooseLook(artStyle: string): Look {
  let [name, most]: [LookName, number] = ["classic", 0];
  for (const [style, text] of Object.entries(words.styles) as [LookName, string][]) {
    const count = artStyle.match(new RegExp(text, "gi"))?.length ?? 0;
    if (count > most) [name, most] = [style, count];
  }
  const look = words.looks[name] as Entry;
  const own = tints.filter(({ pattern }) => pattern.test(artStyle));
  const grade = (color: Rgb) => (name === "manga" ? screened(color) : graded(color, look));
  return {
    ...look,
    name,
    tonal: look.tonal ?? false,
    grade: (color) => own.reduce((seen, { add }) => add(seen), grade(color)),
  };
}

/** The colour to write into the SVG for this look. */
export function encode(look: Look, color: Rgb, accent = false): string {
  const seen = look.grade(color);
  if (!look.tonal) return hex(seen);
  const tone = luminance(seen);
  return hex([tone, 1, accent ? 0 : tone]);
}

export const inkBlack: Rgb = rgb("#15110e");
