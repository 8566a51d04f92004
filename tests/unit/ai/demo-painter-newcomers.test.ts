import { describe, expect, it } from "vitest";
import type { PaintRequest } from "@/lib/ai/painter";
import { compose } from "@/lib/demo-studio/painting/compose";
import { readScene } from "@/lib/demo-studio/painting/reading";

/** What two newcomers asked of the studio, and what was drawn. */
const order = (prompt: string, more: Partial<PaintRequest> = {}): PaintRequest => ({
  ...{ kind: "panel", prompt, artStyle: "", width: 300, height: 400, seed: "one", figures: [] },
  ...{ model: "any", attemptId: "attempt", ...more },
});
const reads = (prompt: string, more?: Partial<PaintRequest>) => readScene(order(prompt, more));
const place = (name: string, description: string) => ({ id: name, name, description });

describe("words as they are meant", () => {
  it.each([
    ["Odile rings the bell", []],
    ["Two sisters ring the bell in the tram", []],
    ["The bell rings", []],
    ["Odile finds a ring", ["ring"]],
    ["Odile looks at the rings", ["ring"]],
    ["She locks the door and books a room", ["door"]],
    ["She reads two books", ["book"]],
  ])("%s", (prompt, props) => expect(reads(prompt).props).toEqual(props));

  it("an animal has the colour that the prompt gives it", () => {
    const drawn = (prompt: string) => {
      const { back, front } = compose(order(`${prompt} sits in the street at noon.\nShot: full.`));
      return back + front;
    };
    expect(drawn("A black cat")).not.toBe(drawn("A white cat"));
    expect(drawn("A black cat")).not.toBe(drawn("A cat"));
  });
});

describe("where it is", () => {
  const depot = place(
    "The Disused Tram Depot by the River",
    "A disused tram depot by the river, full of fog, with a single lamp.",
  );
  const apiary = place(
    "The Stone Apiary",
    "A stone apiary on a slope: rows of wooden beehives beside a small chapel under a snowy pass.",
  );
  const roof = place("The Roof", "The roof: chimneys and the city spread out below.");
  it.each([
    [depot, "workshop"],
    [apiary, "farm"],
    [roof, "rooftop"],
    [place("The Tram", "The tram: an arched iron roof, long platforms."), "train"],
    [place("The Castle on the Hill", "Old walls."), "castle"],
  ])("%o", (location, expected) => {
    for (const prompt of ["Odile waits", "They watch the fog lift over the river."])
      expect(reads(prompt, { location }).place).toBe(expected);
  });
});
