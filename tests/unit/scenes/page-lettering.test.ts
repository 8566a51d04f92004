import { describe, expect, it } from "vitest";
import { bubblePresets } from "@/lib/scenes/bubble-presets";
import type { TextBubble } from "@/lib/scenes/bubble-schema";
import { pageTiers } from "@/lib/scenes/page-layout";
import { legibleWidth } from "@/lib/scenes/page-lettering";

const say = (text: string): TextBubble => ({
  id: text,
  text,
  speaker: null,
  position: { x: 0.5, y: 0.3, anchor: "center" },
  ...bubblePresets["Speech Default"],
});
const panels = (...texts: string[]) =>
  texts.map((text) => ({ textBubbles: text ? [say(text)] : [] }));

describe("letters of a page", () => {
  it("are 12 px tall from the width that the page names", () => {
    const row = pageTiers(3, 3 / 4, "row-3");
    // Three panels of 390 px within their frames, and two gaps.
    expect(legibleWidth(panels("One.", "Two.", "Three."), row, 3 / 4)).toBe(3 * 394 + 40);
    expect(legibleWidth(panels("", " ", ""), row, 3 / 4)).toBe(0);
    // The small panels beside the large one say nothing.
    const lead = pageTiers(3, 3 / 4, "lead-2");
    expect(legibleWidth(panels("One.", "", ""), lead, 3 / 4)).toBeLessThan(620);
  });
});
