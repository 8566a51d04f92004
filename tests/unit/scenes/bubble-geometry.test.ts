import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bubbleGeometry, bubbleScale, panelMargin } from "@/lib/scenes/bubbles/geometry";
import { bubbleShapes, textBubble } from "@/lib/scenes/bubbles/schema";
import { measureText } from "@/lib/scenes/lettering/measure-text";
import { runs } from "@/tests/support/full-run";
import { anyBubble, anyPanel } from "./arbitraries";
import { pathPoints } from "./path-points";

const make = (text: string, style: Record<string, unknown> = {}, position = { x: 0.5, y: 0.5 }) =>
  textBubble.parse({ id: "b", text, position, style });
const panel = { width: 672, height: 896 };

describe("geometry of bubbles", () => {
  it("scales with the panel between 0.6 and 1.2", () => {
    expect(bubbleScale(672)).toBe(1);
    expect(bubbleScale(336)).toBe(0.6);
    expect(bubbleScale(200)).toBe(0.6);
    expect(bubbleScale(2000)).toBe(1.2);
  });

  it("keeps outline, tail and lettering in the panel, whatever was stored", () => {
    fc.assert(
      fc.property(anyBubble, anyPanel, (bubble, size) => {
        const { box, path, lines, fontSize, borderWidth } = bubbleGeometry(bubble, size);
        expect(path).not.toMatch(/NaN|Infinity|undefined/);
        expect(box.x).toBeGreaterThanOrEqual(size.width * panelMargin - 1e-6);
        expect(box.y).toBeGreaterThanOrEqual(size.height * panelMargin - 1e-6);
        expect(box.x + box.width).toBeLessThanOrEqual(size.width * (1 - panelMargin) + 1e-6);
        expect(box.y + box.height).toBeLessThanOrEqual(size.height * (1 - panelMargin) + 1e-6);
        // The path is written in hundredths, and a cloud's puffs may use up half of the margin.
        const slack = borderWidth + 0.02;
        for (const point of pathPoints(path)) {
          expect(point.x).toBeGreaterThanOrEqual(-slack);
          expect(point.y).toBeGreaterThanOrEqual(-slack);
          expect(point.x).toBeLessThanOrEqual(size.width + slack);
          expect(point.y).toBeLessThanOrEqual(size.height + slack);
        }
        for (const line of lines) {
          expect(line.y).toBeGreaterThan(box.y);
          expect(line.y - fontSize).toBeLessThan(box.y + box.height);
        }
      }),
      { numRuns: runs(250) },
    );
  }, 30_000);

  it("is the same for the same bubble", () => {
    fc.assert(
      fc.property(anyBubble, anyPanel, (bubble, size) => {
        expect(bubbleGeometry(structuredClone(bubble), size)).toEqual(bubbleGeometry(bubble, size));
      }),
      { numRuns: runs(50) },
    );
  });

  it("loses no letter when it breaks lines", () => {
    fc.assert(
      fc.property(anyBubble, (bubble) => {
        const drawn = bubbleGeometry(bubble, panel)
          .lines.map((line) => line.text)
          .join("");
        const whole = bubble.text.normalize("NFC");
        const letters = (text: string) => text.replace(/[\s\u00ad-]/gu, "");
        expect(letters(drawn)).toBe(letters(whole));
      }),
      { numRuns: runs(200) },
    );
  });

  it.each(bubbleShapes)("holds every line inside a %s bubble", (bubbleShape) => {
    const bubble = make(
      "The lamp went out at nine, and nobody in the village saw who climbed the stairs.",
      {
        bubbleShape,
        maxWidth: 220,
        tailDirection: "none",
      },
    );
    const { lines, fontSize, box } = bubbleGeometry(bubble, panel);
    const font = { family: bubble.style.fontFamily, weight: 400 };
    const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    for (const line of lines) {
      const half = measureText(line.text, font, fontSize) / 2;
      for (const y of [line.y - fontSize * 0.7, line.y]) {
        const inside =
          bubbleShape === "oval" || bubbleShape === "cloud"
            ? (half / (box.width / 2)) ** 2 + ((y - centre.y) / (box.height / 2)) ** 2 <= 1
            : half <= box.width / 2 && y >= box.y && y <= box.y + box.height;
        expect(inside, line.text).toBe(true);
      }
    }
  });

  it("draws body and tail as one closed outline", () => {
    for (const bubbleShape of bubbleShapes) {
      const { path } = bubbleGeometry(
        make("Over here!", { bubbleShape, tailDirection: "right" }),
        panel,
      );
      expect(path.match(/M/g), bubbleShape).toHaveLength(1);
      expect(path.match(/Z/g), bubbleShape).toHaveLength(1);
    }
  });

  it("ends the tail exactly at the drop point", () => {
    for (const bubbleShape of bubbleShapes) {
      const { path, tailTip } = bubbleGeometry(
        make("Over here!", { bubbleShape, tailTip: { x: 0.8, y: 0.9 } }, { x: 0.3, y: 0.2 }),
        panel,
      );
      expect(tailTip).toEqual({ x: 0.8 * 672, y: 0.9 * 896 });
      expect(path).toContain("537.6 806.4");
    }
  });

  it.each([
    ["bottom-left", -1, 1],
    ["bottom-right", 1, 1],
    ["top-left", -1, -1],
    ["top-right", 1, -1],
    ["left", -1, 0],
    ["right", 1, 0],
  ] as const)("points a tail to the %s", (tailDirection, dx, dy) => {
    const { tailTip, box } = bubbleGeometry(make("Here", { tailDirection }), panel);
    const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    expect(Math.sign((tailTip?.x ?? 0) - centre.x)).toBe(dx);
    if (dy !== 0) expect(Math.sign((tailTip?.y ?? 0) - centre.y)).toBe(dy);
    const outside =
      tailTip &&
      (tailTip.x < box.x ||
        tailTip.x > box.x + box.width ||
        tailTip.y < box.y ||
        tailTip.y > box.y + box.height);
    expect(outside).toBe(true);
  });

  it("has no tail where none is wanted or the tip lies in the bubble", () => {
    expect(bubbleGeometry(make("Hm", { tailDirection: "none" }), panel).tailTip).toBeNull();
    expect(bubbleGeometry(make("Hm", { tailSize: 0 }), panel).tailTip).toBeNull();
    expect(bubbleGeometry(make("Hm", { tailTip: { x: 0.5, y: 0.5 } }), panel).tailTip).toBeNull();
  });

  it("gives a thought circles instead of a spike", () => {
    const bubble = textBubble.parse({
      id: "t",
      type: "thought",
      text: "Who was that?",
      position: { x: 0.3, y: 0.2 },
      style: { bubbleShape: "cloud", tailTip: { x: 0.7, y: 0.8 } },
    });
    expect(bubbleGeometry(bubble, panel).path.match(/M/g)).toHaveLength(4);
  });

  it("balances lines instead of leaving one word alone", () => {
    const { lines } = bubbleGeometry(make("We should have left before the tide came in"), panel);
    const widths = lines.map((line) => line.text.length);
    expect(lines.length).toBeGreaterThan(1);
    expect(Math.min(...widths) / Math.max(...widths)).toBeGreaterThan(0.5);
  });
});
