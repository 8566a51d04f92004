import { blobToDataUrl, fetchBlob } from "./fetch-blob";
import { type Face, facesFor } from "./font-faces";

interface FaceRule extends Face {
  rule: CSSFontFaceRule;
  /** First file of the rule; null for a local face. */
  url: string | null;
}

/** Font files by address, shared by the panels of a scene. */
export type LoadedFonts = Map<string, Promise<string>>;

/**
 * The `@font-face` rules that the lettering of these elements needs, with inlined files: an SVG
 * image cannot fetch anything.
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
        // A failed file is retried for the next panel.
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
      // Sheets of browser extensions are not readable and not needed.
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
