import { maxOf } from "@/lib/platform/min-max";
import { bubbleLettering } from "../lettering/font-fallback";
import { balanceLines, breakLines } from "../lettering/line-breaking";
import { type MeasureText, measureText } from "../lettering/measure-text";
import { cloudRim, type Size } from "./path";
import type { BubbleStyle, TextBubble } from "./schema";

/**
 * Least `fontSize` of a bubble that no author has touched: smaller letters are below 12 px on a
 * phone.
 */
const leastFontSize = 16;
export const lineSpacing = 1.18;

/** The size of a bubble's letters in units of its style, where its text fits. */
export const letterSize = ({ byHand, style }: TextBubble): number =>
  byHand ? style.fontSize : Math.max(leastFontSize, style.fontSize);

/** A bubble's size and text in px, before it has a place. */
export interface Layout extends Size {
  lines: string[];
  fontSize: number;
  shape: BubbleStyle["bubbleShape"];
}

const isRoundShape = (shape: Layout["shape"]) => shape === "oval" || shape === "cloud";

/** The bubble around its text; an ellipse must contain the corners of the text block. */
function layOut(
  bubble: TextBubble,
  scale: number,
  maxWidth: number,
  measure: MeasureText,
  breakText: typeof breakLines,
  shape: BubbleStyle["bubbleShape"],
): Layout {
  const { style } = bubble;
  const font = bubbleLettering(bubble);
  const fontSize = letterSize(bubble) * scale;
  const padding = style.padding * scale;
  const isRound = isRoundShape(shape);
  const share = isRound ? 0.78 : 1;
  const textWidth = Math.max(fontSize, maxWidth * share - 2 * padding);
  const lines = breakText(bubble.text, textWidth, font, fontSize, measure);
  const widest = maxOf(
    lines.map((line) => measure(line, font, fontSize)),
    0,
  );
  const height = lines.length * fontSize * lineSpacing;
  if (!isRound) {
    return {
      lines,
      fontSize,
      shape,
      width: Math.max(widest + 2 * padding, fontSize * 1.6),
      height: height + 2 * padding,
    };
  }
  const { a, b } = ellipseAround(
    lines.map((line) => measure(line, font, fontSize)),
    fontSize,
    padding,
  );
  const rim = shape === "cloud" ? cloudRim(a, b) : 0;
  return { lines, fontSize, shape, width: 2 * (a + rim), height: 2 * (b + rim) };
}

/** Half axes of an ellipse that contains lines of these widths with a little padding. */
function ellipseAround(widths: number[], fontSize: number, padding: number) {
  const lineHeight = fontSize * lineSpacing;
  const height = widths.length * lineHeight;
  const air = padding * 0.55;
  let a = maxOf(widths, fontSize) / 2 + air;
  let b = height / 2 + air;
  for (let round = 0; round < 24; round += 1) {
    const holds = widths.every((width, index) => {
      const top = Math.abs(index * lineHeight - height / 2);
      const bottom = Math.abs((index + 1) * lineHeight - height / 2);
      return (width / 2 / a) ** 2 + ((Math.max(top, bottom) - fontSize * 0.18) / b) ** 2 <= 1;
    });
    if (holds) break;
    a *= 1.03;
    b *= 1.04;
  }
  return { a: a + air * 0.4, b: b + air * 0.4 };
}

/**
 * A layout that fits between the margins: first wider, then not as an oval or cloud, whose corners
 * are lost, then with smaller letters, if possible not below the least size.
 */
function layOutWithin(bubble: TextBubble, scale: number, room: Size, measure: MeasureText): Layout {
  const fits = (layout: Layout) => layout.width <= room.width && layout.height <= room.height;
  let shape = bubble.style.bubbleShape;
  const attempt = (size: number, width: number, breakText = breakLines) =>
    layOut(bubble, size, width, measure, breakText, shape);
  const least = (leastFontSize / letterSize(bubble)) * scale;
  let width = Math.min(bubble.style.maxWidth * scale, room.width);
  let size = scale;
  while (!fits(attempt(size, width)) && width < room.width) {
    width = Math.min(room.width, width * 1.3);
  }
  if (isRoundShape(shape) && !fits(attempt(size, width))) shape = "rounded";
  while (!fits(attempt(size, width)) && size > scale * 0.15) {
    const smaller = size * 0.88;
    size = size > least && smaller < least ? least : smaller;
  }
  const balanced = attempt(size, width, balanceLines);
  return fits(balanced) ? balanced : shrink(balanced, room);
}

const laidOut = new WeakMap<BubbleStyle, Map<string, Layout>>();

/** A dragged bubble keeps its layout at every position. */
export function knownLayout(
  bubble: TextBubble,
  scale: number,
  room: Size,
  measure: MeasureText,
): Layout {
  const layOut = () => layOutWithin(bubble, scale, room, measure);
  const key = `${letterSize(bubble)} ${scale} ${room.width} ${room.height} ${bubble.text}`;
  return measure === measureText ? memoized(laidOut, bubble.style, key, layOut) : layOut();
}

/** A value that depends on an immutable object and a few sizes; the latest ones are kept. */
export function memoized<K extends object, V>(
  cache: WeakMap<K, Map<string, V>>,
  of: K,
  key: string,
  make: () => V,
): V {
  const known = cache.get(of) ?? new Map<string, V>();
  cache.set(of, known);
  const value = known.get(key) ?? make();
  if (known.size >= 8) known.clear();
  known.set(key, value);
  return value;
}

/** The fallback on panels smaller than any letter. */
function shrink(layout: Layout, room: Size): Layout {
  const factor = Math.min(room.width / layout.width, room.height / layout.height);
  return {
    ...layout,
    fontSize: layout.fontSize * factor,
    width: layout.width * factor,
    height: layout.height * factor,
  };
}
