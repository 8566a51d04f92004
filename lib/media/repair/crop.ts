/** The part of a picture that a painter gets for the repair of a spot. */
import { maxOf, minOf } from "@/lib/platform/min-max";
import type { MaskShapes } from "./mask";

interface Size {
  width: number;
  height: number;
}

/** In pixels. */
export interface PixelBox extends Size {
  left: number;
  top: number;
}

/** The smallest box of whole pixels around a mask. */
export function spotOf({ strokes, boxes }: MaskShapes, picture: Size): PixelBox {
  const { width, height } = picture;
  const parts = [
    ...boxes.map(({ x, y, width: across, height: down }) => [
      x * width,
      y * height,
      (x + across) * width,
      (y + down) * height,
    ]),
    ...strokes.flatMap(({ points, width: brush }) =>
      points.map(([x = 0, y = 0]) => {
        const reach = (brush / 2) * width;
        return [x * width - reach, y * height - reach, x * width + reach, y * height + reach];
      }),
    ),
  ];
  const least = (at: number) => minOf(parts.map((part) => part[at] ?? 0));
  const most = (at: number) => maxOf(parts.map((part) => part[at] ?? 0));
  const left = Math.max(0, Math.floor(least(0)));
  const top = Math.max(0, Math.floor(least(1)));
  return {
    left,
    top,
    width: Math.max(1, Math.min(width, Math.ceil(most(2))) - left),
    height: Math.max(1, Math.min(height, Math.ceil(most(3))) - top),
  };
}

/** Proportions that every model offers, so that none of them crops or stretches the crop. */
const commonRatios = [1, 3 / 2, 2 / 3];
/** Pixels around the spot that show the painter its surroundings. */
const leastPadding = 64;
const leastSide = 384;

/**
 * The part of the picture around a spot, in a proportion that models offer; the whole picture if
 * the spot fills most of it.
 */
export function cropAround(spot: PixelBox, picture: Size): PixelBox {
  const padding = Math.max(leastPadding, Math.max(spot.width, spot.height) / 2);
  const width = Math.min(picture.width, Math.max(leastSide, spot.width + 2 * padding));
  const height = Math.min(picture.height, Math.max(leastSide, spot.height + 2 * padding));
  const [smallest = picture] = commonRatios
    .map((ratio) => {
      const across = Math.max(width, height * ratio);
      return { width: Math.round(across), height: Math.round(across / ratio) };
    })
    .filter((one) => one.width <= picture.width && one.height <= picture.height)
    .sort((a, b) => a.width * a.height - b.width * b.height);
  const placed = (start: number, length: number, side: number, whole: number) =>
    Math.round(Math.min(Math.max(0, start + (length - side) / 2), whole - side));
  return {
    left: placed(spot.left, spot.width, smallest.width, picture.width),
    top: placed(spot.top, spot.height, smallest.height, picture.height),
    width: smallest.width,
    height: smallest.height,
  };
}

const requestedSide = 1024;

/** The size of a repainted part: about that of a panel. */
export function requestSize({ width, height }: Size): Size {
  const scale = requestedSide / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** The place of a spot within a crop, in words for a painter without masks. */
export function placeInWords(spot: PixelBox, crop: PixelBox): string {
  const side = (start: number, length: number, names: [string, string]) =>
    start < length / 3 ? names[0] : start > (length * 2) / 3 ? names[1] : "";
  const x = spot.left + spot.width / 2 - crop.left;
  const y = spot.top + spot.height / 2 - crop.top;
  const place = [side(y, crop.height, ["top", "bottom"]), side(x, crop.width, ["left", "right"])];
  return place.filter(Boolean).join(" ") || "middle";
}
