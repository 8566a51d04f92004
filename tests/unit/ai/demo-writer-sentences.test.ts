import { describe, expect, it } from "vitest";
import { blank, scene } from "./demo-writing";

/** The visible content of a scene: its cast, narration and dialogue, its pictures and locations. */
async function seen(prompt: string) {
  const { description, newCharacters, newLocations, panels } = await scene(prompt);
  const spoken = panels.flatMap(({ lines }) => lines);
  const names = newCharacters.map(({ name }) => name);
  // Invented names may be others one day: A is the first of the cast, B the second.
  const plain = (words: string) =>
    names.reduce((told, name, at) => told.replaceAll(name, "ABCDE"[at] ?? name), words);
  return {
    cast: newCharacters.map(({ name, title }) => `${name} (${title})`),
    places: newLocations.map(({ name }) => name),
    description: plain(description),
    told: spoken.filter(({ kind }) => kind === "narration").map((line) => plain(line.text)),
    said: spoken.filter(({ kind }) => kind === "speech").map((l) => `${l.speaker}: ${l.text}`),
    // Behind who, where and when stands what happens.
    shown: panels.map(({ imagePrompt }) => plain(imagePrompt)).join(" "),
  };
}

describe("the scene that a prompt produces", () => {
  it.each<[prompt: string, told: string[], shown: string[]]>([
    [
      "Find the key and bring it home.",
      ["Find the key.", "Bring it home."],
      ["A finds the key.", "A brings it home."],
    ],
    ["Two kids run.", ["A and B run."], ["A and B run."]],
    [
      "While rain falls, Mara opens the door.",
      ["While rain falls.", "A opens the door."],
      ["A opens the door.", "steady rain"],
    ],
    [
      "Snow falls on the harbour at night; the lighthouse keeper lights the lamp.",
      ["Snow falls on the harbour at night.", "The lighthouse keeper lights the lamp."],
      ["Snow falls on the harbour."],
    ],
    [
      "An astronaut walks alone on a red planet and finds a door.",
      ["A, an astronaut, walks alone on a red planet.", "A finds a door."],
      ["A walks alone.", "A finds a door."],
    ],
    [
      "The tram bell rings in the kitchen while Ida pours the tea.",
      ["The tram bell rings in the kitchen.", "A pours the tea."],
      ["A pours the tea."],
    ],
    [
      "A quiet valley with a river and an old stone bridge, seen from a hill at dawn.",
      ["A quiet valley with a river and an old stone bridge, seen from a hill at dawn."],
      [],
    ],
    [
      "I walked into the bar and ordered my usual.",
      ["I walked into the bar.", "A ordered my usual."],
      ["A walks into the bar", "A orders"],
    ],
    [
      "A girl who can talk to birds finds a broken robot in the attic.",
      ["A, a girl who can talk to birds, finds a broken robot in the attic."],
      ["A finds a broken robot."],
    ],
  ])("%s", async (prompt, told, shown) => {
    const drawn = await seen(prompt);
    for (const sentence of told) expect(drawn.told).toContain(sentence);
    for (const words of shown) expect(drawn.shown).toContain(words);
  });

  it.each<[prompt: string, said: string[], untold: RegExp]>([
    [
      'The old man opens the gate. "You are late," he says softly.',
      ["The Old Man: You are late."],
      /softly/iu,
    ],
    ['"Come in," says Mara quietly. Tom shuts the door.', ["Mara: Come in."], /quietly/iu],
    ['Mara waits. Tom arrives. "Too late," she says.', ["Mara: Too late."], /says/iu],
    ["“Where is my ring?” asks Rosa.", ["Rosa: Where is my ring?"], /asks|ring/iu],
    ['"Tell her tonight," says the doctor. Ida nods.', ["The Doctor: Tell her tonight."], /says/iu],
  ])("names the speaker and strips the manner of speaking: %s", async (prompt, said, untold) => {
    const drawn = await seen(prompt);
    for (const line of said) expect(drawn.said).toContain(line);
    expect(drawn.told.join(" ")).not.toMatch(untold);
  });

  it.each<[prompt: string, cast: (string | RegExp)[], place?: string]>([
    ["Two kids run.", [/./u, /./u]],
    [
      "Two grandmothers argue over a recipe in a sunny kitchen.",
      [/\(Grandmother\)/u, /\(Grandmother\)/u],
      "The Sunny Kitchen",
    ],
    [
      "Snow falls; the lighthouse keeper lights the lamp.",
      ["The Lighthouse Keeper (Lighthouse keeper)"],
    ],
    [
      "A young fox named Pip meets Captain Ines Verne in the old forest.",
      ["Pip (Young fox)", "Captain Ines Verne (Captain)"],
      "The Old Forest",
    ],
    [
      "An old clockmaker repairs the clock with his granddaughter.",
      [/\(Old clockmaker\)/u, /\(.+'s granddaughter\)/u],
    ],
    ["A tram bell rings while Nell waits in the library.", [/^Nell/u], "The Library"],
    ["Bob is a snail. He wants to win the race.", ["Bob (Snail)"]],
    [
      "Mira, a girl with a red scarf, climbs the lighthouse and meets the old fisherman Otto.",
      ["Mira (Girl with a red scarf)", "Otto (Old fisherman)"],
    ],
  ])("finds the cast and the location: %s", async (prompt, cast, place) => {
    const drawn = await seen(prompt);
    expect(drawn.cast).toEqual(
      cast.map((one) => (typeof one === "string" ? one : expect.stringMatching(one))),
    );
    if (place) expect(drawn.places).toEqual([place]);
  });

  it.each([
    "Back at the bakery Waldo drops the golden ring on the counter.",
    "Late in the evening Waldo drops the golden ring.",
  ])("no action is read as a written instruction: %s", async (prompt) => {
    const { told, shown } = await seen(prompt);
    expect(told.join(" ")).toContain(prompt.replace("Waldo", "A"));
    expect(told.join(" ")).not.toContain("A note says");
    expect(shown).toContain("A drops the golden ring");
    expect(shown).not.toContain("folded note");
  });

  it("a sign with words is no speaker", async () => {
    const { said, told } = await seen("A sign says that the bakery is closed.");
    expect(told).toContain("A sign says that the bakery is closed.");
    expect(said.join(" ")).not.toContain("closed");
  });

  it("no line is repeated in a story", async () => {
    const scenes: (typeof blank.scenes)[number][] = [];
    const lines: string[] = [];
    for (let sceneNumber = 1; sceneNumber < 8; sceneNumber += 1) {
      const prompt = "Rosa and Waldo wait in the park.";
      const { panels } = await scene(prompt, 4, { ...blank, scenes });
      const said = panels.flatMap((panel) => panel.lines.map(({ text }) => text));
      // The author's narration is in each scene that it is written for.
      lines.push(...said.filter((line) => line !== prompt && !/^The park/.test(line)));
      scenes.push({ sceneNumber, title: `Scene ${sceneNumber}`, description: prompt, lines: said });
    }
    expect(lines.length).toBeGreaterThan(12);
    expect(lines.filter((line, at) => lines.indexOf(line) < at && line !== "…")).toEqual([]);
  });

  it("a description stays one sentence", async () => {
    const { description } = await seen(
      "In a small town by the sea, where the fog never lifts, an old clockmaker repairs the tower clock with his granddaughter.",
    );
    expect(description).toContain(
      "In a small town by the sea, where the fog never lifts, A, an old clockmaker, repairs the tower clock with his granddaughter.",
    );
  });
});
