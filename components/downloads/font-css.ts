import { blobToDataUrl, fetchBlob } from "./fetch-blob";
import { type Face, facesFor } from "./font-faces";

interface FaceRule extends Face {
  rule: CSSFontFaceRule;
  /** The first file that the rule names; null for a face of the device. */
  url: string | null;
}

/** Files of a face, by address: the panels of a scene are lettered in the same few. */
export type LoadedFonts = Map<string, Promise<string>>;

/**
 * The `@font-face` rules that the lettering of these elements needs, with their files inside: a
 * picture of a page is drawn apart from the page and fetches nothing.
 */
export async function fontCssFor(
  elements: Iterable<Element>,
  fonts: LoadedFonts,
  signal: AbortSignal,
): Promise<string> {
  const letterings = Array.from(elements, (element) => {
    const { fontFamily, fontWeight } = getComputedStyle(element);
    return {
      text: element.textContent ?? "",
      families: fontFamily,
      weight: Number(fontWeight) || 400,
    };
  });
  const needed = facesFor(letterings, facesOfPage());
  const rules = await Promise.all(
    needed.map(async ({ rule, url }) => {
      if (!url) return rule.cssText;
      let file = fonts.get(url);
      if (!file) {
        file = fetchBlob(url, signal).then(blobToDataUrl);
        fonts.set(url, file);
        // What failed once may be there for the next panel.
        file.catch(() => fonts.delete(url));
      }
      const rest = Array.from(rule.style)
        .filter((name) => name !== "src")
        .map((name) => `${name}:${rule.style.getPropertyValue(name)}`);
      return `@font-face{${rest.join(";")};src:url(${await file})}`;
    }),
  );
  return rules.join("\n");
}

function facesOfPage(): FaceRule[] {
  return Array.from(document.styleSheets).flatMap((sheet) => {
    try {
      return facesIn(sheet.cssRules, sheet.href ?? document.baseURI);
    } catch {
      // A sheet of a browser extension: none of ours, and not for us to read.
      return [];
    }
  });
}

function facesIn(rules: CSSRuleList, base: string): FaceRule[] {
  return Array.from(rules).flatMap((rule): FaceRule[] => {
    if (rule instanceof CSSFontFaceRule) {
      const value = (name: string) => rule.style.getPropertyValue(name);
      if (/italic|oblique/.test(value("font-style"))) return [];
      const file = /url\(\s*["']?([^"')]+)["']?\s*\)/.exec(value("src"))?.[1];
      return [
        {
          rule,
          family: value("font-family"),
          weight: value("font-weight"),
          unicodeRange: value("unicode-range"),
          url: file ? new URL(file, base).href : null,
        },
      ];
    }
    return rule instanceof CSSGroupingRule ? facesIn(rule.cssRules, base) : [];
  });
}
