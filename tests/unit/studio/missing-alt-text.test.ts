import { expect, it } from "vitest";
import { missingAltText } from "@/components/studio/publishing/missing-alt-text";
import type { Panel } from "@/lib/scenes/schema";

const scene = (sceneNumber: number, ...words: (string | null)[]) => ({
  sceneNumber,
  panels: words.map((altText, index) => ({
    ...({} as Panel),
    panelNumber: index + 1,
    hasImage: altText !== null,
    altText: altText ?? "",
  })),
});
const how = "Choose “Alt text” in the panel's actions.";

it("lists pictures without alt text, and counts the rest of many", () => {
  expect(missingAltText([])).toBeNull();
  expect(missingAltText([scene(1, "A lamp.", null)])).toBeNull();
  expect(missingAltText([scene(1, "A lamp."), scene(2, "A boat.", "")])).toBe(
    `One picture has no alt text yet: scene 2, panel 2. ${how}`,
  );
  expect(missingAltText([scene(1, "", ""), scene(3, "", "", "")])).toBe(
    `5 pictures have no alt text yet: scene 1, panel 1; scene 1, panel 2; scene 3, panel 1; and 2 more. ${how}`,
  );
});
