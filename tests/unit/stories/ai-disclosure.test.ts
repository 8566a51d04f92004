import { describe, expect, it } from "vitest";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import { aiDisclosure } from "@/lib/stories/ai-disclosure";

const textOf = (paintedBy: string[] | null, madeByHand = false) =>
  aiDisclosure({ paintedBy, madeByHand });

describe("the disclosure of how pictures were made", () => {
  it("names known models, and is empty where none is", () => {
    expect(textOf(null)).toBeNull();
    expect(textOf(["Seedream 4", "FLUX Kontext"])).toMatchObject({
      label: "AI",
      text: expect.stringContaining("made with AI (Seedream 4, FLUX Kontext)."),
    });
    expect(textOf([])?.text).toContain("made with AI. Each");
  });

  it("is the author's declaration where a story is made by hand", () => {
    expect(textOf(null, true)?.label).toBe("No AI");
  });

  it("does not label the demo studio's drawings as AI", () => {
    const { name } = createDemoPainter();
    expect(textOf([name])?.label).toBe("Computer-generated");
    expect(textOf([name, "Seedream 4"])?.label).toBe("AI");
  });
});
