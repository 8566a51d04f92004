/**
 * Figtree for text, Bangers for the logo, titles and the hero. No font is preloaded: styles are
 * inline, so the browser requests fonts with the first layout, and on a slow line preloaded fonts
 * would delay the first picture by two thirds. Latin Extended and Vietnamese load only for pages
 * with such letters; they are separate families that come first in theme.css, since a local
 * fallback would otherwise cover those letters. Until they are there, base.css has a local font of
 * their width. The fonts of the bubbles belong to
 * components/comic.
 */
import localFont from "next/font/local";

const figtree = localFont({
  src: "../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  weight: "300 900",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  variable: "--font-figtree",
});

const figtreeExt = localFont({
  src: "../node_modules/@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2",
  weight: "300 900",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value: "U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0",
    },
  ],
  variable: "--font-figtree-ext",
});

const bangers = localFont({
  src: "../node_modules/@fontsource/bangers/files/bangers-latin-400-normal.woff2",
  weight: "400",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  variable: "--font-bangers",
});

const bangersExt = localFont({
  src: "../node_modules/@fontsource/bangers/files/bangers-latin-ext-400-normal.woff2",
  weight: "400",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "unicode-range", value: "U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1E9F,U+1EF2-1EFF" },
  ],
  variable: "--font-bangers-ext",
});

const bangersVietnamese = localFont({
  src: "../node_modules/@fontsource/bangers/files/bangers-vietnamese-400-normal.woff2",
  weight: "400",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+01A0-01A1,U+01AF-01B0,U+1EA0-1EF9" }],
  variable: "--font-bangers-vietnamese",
});

/** Class of <html> that defines the font variables. */
export const fontVariables = [figtree, figtreeExt, bangers, bangersExt, bangersVietnamese]
  .map((font) => font.variable)
  .join(" ");
