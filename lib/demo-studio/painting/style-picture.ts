import { clamp } from "./color";
import { regraded, unchanged } from "./edit-picture";
import { decodePixels, type Pixels } from "./finish/pixels";

/** Side of the sample by which colours are measured, in pixels. */
const sampleSide = 32;
/** Mean difference between the largest and the smallest channel of a picture in usual colours. */
const usualSpread = 60;

/** A picture in the colours of a story's style picture: its tint, and how colourful it is. */
export async function inColoursOf(style: Uint8Array, drawn: Pixels): Promise<Pixels> {
  const size = { width: sampleSide, height: sampleSide, fit: "fill" } as const;
  const { data: sample } = await decodePixels(style, size);
  const sums = [0, 0, 0];
  let spread = 0;
  for (let at = 0; at < sample.length; at += 3) {
    const pixel = sample.subarray(at, at + 3);
    pixel.forEach((value, channel) => {
      sums[channel] = (sums[channel] ?? 0) + value;
    });
    const [red = 0, green = 0, blue = 0] = pixel;
    spread += Math.max(red, green, blue) - Math.min(red, green, blue);
  }
  const mean = sums.reduce((sum, value) => sum + value, 0) / 3 || 1;
  const saturation = clamp(spread / sampleSide ** 2 / usualSpread, 0, 1.3);
  const gain = sums.map((value) => clamp(value / mean, 0.75, 1.3));
  return regraded(drawn, { ...unchanged, gain, saturation });
}
