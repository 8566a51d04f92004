/** What a text says is not there is in no picture of the demo studio. */
import { describe, expect, it } from "vitest";
import { compose } from "@/lib/demo-studio/painting/compose";
import type { SceneScript, StoryFacts } from "@/lib/generation/text/writer-tasks";
import { paintOrder } from "./demo-painting";
import { blank, scene, sheet } from "./demo-writing";

const seen = ({ panels }: Pick<SceneScript, "panels">) => [
  ...new Set(panels.flatMap(({ characters }) => characters)),
];
const story: StoryFacts = {
  ...blank,
  characters: [sheet("Zlata", "Old beekeeper"), sheet("Ivo", "", "Ivo is her nephew of eight.")],
};
const withQueen: StoryFacts = {
  ...story,
  characters: [...story.characters, sheet("The Queen", "Queen", "A woman with a crown.")],
};

describe("the writer has no panel of an absent character", () => {
  it.each([
    "Zlata has no queen. She weeps.",
    "There is no queen. Zlata weeps, and she waits for Ivo.",
    "Zlata lives without a queen. She weeps.",
    "Zlata walks home without the queen. She weeps.",
    "Zlata never sees the queen. She weeps.",
    "Zlata does not find the queen. She weeps.",
    "The queen is gone. Zlata weeps. She sits on a stone.",
  ])("%s", async (prompt) => {
    for (const facts of [story, withQueen]) {
      const script = await scene(prompt, 3, facts);
      expect(seen(script)).toContain("Zlata");
      expect(seen(script)).not.toContain("The Queen");
      expect(script.newCharacters).toEqual([]);
    }
  });

  it.each([
    "Zlata meets the queen. She weeps.",
    "Zlata has not slept, and the queen laughs.",
    "Without a word the queen hugs Zlata.",
  ])("but one of a character that is there: %s", async (prompt) => {
    expect(seen(await scene(prompt, 3, withQueen))).toContain("The Queen");
  });

  it.each([
    "Zlata has no lantern. She walks to the harbour.",
    "Zlata walks to the harbour without a lantern.",
    "Zlata never finds a lantern at the harbour.",
  ])("and none of an absent thing: %s", async (prompt) => {
    const { panels, newLocations } = await scene(prompt, 4, story);
    for (const { contract } of panels) expect(contract?.mustShow).toEqual([]);
    expect(newLocations.map(({ name }) => name)).toEqual(["The Harbour"]);
  });

  it("and none in an absent place", async () => {
    const { panels } = await scene("There is no lighthouse. Zlata waits at the harbour.", 2, story);
    expect(panels.map(({ location }) => location)).toEqual(["The Harbour", "The Harbour"]);
  });
});

const reading = (prompt: string) => compose(paintOrder({ prompt, shot: "wide" })).reading;

describe("the painter draws nothing that a prompt denies", () => {
  it.each([
    "There is no lantern in the forest",
    "A walk in the forest without a lantern",
    "Zlata never sees the old lantern in the forest",
    "Zlata doesn't have a lantern in the forest",
    "In the forest the small lantern is gone",
    "In the forest, neither a lantern nor an umbrella",
    "The lanterns have all disappeared from the forest",
    "In the forest Zlata lacks a lantern",
  ])("%s", (prompt) => {
    expect(reading(prompt)).toMatchObject({ place: "forest", props: [] });
  });

  it.each([
    ["Without leaving Ivo, Zlata lights a lantern in the forest", ["lantern"]],
    ["No one sees the lantern in the forest", ["lantern"]],
    ["No rain in the forest, and a lantern", ["lantern"]],
    ["Zlata has gone to the forest with a lantern", ["lantern"]],
    ["The lantern is missing a handle in the forest", ["lantern"]],
  ])("but what is there: %s", (prompt, props) => {
    expect(reading(prompt)).toMatchObject({ place: "forest", props, weather: "clear" });
  });

  it.each([
    ["There is no lighthouse in the harbour", { place: "harbour" }],
    ["No snow, no stars, and no night in the street", { time: "day", weather: "clear" }],
    ["The snow is gone from the street", { weather: "clear" }],
    ["The street has no rain any more", { weather: "clear" }],
  ])("place, hour and weather included: %s", (prompt, expected) => {
    expect(reading(prompt)).toMatchObject(expected);
  });
});
