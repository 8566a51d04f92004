import { describe, expect, it } from "vitest";
import type { PictureFacts, Sheet, SheetPicture } from "@/lib/generation/picture/picture-facts";
import { panelsNamedIn, planReferences } from "@/lib/generation/picture/reference-plan";

const picture = (
  role: SheetPicture["role"],
  of: string,
  label = "",
  outfitId: string | null = null,
): SheetPicture => ({ role, label, mediaId: `${of} ${label || role}`, outfitId });

const sheet = (name: string, references: SheetPicture[] = [], primary = true): Sheet => ({
  id: name,
  name,
  imagePrompt: `${name} in blue`,
  description: name,
  references,
  primaryMediaId: primary ? `${name} portrait` : null,
});

const dressed = (name: string) => ({
  ...sheet(name, [
    picture("face", name),
    picture("view", name, "from behind"),
    picture("expression", name, "laughing"),
    picture("expression", name, "furious"),
    picture("outfit", name, "in the rain", `${name} raincoat`),
    picture("outfit", name, "of the navy", `${name} uniform`),
  ]),
  outfit: { id: `${name} raincoat`, name: "raincoat", description: "a yellow oilskin" },
});

const lighthouse = sheet("Lighthouse", [
  picture("place", "Lighthouse", "at dawn"),
  picture("place", "Lighthouse", "by night"),
]);

const facts: PictureFacts = {
  look: { artStyle: "ink", aspectRatio: "3:4", styleMediaId: "style", model: "seedream-4" },
  prompt: "Mira, Tom and Ana at the lighthouse at night; all laugh.",
  shot: "wide",
  contract: null,
  characters: ["Mira", "Tom", "Ana"].map(dressed),
  location: lighthouse,
};
const before = { panelId: "p1", mediaId: "panel before", label: "the panel before" };

const plan = (changes: Partial<PictureFacts>, max = 99, panels = [before]) =>
  planReferences({ ...facts, ...changes }, panels, max).map(
    ({ role, mediaId }) => `${role}: ${mediaId}`,
  );

const best = [
  "face: Mira face",
  "face: Tom face",
  "face: Ana face",
  "outfit: Mira in the rain",
  "outfit: Tom in the rain",
  "outfit: Ana in the rain",
  "place: Lighthouse by night",
  "panel: panel before",
  "figure: Mira portrait",
  "figure: Tom portrait",
  "figure: Ana portrait",
  "style: style",
  "expression: Mira laughing",
  "expression: Tom laughing",
  "expression: Ana laughing",
];

describe("references of three characters in outfits", () => {
  it.each([0, 1, 3, 4, 8, 10, 14])("the best %i", (max) => {
    expect(plan({}, max)).toEqual(best.slice(0, max));
  });

  it("all that help, and no more", () => {
    expect(plan({})).toEqual(best);
  });
});

describe("the choice follows what there is", () => {
  const lone = { ...sheet("Mira"), outfit: null };
  const figured = { ...sheet("Tom", [picture("figure", "Tom")]), outfit: null };
  const seen = { ...sheet("Ana", [picture("view", "Ana", "from behind")], false), outfit: null };
  it.each<[string, Partial<PictureFacts>, string[]]>([
    ["a lone portrait is the face", { characters: [lone] }, ["face: Mira portrait"]],
    [
      "a full figure stands beside the portrait",
      { characters: [figured] },
      ["face: Tom portrait", "figure: Tom figure"],
    ],
    ["a view is better than no face", { characters: [seen] }, ["view: Ana from behind"]],
    [
      "usual clothes need no outfit",
      { characters: [{ ...dressed("Mira"), outfit: null }] },
      ["face: Mira face", "figure: Mira portrait", "expression: Mira laughing"],
    ],
    [
      "words choose views",
      { characters: [dressed("Mira")], prompt: "Mira seen from behind" },
      [
        "face: Mira face",
        "outfit: Mira in the rain",
        "figure: Mira portrait",
        "view: Mira from behind",
      ],
    ],
    [
      "without a named hour the place is its own picture",
      { characters: [], prompt: "An empty place", location: lighthouse },
      ["place: Lighthouse portrait"],
    ],
    [
      "a place without its own picture",
      { characters: [], prompt: "Empty", location: { ...lighthouse, primaryMediaId: null } },
      ["place: Lighthouse at dawn"],
    ],
    ["nothing", { characters: [{ ...sheet("Mira", [], false), outfit: null }] }, []],
  ])("%s", (_, changes, chosen) => {
    const look = { ...facts.look, styleMediaId: null };
    expect(plan({ location: null, look, ...changes }, 99, [])).toEqual(chosen);
  });

  it("one picture goes along once", () => {
    const twice = { ...before, mediaId: "style" };
    expect(plan({ characters: [], location: null }, 9, [twice])).toEqual(["panel: style"]);
  });
});

it.each([
  ["Mira, as in scene 3, panel 2", [[3, 2]]],
  [
    "as in scene 3 panel 2 and panel 1 of scene 4",
    [
      [3, 2],
      [4, 1],
    ],
  ],
  ["the same light as in panel 1", [[7, 1]]],
  ["Scene 12, Panel 3; again scene 12, panel 3", [[12, 3]]],
  ["a panel 3 metres wide; the scene 4 of them saw", []],
])("panels named in %j", (prompt, named) => {
  expect(
    panelsNamedIn(prompt, 7).map(({ sceneNumber, panelNumber }) => [sceneNumber, panelNumber]),
  ).toEqual(named);
});
