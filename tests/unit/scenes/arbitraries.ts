import fc from "fast-check";
import {
  bubbleAnchors,
  bubbleFonts,
  bubbleShapes,
  bubbleTypes,
  type TextBubble,
  tailDirections,
  textBubble,
} from "@/lib/scenes/bubbles/schema";

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const words = fc.oneof(
  fc.string({ maxLength: 120 }),
  fc.string({ unit: "grapheme", maxLength: 160 }),
  fc.lorem({ maxCount: 30 }).map((text) => text.slice(0, 500)),
  fc.constant("W".repeat(500)),
  fc.constant("\n\n\n"),
);

/** Any bubble that the contract accepts. */
export const anyBubble: fc.Arbitrary<TextBubble> = fc
  .record({
    id: fc.constant("b"),
    text: words.map((text) => text.slice(0, 500)),
    type: fc.constantFrom(...bubbleTypes),
    position: fc.record({ x: fraction, y: fraction, anchor: fc.constantFrom(...bubbleAnchors) }),
    style: fc.record({
      fontSize: fc.integer({ min: 8, max: 72 }),
      fontFamily: fc.constantFrom(...bubbleFonts),
      fontWeight: fc.constantFrom(400, 700),
      borderWidth: fc.integer({ min: 0, max: 12 }),
      borderStyle: fc.constantFrom("solid", "dashed", "dotted", "none"),
      bubbleShape: fc.constantFrom(...bubbleShapes),
      padding: fc.integer({ min: 0, max: 60 }),
      maxWidth: fc.integer({ min: 80, max: 300 }),
      tailDirection: fc.constantFrom(...tailDirections),
      tailSize: fc.integer({ min: 0, max: 60 }),
      tailTip: fc.option(fc.record({ x: fraction, y: fraction })),
    }),
  })
  .map((bubble) => textBubble.parse(bubble));

export const anyPanel = fc.record({
  width: fc.integer({ min: 40, max: 1600 }),
  height: fc.integer({ min: 40, max: 1600 }),
});

export const anyFaces = fc.array(
  fc.record({
    name: fc.constantFrom("Mara", "Tom", "Ada"),
    box: fc.record({
      x: fraction,
      y: fraction,
      width: fc.double({ min: 0, max: 0.6, noNaN: true }),
      height: fc.double({ min: 0, max: 0.6, noNaN: true }),
    }),
  }),
  { maxLength: 4 },
);

export const anyLines = fc.array(
  fc.record({
    speaker: fc.option(fc.constantFrom("Mara", "tom ", "Ada", "Somebody else")),
    kind: fc.constantFrom(...bubbleTypes),
    text: fc.string({ unit: "grapheme", maxLength: 140 }),
  }),
  { maxLength: 4 },
);
