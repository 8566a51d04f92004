import { thumbHashToAverageRGBA, thumbHashToRGBA } from "thumbhash";

const bytesOf = (placeholder: string) =>
  Uint8Array.from(atob(placeholder), (character) => character.charCodeAt(0));

/** The picture's average colour, shown until it has loaded. */
export function averageColour(placeholder: string | null): string | undefined {
  if (!placeholder) return undefined;
  const { r, g, b } = thumbHashToAverageRGBA(bytesOf(placeholder));
  return hex([r * 255, g * 255, b * 255]);
}

/** Bands of colour from top to bottom: enough to tell sky from sea. */
const bands = 4;

/**
 * A blurred preview of a picture: its thumbhash as a gradient of 42 characters. As an image it
 * would add two kilobytes to the page, twice per panel.
 */
export function blur(placeholder: string | null): string | undefined {
  if (!placeholder) return undefined;
  const gradient = known.get(placeholder) ?? gradientOf(placeholder);
  if (known.size > 500) known.clear();
  known.set(placeholder, gradient);
  return gradient;
}

/** Cache, since a panel renders at each step of a dragged bubble. */
const known = new Map<string, string>();

function gradientOf(placeholder: string): string {
  const { w, h, rgba } = thumbHashToRGBA(bytesOf(placeholder));
  const colours = Array.from({ length: bands }, (_, band) => {
    const sums = [0, 0, 0];
    const from = Math.floor((band * h) / bands) * w;
    const to = Math.floor(((band + 1) * h) / bands) * w;
    for (let pixel = from; pixel < to; pixel += 1) {
      for (const channel of [0, 1, 2]) {
        sums[channel] = (sums[channel] ?? 0) + (rgba[pixel * 4 + channel] ?? 0);
      }
    }
    return hex(sums.map((sum) => sum / (to - from)));
  });
  return `linear-gradient(${colours.join()})`;
}

const hex = (channels: readonly number[]) =>
  `#${channels.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
