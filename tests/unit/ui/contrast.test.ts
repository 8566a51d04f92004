import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const css = readFileSync(path.join(import.meta.dirname, "../../../app/theme.css"), "utf8");
const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];
type Rgb = readonly [number, number, number];

/** The tokens as theme.css states them: `--color-x: light-dark(#light, #dark)`. */
const tokens = new Map(
  [...css.matchAll(/--color-([a-z-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/gi)].map(
    ([, name, light, dark]) => [name, { light, dark }] as const,
  ),
);

function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function token(name: string, theme: Theme): Rgb {
  const hex = tokens.get(name)?.[theme];
  if (!hex) throw new Error(`theme.css has no colour ${name}`);
  return rgb(hex);
}

/** WCAG 2.2 relative luminance. */
function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: Rgb, other: Rgb): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (bright + 0.05) / (dim + 0.05);
}

/** `share` of one colour laid over another, as a hover wash does. */
const over = (top: Rgb, share: number, under: Rgb): Rgb =>
  under.map((part, index) => part + ((top[index] ?? 0) - part) * share) as unknown as Rgb;

/** Text on what lies under it, as the style sheets pair them. */
const text: [string, string][] = [
  ...["ink", "ink-soft", "red", "blue", "green", "amber"].flatMap((ink): [string, string][] => [
    [ink, "paper"],
    [ink, "sheet"],
  ]),
  ["on-yellow", "yellow"],
  ["on-colour", "red"],
  ["on-colour", "blue"],
  ["on-colour", "green"],
  ["paper", "ink"],
];

/** Borders, focus rings, handles and icons against what they stand on. */
const controls: [string, string][] = [
  ["ink", "paper"],
  ["ink", "sheet"],
  ["ink-soft", "sheet"],
  ["blue", "paper"],
  ["blue", "sheet"],
  ["red", "sheet"],
  ["green", "sheet"],
  ["amber", "sheet"],
  ["on-yellow", "yellow"],
];

describe("contrast of the tokens", () => {
  it("reads both themes of every colour", () => {
    expect(tokens.size).toBeGreaterThanOrEqual(11);
  });

  it.each(themes)("text has 4.5 : 1 (%s)", (theme) => {
    for (const [ink, ground] of text) {
      const ratio = contrast(token(ink, theme), token(ground, theme));
      expect(ratio, `${ink} on ${ground}: ${ratio.toFixed(2)}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(themes)("text keeps 4.5 : 1 on a hovered row (%s)", (theme) => {
    for (const ink of ["ink", "ink-soft"]) {
      for (const ground of ["paper", "sheet"]) {
        const washed = over(token("ink", theme), 0.07, token(ground, theme));
        expect(contrast(token(ink, theme), washed), `${ink} on ${ground}`).toBeGreaterThanOrEqual(
          4.5,
        );
      }
    }
  });

  it.each(themes)("controls have 3 : 1 (%s)", (theme) => {
    for (const [line, ground] of controls) {
      const ratio = contrast(token(line, theme), token(ground, theme));
      expect(ratio, `${line} on ${ground}: ${ratio.toFixed(2)}`).toBeGreaterThanOrEqual(3);
    }
  });

  it("keeps the palette of the design", () => {
    const palette = {
      paper: ["#faf5ea", "#15131b"],
      sheet: ["#fffdf7", "#201d28"],
      ink: ["#17130e", "#f4eee3"],
      "ink-soft": ["#5c5347", "#b3aa9c"],
      red: ["#d4291f", "#ff6a5b"],
      blue: ["#14639b", "#7cc4f5"],
      yellow: ["#ffcf33", "#ffd95c"],
      green: ["#1f7a3d", "#5bd08a"],
      amber: ["#9a6400", "#f0b429"],
    };
    for (const [name, [light, dark]] of Object.entries(palette)) {
      expect(tokens.get(name), name).toEqual({ light, dark });
    }
  });
});
