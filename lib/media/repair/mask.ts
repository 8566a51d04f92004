/** The part of a picture that an author wants changed, as strokes of a brush and boxes. */
import { z } from "@/lib/platform/zod";

export const maskLimits = {
  strokes: 200,
  boxes: 50,
  /** Of all strokes together. */
  points: 5_000,
  /** Share of the picture. */
  leastArea: 0.0005,
} as const;

const refusals = {
  many: "The marked spot is too detailed. Please clear it and mark it with fewer, longer strokes.",
  outside: "The marked spot must lie within the picture.",
  width: "The brush must be between 0.5 % and 50 % of the picture's width.",
  empty: "Please mark the spot that should change, or change the whole picture.",
  small: "The marked spot is too small to be painted. Please mark more of it.",
};

const fraction = z.number().min(0, refusals.outside).max(1, refusals.outside);
const point = z.array(fraction).length(2, "A point has two numbers, x and y.");
const side = fraction.gt(0, refusals.small);

export const maskStroke = z.strictObject({
  points: z.array(point).min(1, refusals.empty).max(maskLimits.points, refusals.many),
  /** Of the brush, as a fraction of the picture's width. */
  width: z.number().min(0.005, refusals.width).max(0.5, refusals.width),
});

export const maskBox = z
  .strictObject({ x: fraction, y: fraction, width: side, height: side })
  // A box that is kept in decimal fractions may end a rounding error beyond the picture.
  .refine((one) => Math.max(one.x + one.width, one.y + one.height) <= 1.0001, refusals.outside);

/** In fractions of the picture, from its top left corner. */
const shapes = z.strictObject({
  strokes: z.array(maskStroke).max(maskLimits.strokes, refusals.many),
  boxes: z.array(maskBox).max(maskLimits.boxes, refusals.many),
});
export type MaskShapes = z.infer<typeof shapes>;
export type MaskBox = MaskShapes["boxes"][number];
export type MaskStroke = MaskShapes["strokes"][number];

const pointCount = ({ strokes }: MaskShapes) =>
  strokes.reduce((sum, { points }) => sum + points.length, 0);

/** The shapes of a mask while it is drawn, when it may be empty. */
export const maskShapes = shapes.refine(
  (mask) => pointCount(mask) <= maskLimits.points,
  refusals.many,
);

export const pictureMask = maskShapes.superRefine((mask, context) => {
  if (pointCount(mask) > maskLimits.points) return;
  const isEmpty = mask.strokes.length + mask.boxes.length === 0;
  if (!isEmpty && coverageOf(mask) >= maskLimits.leastArea) return;
  context.addIssue({ code: "custom", message: isEmpty ? refusals.empty : refusals.small });
});

const gridSide = 128;

/** Share of the picture that a mask covers, 0 to 1, as if the picture were square. */
export function coverageOf({ strokes, boxes }: MaskShapes): number {
  const cells = new Uint8Array(gridSide ** 2);
  const mark = (box: MaskBox, isInside: (x: number, y: number) => boolean) => {
    const [left, right] = cellsOf(box.x, box.width);
    const [top, bottom] = cellsOf(box.y, box.height);
    for (let row = top; row <= bottom; row++)
      for (let at = row * gridSide + left; at <= row * gridSide + right; at++)
        if (cells[at] === 0 && isInside(((at % gridSide) + 0.5) / gridSide, (row + 0.5) / gridSide))
          cells[at] = 1;
  };
  for (const one of boxes) mark(one, () => true);
  for (const { points, width } of strokes) {
    for (const [index, [x = 0, y = 0]] of points.entries()) {
      const [fromX = 0, fromY = 0] = points[index - 1] ?? [x, y];
      const [dx, dy] = [x - fromX, y - fromY];
      const length = dx * dx + dy * dy || 1;
      const reach = {
        x: Math.min(x, fromX) - width / 2,
        y: Math.min(y, fromY) - width / 2,
        width: Math.abs(dx) + width,
        height: Math.abs(dy) + width,
      };
      mark(reach, (cellX, cellY) => {
        const along = ((cellX - fromX) * dx + (cellY - fromY) * dy) / length;
        const t = Math.min(1, Math.max(0, along));
        return Math.hypot(cellX - fromX - t * dx, cellY - fromY - t * dy) <= width / 2;
      });
    }
  }
  return cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
}

/** The first and last cell whose centre lies between two fractions. */
const cellsOf = (from: number, size: number): [number, number] => [
  Math.max(0, Math.ceil(from * gridSide - 0.5)),
  Math.min(gridSide - 1, Math.floor((from + size) * gridSide - 0.5)),
];

/** Whether a mask covers nearly all of the picture, so that the repair is an ordinary edit. */
export const isWhole = (mask: MaskShapes): boolean => coverageOf(mask) > 0.99;

const round = (value: number) => Math.round(value * 100) / 100;

/** The `d` of a stroke in a picture of that size. */
export const strokePath = (
  { points }: MaskStroke,
  { width, height }: { width: number; height: number },
): string => {
  const [first = "", ...more] = points.map(
    ([x = 0, y = 0]) => `${round(x * width)} ${round(y * height)}`,
  );
  // A press without a movement is a dot.
  return `M${first}L${more.length > 0 ? more.join(" ") : first}`;
};

/** The mask as an SVG of the picture's size in pixels: white on black. */
export function maskSvg(mask: MaskShapes, size: { width: number; height: number }): string {
  const { width, height } = size;
  const strokes = mask.strokes.map(
    (one) => `<path d="${strokePath(one, size)}" stroke-width="${round(one.width * width)}"/>`,
  );
  const boxes = mask.boxes.map(
    (one) =>
      `<rect x="${round(one.x * width)}" y="${round(one.y * height)}" width="${round(one.width * width)}" height="${round(one.height * height)}" fill="#fff"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/><g fill="none" stroke="#fff" stroke-linecap="round" stroke-linejoin="round">${strokes.join("")}</g>${boxes.join("")}</svg>`;
}
