import { describe, expect, it } from "vitest";
import people from "@/lib/demo-studio/writing/data/people.json";
import places from "@/lib/demo-studio/writing/data/places.json";
import type { SceneScript } from "@/lib/generation/text/writer-tasks";
import { blank, scene } from "./demo-writing";

const names = ({ newCharacters }: SceneScript) => newCharacters.map(({ name }) => name);
const outfit = ({ imagePrompt }: { imagePrompt: string }) => imagePrompt.split("wearing ")[1];

describe("as many people as the prompt has", () => {
  it.each([
    "Two grandmothers argue over a recipe in a sunny kitchen.",
    "Two grandmothers race through the market. The two grandmothers laugh. They share a cake.",
    "Both grandmothers wait for the bus, and the grandmothers sing.",
  ])("%s", async (prompt) => {
    for (const panels of [1, 4, 6]) {
      const script = await scene(prompt, panels);
      expect(script.newCharacters).toHaveLength(2);
      const [one, other] = script.newCharacters;
      expect(one?.name).not.toBe(other?.name);
      expect(outfit(one ?? { imagePrompt: "" })).not.toBe(outfit(other ?? { imagePrompt: "" }));
      for (const { imagePrompt } of script.newCharacters)
        expect(imagePrompt).toContain("old woman");
    }
  });

  it.each([
    "Two grandmothers, Ada and Bea, bake a cake in the kitchen.",
    "Two grandmothers named Ada and Bea bake a cake in the kitchen.",
  ])("a character that the author names is not renamed: %s", async (prompt) => {
    const script = await scene(prompt);
    expect(names(script)).toEqual(["Ada", "Bea"]);
    expect(script.newCharacters[1]?.title).toBe("Grandmother");
  });

  it("and a known character is not new", async () => {
    const first = await scene("Two grandmothers bake a cake.");
    const story = { ...blank, characters: first.newCharacters };
    const again = await scene("Two grandmothers bake a cake.", 4, story);
    expect(again.newCharacters).toEqual([]);
    const later = { ...story, scenes: [{ sceneNumber: 1, title: "Cake", description: "…" }] };
    expect((await scene("The two grandmothers eat it.", 4, later)).newCharacters).toEqual([]);
  });
});

describe("a tail points at who speaks", () => {
  it.each([
    '"You came back," says Mira. "I did," says Tom. "Why?" asks Nell. "Ask her," says Olga.',
    'A doctor and a nurse talk in the office. "Tell her tonight," says the doctor.',
    '"Run!" shouts the captain. "Where?" asks Pip. Ada, Bea and Cleo laugh at the harbour.',
    "Ann, Ben, Cleo, Dan and Eve run through the market.",
    "A cat and an owl rob a bakery at midnight.",
    "Ein Mädchen findet im Wald einen alten Brief. Der Wind trägt ihn davon.",
  ])("%s", async (prompt) => {
    for (const panels of [1, 2, 3, 4, 5, 6]) {
      const script = await scene(prompt, panels);
      let spoken = 0;
      for (const { characters, lines } of script.panels) {
        for (const { speaker } of lines) {
          if (speaker !== null) expect(characters).toContain(speaker);
          if (speaker !== null) spoken += 1;
        }
      }
      if (panels > 2) expect(spoken).toBeGreaterThan(0);
    }
  });

  it("assigns a quote to the speaker that the prompt names", async () => {
    const script = await scene(
      'Mira waits. Tom arrives. "Too late," she says. "I know," he says.',
      3,
    );
    const lines = script.panels.flatMap((panel) => panel.lines);
    expect(lines.filter(({ kind }) => kind === "speech").slice(0, 2)).toEqual([
      { speaker: "Mira", kind: "speech", text: "Too late." },
      { speaker: "Tom", kind: "speech", text: "I know." },
    ]);
  });
});

describe("a profession is not a costume of another", () => {
  const costumes =
    /\b(?:space|pressure|flight) suit|\barmou?r|\brobe\b|\bcape\b|three-cornered|crown/u;

  it.each([
    ["A postman delivers a letter to an astronaut on the moon.", /postman's uniform/u],
    ["A postman flees from a dragon and a wizard in the castle.", /postman's uniform/u],
    ["A nurse finds a treasure on the pirate ship.", /nurse's uniform/u],
    ["A teacher lands on a distant planet with her rocket.", /cardigan/u],
    ["A plumber repairs the airlock of the spaceship.", /./u],
    ["Two kids build a spaceship out of cardboard in the garden.", /./u],
  ])("%s", async (prompt, worn) => {
    const [first] = (await scene(prompt)).newCharacters;
    expect(outfit(first ?? { imagePrompt: "" })).toMatch(worn);
    expect(first?.imagePrompt).not.toMatch(costumes);
  });

  it("no uniform shows another occupation", () => {
    const callings = Object.keys(people.uniforms).flatMap((nouns) => nouns.split(" "));
    for (const [nouns, worn] of Object.entries(people.uniforms)) {
      const others = callings.filter((noun) => !nouns.split(" ").includes(noun));
      const named = worn.match(/\p{L}+/gu)?.filter((word) => others.includes(word));
      expect(named, nouns).toEqual([]);
    }
  });
});

describe("a word of a description does not choose the location", () => {
  it.each([
    ["The tram bell rings in the kitchen while Ida pours the tea.", "The Kitchen"],
    ["A tram bell rings while Nell waits in the library.", "The Library"],
    ["In the garden Nell reads a book about the castle.", "The Garden"],
    ["Nell draws a map of the island at the old station.", "The Old Station"],
    ["A knight and a dragon share a picnic in front of the castle.", "The Castle"],
  ])("%s", async (prompt, place) => {
    const script = await scene(prompt, 5);
    expect(script.newLocations.map(({ name }) => name)).toEqual([place]);
    for (const { location } of script.panels) expect(location).toBe(place);
  });

  it("a story stays at its location when another is only mentioned", async () => {
    const kitchen = {
      name: "The Kitchen",
      title: "Kitchen",
      description: "A small kitchen.",
      imagePrompt: "A small kitchen.",
    };
    const script = await scene("Nell hears the tram bell and thinks of a beach.", 3, {
      ...blank,
      locations: [kitchen],
    });
    expect(script.panels.map(({ location }) => location)).toEqual(Array(3).fill("The Kitchen"));
    expect(script.newLocations).toEqual([]);
  });

  it("no location is described with the name of another kind", () => {
    const foreign =
      /\b(?:tram|train|bus|ship|castle|forest|market|school|church|village|harbou?r|beach|cave|farm|library|caf[eé]|bar|mill)s?\b/iu;
    for (const [kind, { words, looks, senses }] of Object.entries(places)) {
      const found = foreign.exec(`${looks} ${senses}`)?.[0] ?? "";
      expect(found === "" || words.split(" ").includes(found), `${kind}: ${found}`).toBe(true);
    }
  });
});

it.each([
  'Mira and Tom meet at the harbour. "Truce?" asks Tom. "Until after supper," says Mira.',
  'Ada and Ben wait in the kitchen. "Late again," says Ben.',
  "A cat and an owl rob a bakery at midnight.",
])("the first speaker stands on the left: %s", async (prompt) => {
  for (const panels of [1, 2, 4, 6]) {
    for (const { characters, lines } of (await scene(prompt, panels)).panels) {
      const speakers = [...new Set(lines.flatMap(({ speaker }) => speaker ?? []))];
      expect(characters.slice(0, speakers.length)).toEqual(speakers);
    }
  }
});
