import { describe, expect, it } from "vitest";
import { panelsOfRegeneration } from "@/lib/scenes/regeneration";

const panels = (count: number) => ({ panels: Array.from({ length: count }) as never[] });

describe("panels of a scene that is made anew", () => {
  it("are the story's default, and never fewer than the scene has", () => {
    expect(panelsOfRegeneration({ defaultPanels: 4 }, panels(2))).toBe(4);
    expect(panelsOfRegeneration({ defaultPanels: 1 }, panels(3))).toBe(3);
    expect(panelsOfRegeneration({ defaultPanels: 3 }, panels(3))).toBe(3);
  });

  it("are one where nothing says otherwise", () => {
    expect(panelsOfRegeneration({ defaultPanels: 0 }, panels(0))).toBe(1);
  });
});
