import { describe, expect, it } from "vitest";
import type { PaintRequest } from "@/lib/ai/painter";
import { referencesOf, renderPaintingPrompt } from "@/lib/ai/painting-prompt";

const portrait = { bytes: new Uint8Array([1]), mediaType: "image/png" };
const figure = (name: string, more: object = { portrait }) => ({
  id: name,
  name,
  description: `${name} in blue.`,
  ...more,
});
const request: PaintRequest = {
  kind: "panel",
  prompt: "They meet at the door.",
  artStyle: "ink wash",
  width: 768,
  height: 1024,
  seed: "seed",
  figures: [figure("Mira"), figure("Tom", {}), figure("Old Ana")],
  location: figure("The lighthouse"),
  model: "",
  attemptId: "job:1",
};
const roles = (changes: Partial<PaintRequest>, most: number) =>
  /^Reference pictures: (.*?)\. Keep/m.exec(
    renderPaintingPrompt({ ...request, ...changes }, most),
  )?.[1];

describe("roles of the reference pictures", () => {
  it("are listed in the order of the pictures, without entities that have none", () => {
    expect(roles({}, 14)).toBe(
      "image 1 is Mira, image 2 is Old Ana, image 3 is the place The lighthouse",
    );
    expect(referencesOf(request, 14)).toHaveLength(3);
  });

  it("are as many as the model accepts", () => {
    expect(roles({}, 1)).toBe("image 1 is Mira");
    expect(referencesOf(request, 1)).toHaveLength(1);
    expect(roles({}, 0)).toBeUndefined();
    expect(referencesOf(request, 0)).toEqual([]);
  });

  it("begin with the picture to change, where there are others", () => {
    const change = { initialImage: portrait, location: undefined };
    expect(roles(change, 2)).toBe("image 1 is the picture to change, image 2 is Mira");
    expect(roles({ ...change, figures: [] }, 2)).toBeUndefined();
    expect(referencesOf({ ...request, ...change }, 0)).toHaveLength(1);
  });
});
