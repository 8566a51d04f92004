import { describe, expect, it } from "vitest";
import { textBubbles } from "@/lib/scenes/bubbles/schema";
import { handLetteredPanels, regenerationPanelCount } from "@/lib/scenes/regeneration";

const panels = (count: number) => ({ panels: Array.from({ length: count }) as never[] });

describe("panels of a regenerated scene", () => {
  it("default to the story's number, and never fewer than the scene has", () => {
    expect(regenerationPanelCount({ defaultPanels: 4 }, panels(2))).toBe(4);
    expect(regenerationPanelCount({ defaultPanels: 1 }, panels(3))).toBe(3);
    expect(regenerationPanelCount({ defaultPanels: 3 }, panels(3))).toBe(3);
  });

  it("are one by default", () => {
    expect(regenerationPanelCount({ defaultPanels: 0 }, panels(0))).toBe(1);
  });
});

describe("panels that were lettered by hand", () => {
  it("have a bubble that an author added or changed", () => {
    const panel = (panelNumber: number, ...byHand: (true | undefined)[]) => ({
      panelNumber,
      textBubbles: textBubbles.parse(
        byHand.map((mark, index) => ({
          id: `b${index}`,
          text: "A line",
          position: { x: 0.5, y: 0.5 },
          style: {},
          byHand: mark,
        })),
      ),
    });
    const scene = { panels: [panel(1), panel(2, undefined), panel(3, undefined, true)] as never };
    expect(handLetteredPanels(scene)).toEqual([3]);
  });
});
