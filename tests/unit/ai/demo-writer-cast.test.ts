import { expect, it } from "vitest";
import { blank, scene, sheet } from "./demo-writing";

const names = ["Mara", "Old Tom", "Ilse", "Bo", "Rosa", "Finn", "Ada"];
const story = {
  ...blank,
  title: "Salt",
  description: "A harbour town.",
  characters: names.map((name) => sheet(name)),
  locations: ["North Pier", "The Old Forest", "The Market"].map((name) => sheet(name)),
};
const asked = [
  "A storm comes over the sea and the lamp goes out.",
  "Ada waits in the kitchen.",
  "嵐が海からやってきて、灯りが消える。",
];
const chosen = [
  { cast: ["Rosa"], locations: ["The Market"] },
  { cast: ["Finn", "Bo"], locations: [] },
  { cast: names.slice(0, 6), locations: ["The Market", "North Pier"] },
];

it.each(asked)("the chosen cast appears, in the chosen location: %s", async (prompt) => {
  for (const { cast, locations } of chosen) {
    for (const panels of [1, 2, 3, 4, 5, 6]) {
      const script = await scene(prompt, panels, story, { cast, locations });
      const seen = script.panels.flatMap(({ characters }) => characters);
      expect(seen).toEqual(expect.arrayContaining(cast));
      // No other character of the story appears unless the text names it.
      const others = names.filter((name) => !cast.includes(name) && !prompt.includes(name));
      expect(seen.filter((name) => others.includes(name))).toEqual([]);
      if (locations.length === 0) continue;
      expect(script.panels.every(({ location }) => locations.includes(location ?? ""))).toBe(true);
      const there = new Set(script.panels.map(({ location }) => location));
      expect(there.size).toBe(Math.min(panels, locations.length));
      expect(script.newLocations).toEqual([]);
    }
  }
});
