import sharp from "sharp";
import { type MaskShapes, maskSvg } from "@/lib/media/repair/mask";

async function pixelsOf(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes)
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** How a repaired picture differs from its source. */
export async function repairFigures(source: Uint8Array, repaired: Uint8Array, mask: MaskShapes) {
  const [before, after] = [await pixelsOf(source), await pixelsOf(repaired)];
  const { width, height } = before;
  if (width !== after.width || height !== after.height) throw new Error("another size");
  const drawn = await pixelsOf(Buffer.from(maskSvg(mask, before)));
  const isInside = (x: number, y: number) => (drawn.data[4 * (y * width + x)] ?? 0) >= 128;
  const sides = [1, 2, 3].flatMap((far) => [
    [far, 0],
    [-far, 0],
    [0, far],
    [0, -far],
  ]);
  const inPicture = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height;
  const level = ({ data }: typeof before, x: number, y: number, channel: number) =>
    data[4 * (y * width + x) + channel] ?? 0;
  const sums = { changedOutside: 0, edge: 0, seam: 0, step: 0, inside: 0, change: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const difference = (channel: number) =>
        Math.abs(level(after, x, y, channel) - level(before, x, y, channel));
      if (!isInside(x, y)) {
        if ([0, 1, 2, 3].some((channel) => difference(channel) > 0)) sums.changedOutside += 1;
        continue;
      }
      const change = (difference(0) + difference(1) + difference(2)) / 3;
      sums.inside += 1;
      sums.change += change;
      const beside = sides.find(
        ([dx = 0, dy = 0]) => inPicture(x + dx, y + dy) && !isInside(x + dx, y + dy),
      );
      if (!beside) continue;
      const [outX, outY] = [x + (beside[0] ?? 0), y + (beside[1] ?? 0)];
      const stepIn = (picture: typeof before) =>
        [0, 1, 2].reduce(
          (sum, channel) =>
            sum + Math.abs(level(picture, x, y, channel) - level(picture, outX, outY, channel)) / 3,
          0,
        );
      sums.edge += 1;
      sums.seam += change;
      sums.step += stepIn(after) - stepIn(before);
    }
  }
  return {
    /** Pixels. */
    changedOutside: sums.changedOutside,
    /** Mean difference of the three rows of pixels along the mask's edge, in levels. */
    seam: sums.seam / sums.edge,
    /** By how much the step across the edge has grown, in levels. */
    step: sums.step / sums.edge,
    /** Mean difference within the mask. */
    change: sums.change / sums.inside,
  };
}
