import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BubbleView } from "@/components/comic/bubble-view";
import { bubblesMarkup } from "@/lib/scenes/lettering/bubble-svg";
import { xmlElements } from "@/tests/support/books/xml";
import { anyBubble } from "../scenes/arbitraries";

const panel = { width: 672, height: 896 };

/** The visible parts of a drawing: outlines, paint, and words with their positions. */
const seen = (markup: string) =>
  xmlElements(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`).map(
    ({ name, attributes, text }) => {
      const { d, fill, stroke, x, y, opacity, direction, transform } = attributes;
      const words = name === "text" || name === "tspan" ? text.replaceAll("\ufe0f", "") : "";
      return { name, d, fill, stroke, x, y, opacity, direction, transform, words };
    },
  );

it("embedded frames show the same bubbles as pages", () => {
  fc.assert(
    fc.property(anyBubble, (bubble) => {
      const drawn = renderToStaticMarkup(<BubbleView bubble={bubble} panel={panel} />);
      expect(seen(bubblesMarkup([bubble], panel))).toEqual(seen(drawn));
    }),
    { numRuns: 150 },
  );
});
