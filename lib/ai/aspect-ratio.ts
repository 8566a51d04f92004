interface Size {
  width: number;
  height: number;
}

/** Of a ratio such as `3:4`, or a size such as `768x1024`. */
const proportionOf = (ratio: string): number => {
  const [width = 1, height = 1] = ratio.split(/[:x]/).map(Number);
  return width / height;
};

/** Pixels: self-hosted engines take sides in steps of this. */
const sideStep = 16;
export const roundSide = (pixels: number): number =>
  Math.max(sideStep, Math.round(pixels / sideStep) * sideStep);

/** The ratio nearest to a size, compared on a logarithmic scale. */
export function nearestRatio<Ratio extends string>(
  ratios: readonly Ratio[],
  { width, height }: Size,
): Ratio {
  const distance = (ratio: Ratio) => Math.abs(Math.log(proportionOf(ratio) / (width / height)));
  return ratios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

/** Whether a ratio fits the size except for a crop of a few pixels. */
export const isSameRatio = (ratio: string, { width, height }: Size): boolean =>
  Math.abs(proportionOf(ratio) / (width / height) - 1) < 0.015;

/**
 * Enlarges a size, in proportion, to a model's least side; null if it then exceeds the greatest.
 */
export function scaleToLimits(
  { width, height }: Size,
  limits: { least: number; most: number },
): Size | null {
  const scale = Math.max(1, limits.least / Math.min(width, height));
  const scaled = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return Math.max(scaled.width, scaled.height) > limits.most ? null : scaled;
}
