import { describe, expect, it } from "vitest";
import type { PaintRequest, Reference } from "@/lib/ai/painter";
import { referencesOf, renderPaintingPrompt } from "@/lib/ai/prompts/painting-prompt";

const bytes = new Uint8Array([1]);
const figure = (name: string, more: object = {}) => ({
  id: name,
  name,
  description: `${name} in blue.`,
  ...more,
});
const picture = (role: Reference["role"], name: string, label = ""): Reference => ({
  role,
  name,
  label,
  mediaId: `${role} of ${name}`,
  bytes,
  ...(name && (role === "place" ? { locationId: name } : { characterId: name })),
});
const request: PaintRequest = {
  kind: "panel",
  prompt: "They meet at the door.",
  artStyle: "ink wash",
  width: 768,
  height: 1024,
  seed: "seed",
  figures: [figure("Mira"), figure("Tom"), figure("Old Ana")],
  location: figure("The lighthouse"),
  references: [
    picture("face", "Mira"),
    picture("face", "Old Ana"),
    picture("place", "The lighthouse"),
  ],
  model: "",
  attemptId: "job:1",
};
const roles = (changes: Partial<PaintRequest>, most = 14) =>
  /^Reference pictures: (.*?)\. Keep/m.exec(
    renderPaintingPrompt({ ...request, ...changes }, most),
  )?.[1];

describe("roles of the reference pictures", () => {
  it("are listed in the order of the pictures; a lone picture of a figure shows all of it", () => {
    expect(roles({})).toBe(
      "image 1 is Mira, image 2 is Old Ana, image 3 is the place The lighthouse",
    );
    expect(referencesOf(request, 14)).toHaveLength(3);
  });

  it("are told apart", () => {
    const references = [
      picture("face", "Mira"),
      picture("outfit", "Mira", "raincoat"),
      picture("place", "The lighthouse", "by night"),
      picture("panel", "", "the panel before"),
      picture("figure", "Mira"),
      picture("style", ""),
      picture("expression", "Mira", "laughing"),
      picture("view", "Mira", "from behind"),
    ];
    expect(roles({ references })).toBe(
      "image 1 is Mira's face, image 2 is Mira's raincoat, image 3 is the place The lighthouse by night, image 4 is the panel before, image 5 is Mira's full figure, image 6 shows the style to draw in, image 7 is Mira laughing, image 8 is Mira from behind",
    );
    const said = renderPaintingPrompt({ ...request, references }, 14);
    for (const rule of ["picture of the outfit", "draw the new moment", "line, colour and finish"])
      expect(said).toContain(rule);
    expect(roles({ references }, 1)).toBe("image 1 is Mira");
    expect(renderPaintingPrompt({ ...request, references }, 1)).not.toContain("outfit");
  });

  it("are as many as the model accepts", () => {
    expect(roles({}, 1)).toBe("image 1 is Mira");
    expect(referencesOf(request, 1)).toHaveLength(1);
    expect(roles({}, 0)).toBeUndefined();
    expect(referencesOf(request, 0)).toEqual([]);
  });

  it("begin with the picture to change, where there are others", () => {
    const initialImage = { bytes };
    expect(roles({ initialImage }, 2)).toBe("image 1 is the picture to change, image 2 is Mira");
    expect(roles({ initialImage, references: [] }, 2)).toBeUndefined();
    expect(referencesOf({ ...request, initialImage }, 0)).toHaveLength(1);
  });
});

it("an outfit takes the place of the usual clothes", () => {
  const outfit = { name: "raincoat", description: "a yellow oilskin and rubber boots" };
  expect(renderPaintingPrompt({ ...request, figures: [figure("Mira", { outfit })] }, 0)).toContain(
    "- Mira: wears: a yellow oilskin and rubber boots. Looks, without the clothes named here: Mira in blue.",
  );
});
