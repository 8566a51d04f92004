import type { BubbleStyle } from "./schema";

/** WCAG 2.2 relative luminance of a colour like #ffcc00. */
function luminance(colour: string): number {
  const value = Number.parseInt(colour.slice(1), 16);
  const [red = 0, green = 0, blue = 0] = [value >> 16, (value >> 8) & 255, value & 255].map(
    (channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    },
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG contrast of the lettering against its bubble: 1 (none) to 21. */
export function letteringContrast({ textColor, backgroundColor }: BubbleStyle): number {
  const [dark = 0, light = 0] = [luminance(textColor), luminance(backgroundColor)].toSorted(
    (a, b) => a - b,
  );
  return (light + 0.05) / (dark + 0.05);
}

/** Minimum for comfortable reading; large letters need less. */
export const enoughContrast = ({ fontSize }: BubbleStyle): number => (fontSize >= 24 ? 3 : 4.5);
