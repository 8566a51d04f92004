import { hex, luminance, mix, multiply, type Rgb, rgb, saturate } from "./color";
import words from "./words.json" with { type: "json" };

export type LookName = "classic" | "manga" | "watercolor" | "noir" | "animated" | "realistic";

/**
 * How an art style turns shapes into marks. `tonal` looks are drawn in grey with three meanings in
 * the channels (red tone, green the part that is not ink, blue tone without accent) so that the
 * finish can screen or threshold tones and keep the ink crisp; see `finish/print.ts`.
 */
export interface Look {
  name: LookName;
  tonal: boolean;
  /** Outline width in picture units (the picture has an area of 1000 × 1000), 0 for none. */
  line: number;
  /** Outline: black ink, or a darker tone of what it surrounds. */
  ink: "black" | "tinted";
  /** How volumes are modelled: two hard tones, layered washes, or gradients. */
  model: "cel" | "wash" | "soft";
  /** How much air lies between near and far. */
  haze: number;
  grade(color: Rgb): Rgb;
}

const curve = (color: Rgb, contrast: number, lift: number): Rgb =>
  color.map((value) => (value - 0.5) * contrast + 0.5 + lift) as unknown as Rgb;

const looks: Record<LookName, Omit<Look, "name">> = {
  classic: {
    ...{ tonal: false, line: 3.1, ink: "black", model: "cel", haze: 0.8 },
    grade: (color) => curve(saturate(color, 1.3), 1.1, 0.03),
  },
  manga: {
    ...{ tonal: true, line: 2.5, ink: "black", model: "cel", haze: 1.15 },
    grade: (color) => {
      // Print has white, one or two screens, and black: lights go to paper, darks to ink.
      const tone = Math.max(0, Math.min(1, (luminance(color) - 0.09) / 0.5)) ** 0.78;
      return [tone, tone, tone];
    },
  },
  watercolor: {
    ...{ tonal: false, line: 1.8, ink: "tinted", model: "wash", haze: 1.2 },
    grade: (color) => mix(curve(saturate(color, 1.32), 0.98, 0.07), [1, 0.985, 0.95], 0.07),
  },
  noir: {
    ...{ tonal: true, line: 2.6, ink: "black", model: "cel", haze: 0.75 },
    grade: (color) => color,
  },
  animated: {
    ...{ tonal: false, line: 1.4, ink: "tinted", model: "soft", haze: 1 },
    grade: (color) => curve(saturate(color, 1.28), 1.02, 0.045),
  },
  realistic: {
    ...{ tonal: false, line: 0, ink: "tinted", model: "soft", haze: 1.25 },
    grade: (color) => curve(saturate(color, 0.9), 1.04, -0.005),
  },
};

/** Treatments that words of a custom style ask for, on top of the nearest look. */
const treatments: [RegExp, (color: Rgb, grey: number) => Rgb][] = [
  [
    /\b(sepia|vintage|old photograph|daguerreotype)\b/i,
    (color, grey) => mix(color, [grey * 1.05 + 0.05, grey * 0.9 + 0.03, grey * 0.68], 0.8),
  ],
  [
    /\b(retro|1950s|golden age|pop art)\b/i,
    (color) => multiply(saturate(color, 1.2), [1, 0.97, 0.85]),
  ],
  [/\b(pastel|soft colou?rs?|storybook)\b/i, (color) => mix(color, [1, 0.97, 0.95], 0.25)],
  [
    /\b(neon|cyberpunk|synthwave|vaporwave)\b/i,
    (color, grey) => mix(saturate(color, 1.5), mix([0.16, 0.05, 0.4], [1, 0.45, 0.9], grey), 0.38),
  ],
  [
    /\b(monochrome|greyscale|grayscale|pencil|charcoal|graphite|etching|woodcut)\b/i,
    (color) => saturate(color, 0.06),
  ],
  [
    /\b(gritty|grim|dark|gothic|horror)\b/i,
    (color) => multiply(saturate(color, 0.8), [0.82, 0.83, 0.88]),
  ],
];

/** The look whose words an art style's prompt uses most; classic comic when it uses none. */
export function chooseLook(artStyle: string): Look {
  let [name, most]: [LookName, number] = ["classic", 0];
  for (const [style, text] of Object.entries(words.styles) as [LookName, string][]) {
    const count = artStyle.match(new RegExp(text, "gi"))?.length ?? 0;
    if (count > most) [name, most] = [style, count];
  }
  // A preset's own words (dark shadows, golden age …) describe what its look does already.
  const preset = most > 1 || artStyle.trim().split(/\s+/).length > 14;
  const extra = preset ? [] : treatments.filter(([pattern]) => pattern.test(artStyle));
  const look = looks[name];
  return {
    ...look,
    name,
    grade: (color) =>
      extra.reduce((graded, [, treat]) => treat(graded, luminance(graded)), look.grade(color)),
  };
}

/** The colour as it must be written into the SVG for this look. */
export function encode(look: Look, color: Rgb, accent = false): string {
  const graded = look.grade(color);
  if (!look.tonal) return hex(graded);
  const tone = luminance(graded);
  return hex([tone, 1, accent ? 0 : tone]);
}

export const inkBlack: Rgb = rgb("#15110e");
