import { describe, expect, it } from "vitest";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import { aiDisclosure } from "@/lib/stories/ai-disclosure";

const textOf = (paintedBy: string[] | null, madeByHand = false) =>
  aiDisclosure({ paintedBy, madeByHand });

describe("what readers are told of how pictures were made", () => {
  it("names models as far as they are known, and says nothing where nothing is", () => {
    expect(textOf(null)).toBeNull();
    expect(textOf(["Seedream 4", "FLUX Kontext"])).toMatchObject({
      label: "Made with AI",
      text: expect.stringContaining("made with AI (Seedream 4, FLUX Kontext)."),
    });
    expect(textOf([])?.text).toContain("made with AI. Each");
  });

  it("is the author's word where a story is declared made by hand", () => {
    expect(textOf(null, true)?.label).toBe("Without AI");
  });

  it("does not call AI what the demo studio draws", () => {
    const { name } = createDemoPainter();
    expect(textOf([name])?.label).toBe("Demo pictures");
    expect(textOf([name, "Seedream 4"])?.label).toBe("Made with AI");
  });
});
