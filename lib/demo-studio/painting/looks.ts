import { hex, luminance, mix, multiply, type Rgb, rgb, saturate } from "./color";

export type LookName = "classic" | "manga" | "watercolor" | "noir" | "animated" | "realistic";

/**
 * How an art style turns shapes into marks. `tonal` looks are drawn in grey with three meanings in
 * the channels (red tone, green the part that is not ink, blue tone without accent) so that the
 * finish can screen or threshold tones and keep the ink crisp; see `finish.ts`.
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
  /** Irregularity of ruled lines, as roughjs understands it. */
  roughness: number;
  /** How much air lies between near and far. */
  haze: number;
  grade(color: Rgb): Rgb;
}

const bases: Record<LookName, Omit<Look, "name" | "grade">> = {
  classic: { tonal: false, line: 3.1, ink: "black", model: "cel", roughness: 0.7, haze: 0.8 },
  manga: { tonal: true, line: 2.5, ink: "black", model: "cel", roughness: 0.4, haze: 1.15 },
  watercolor: { tonal: false, line: 1.8, ink: "tinted", model: "wash", roughness: 1.5, haze: 1.2 },
  noir: { tonal: true, line: 2.6, ink: "black", model: "cel", roughness: 0.5, haze: 0.75 },
  animated: { tonal: false, line: 1.4, ink: "tinted", model: "soft", roughness: 0, haze: 1 },
  realistic: { tonal: false, line: 0, ink: "tinted", model: "soft", roughness: 0.3, haze: 1.25 },
};

const curve = (color: Rgb, contrast: number, lift: number): Rgb =>
  color.map((value) => (value - 0.5) * contrast + 0.5 + lift) as unknown as Rgb;

const grades: Record<LookName, (color: Rgb) => Rgb> = {
  classic: (color) => curve(saturate(color, 1.3), 1.1, 0.03),
  manga: (color) => {
    // Print has white, one or two screens, and black: lights go to paper, darks to ink.
    const tone = Math.max(0, Math.min(1, (luminance(color) - 0.09) / 0.5)) ** 0.78;
    return [tone, tone, tone];
  },
  watercolor: (color) => mix(curve(saturate(color, 1.32), 0.98, 0.07), [1, 0.985, 0.95], 0.07),
  noir: (color) => color,
  animated: (color) => curve(saturate(color, 1.28), 1.02, 0.045),
  realistic: (color) => curve(saturate(color, 0.9), 1.04, -0.005),
};

/** Treatments that words of a custom style ask for, on top of the nearest look. */
const treatments: [RegExp, (color: Rgb) => Rgb][] = [
  [
    /\b(sepia|vintage|old photograph|daguerreotype)\b/i,
    (color) => {
      const grey = luminance(color);
      return mix(color, [grey * 1.05 + 0.05, grey * 0.9 + 0.03, grey * 0.68], 0.8);
    },
  ],
  [
    /\b(retro|1950s|golden age|pop art)\b/i,
    (color) => multiply(saturate(color, 1.2), [1, 0.97, 0.85]),
  ],
  [/\b(pastel|soft colou?rs?|storybook)\b/i, (color) => mix(color, [1, 0.97, 0.95], 0.25)],
  [
    /\b(neon|cyberpunk|synthwave|vaporwave)\b/i,
    (color) => {
      const grey = luminance(color);
      return mix(saturate(color, 1.5), mix([0.16, 0.05, 0.4], [1, 0.45, 0.9], grey), 0.38);
    },
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

const clues: [LookName, RegExp][] = [
  [
    "watercolor",
    /water-?\s?colou?r|aquarelle|gouache|soft washes|ink wash|pastel|pencil|crayon|storybook/gi,
  ],
  ["manga", /\bmanga\b|screen-?tone|\bshonen\b|\bshojo\b|\bseinen\b|japanese comic/gi],
  ["noir", /\bnoir\b|chiaroscuro|sin city|hard-?boiled|woodcut|linocut|high[- ]contrast black/gi],
  [
    "animated",
    /\bdisney\b|\bpixar\b|\banimat(ed|ion)\b|\bcartoon\b|\bghibli\b|\banime\b|dreamworks|\b3d render/gi,
  ],
  [
    "realistic",
    /photo-?\s?realis\w*|photograph\w*|\brealis(tic|m)\b|hyper-?real\w*|cinematic|oil paint\w*|impressionis\w*|\bdslr\b|lifelike/gi,
  ],
  [
    "classic",
    /classic|comic[- ]book|american comic|golden age|silver age|superhero|\bmarvel\b|\bdc comics\b|pop art|halftone|ben-?day|retro/gi,
  ],
];

/** The look whose words an art style's prompt uses most; classic comic when it uses none. */
export function chooseLook(artStyle: string): Look {
  let best: LookName = "classic";
  let most = 0;
  for (const [name, words] of clues) {
    const count = artStyle.match(words)?.length ?? 0;
    if (count > most) {
      best = name;
      most = count;
    }
  }
  const base = bases[best];
  // A preset's own words (dark shadows, golden age …) describe what its look does already.
  const preset = most > 1 || artStyle.trim().split(/\s+/).length > 14;
  const extra = preset ? [] : treatments.filter(([words]) => words.test(artStyle));
  const grade = grades[best];
  return {
    name: best,
    ...base,
    grade: (color) => extra.reduce((graded, [, treat]) => treat(graded), grade(color)),
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
