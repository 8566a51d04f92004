/** What the demo painter reads from descriptions and prompts. */
import { describe, expect, it } from "vitest";
import type { PaintRequest } from "@/lib/ai/painter";
import { compose } from "@/lib/demo-studio/painting/compose";
import { appearanceOf } from "@/lib/demo-studio/painting/figures/appearance";
import { readScene } from "@/lib/demo-studio/painting/read-scene";
import { person, talk } from "./demo-painting";

describe("words of a description", () => {
  it.each([
    ["a woman with long red hair", { feminine: true, hair: "#b5482a", age: "adult" }],
    ["a man with short blonde curls and a full beard", { feminine: false, hair: "#e0b65c" }],
    ["an old man with a white beard and round glasses", { age: "elder", hair: "#eeeae2" }],
    ["a boy of nine in a green hoodie", { age: "child", top: "hoodie", topColor: "#4a8f4c" }],
    ["a woman in a yellow raincoat and blue jeans", { outer: "coat", outerColor: "#eec23a" }],
    ["a girl of about fifteen with a navy cap", { age: "teen", hat: "cap", hatColor: "#24355e" }],
    ["a detective with a fedora and a grey trench coat", { hat: "fedora", outerColor: "#848a92" }],
    [
      "a woman wearing a jacket in yellow and a wine-red scarf",
      { outerColor: "#eec23a", scarf: "#7a2236" },
    ],
    ["an astronaut in a white space suit", { hat: "bubble", top: "spacesuit" }],
    ["a small copper robot", { species: "robot", coat: "#b56a3a" }],
    ["a black cat with green eyes", { species: "cat", coat: "#2a292e" }],
    ["a woman with a black cat", { species: "human" }],
    ["a young man with dark brown skin", { skin: "#714b34" }],
  ])("%s", (description, expected) => {
    expect(appearanceOf(person("x", description))).toMatchObject(expected);
  });

  const bare = { hat: "none", outer: expect.stringMatching(/^(none|jacket)$/) };
  const mail = { hat: "captain", hatColor: "#3568b0", outer: "jacket", outerColor: "#3568b0" };
  it.each([
    ["a postman with a brown moustache", { species: "human", ...mail, feminine: false }],
    ["a postwoman with short hair", { ...mail, feminine: true }],
    ["a postman with a dog", { species: "human", ...mail }],
    ["a spaceman", { top: "spacesuit", hat: "bubble" }],
    ["a fireman", { hat: "hardhat", hatColor: "#c8312b", outer: "coat", outerColor: "#c99a2e" }],
    ["a baker with a cat", { species: "human", outer: "apron", hat: "none" }],
    ["a policewoman", { hat: "captain", outerColor: "#24355e", feminine: true }],
    ["a nurse", { top: "shirt", outer: "apron", hat: "none" }],
    ["a fisherman", { hat: "beanie", outer: "coat", outerColor: "#eec23a", feminine: false }],
    ["a police officer", { hat: "captain", outer: "jacket" }],
    ["a ship captain in a red coat", { hat: "captain", outer: "coat", outerColor: "#c8312b" }],
    ["an astronaut in a green dress", { top: "dress", topColor: "#4a8f4c" }],
    ["a chimney sweep with grey eyes", bare],
    ["a kingfisher breeder", bare],
    ["a German translator", { ...bare, species: "human" }],
    ["the daughter of a famous pirate", bare],
    ["a girl who dreams of being an astronaut", bare],
    ["the queen's gardener", { outer: "apron", hat: "wide" }],
    ["a clerk who likes to cook", bare],
    ["a horse trainer with a blue shirt", { species: "human" }],
    ["a girl in a bear suit", { species: "human" }],
  ])("%s wears no other figure's clothes", (description, expected) => {
    for (const seed of ["x", "y", "z"])
      expect(appearanceOf(person(seed, description))).toMatchObject(expected);
  });

  it("finds an occupation in a nickname, not in a family name", () => {
    const named = (name: string) => appearanceOf({ id: "x", name, description: "with red hair" });
    expect(named("The Postman")).toMatchObject(mail);
    expect(named("Captain Ines Verne")).toMatchObject({ hat: "captain" });
    expect(named("Anna Baker")).toMatchObject(bare);
  });

  it("draws glasses, beards and bald heads where they are described", () => {
    expect(appearanceOf(person("x", "a man with round glasses")).glasses).toMatch(/glasses/);
    expect(appearanceOf(person("x", "a man with an eye patch")).glasses).toBe("eyepatch");
    expect(appearanceOf(person("x", "a man with a moustache")).beard).toMatch(/moustache/);
    expect(appearanceOf(person("x", "a bald man")).head).toMatch(/noHair/);
    expect(appearanceOf(person("x", "a clean-shaven young man")).beard).toBeUndefined();
  });

  it("derives undescribed traits from the seed", () => {
    const looks = ["p", "q", "r", "s", "t", "u"].map((seed) =>
      appearanceOf(person(seed, "a person")),
    );
    expect(appearanceOf(person("p", "a person"))).toEqual(looks[0]);
    expect(new Set(looks.map(({ head }) => head)).size).toBeGreaterThan(2);
    expect(new Set(looks.map(({ topColor }) => topColor)).size).toBeGreaterThan(2);
  });
});

describe("words of a prompt", () => {
  const read = (prompt: string, change: Partial<PaintRequest> = {}) =>
    readScene(talk({ prompt, ...change }));

  it("finds location, time and weather", () => {
    expect(read("Wide shot in the old forest at night, thick fog")).toMatchObject({
      place: "forest",
      time: "night",
      weather: "fog",
    });
    expect(read("Mara runs through the library at dawn")).toMatchObject({
      place: "library",
      time: "dawn",
      air: "room",
    });
    expect(read("A steady rain falls over the harbour in the evening")).toMatchObject({
      place: "harbour",
      time: "dusk",
      weather: "rain",
    });
  });

  it("prefers the location to a word of the prompt", () => {
    const location = {
      id: "l",
      name: "The bar",
      description: "Bottles and low lamps. A train passes.",
    };
    expect(read("Vera thinks of the sea in the bar", { location }).place).toBe("tavern");
  });

  it("reads no part of another name as the location", () => {
    const location = { id: "l", name: "Ida's Kitchen", description: "A tram bell on the wall." };
    expect(read("The tram bell rings while Ida pours the tea", { location }).place).toBe("kitchen");
    expect(read("The tram bell rings in the kitchen").place).toBe("kitchen");
    expect(read("Ida finds a harbour master's hat in the attic").place).toBe("workshop");
    expect(read("A quiet talk in the tram").place).toBe("train");
  });

  it("reads the shot from its own line, and only from there", () => {
    const scene = (shot: string) => compose(talk({ prompt: "In the park", shot })).depth;
    expect(scene("establishing")).toBeLessThan(scene("close-up"));
    expect(read("In the park").props).toEqual([]);
  });

  it("reads no names or looks of figures as props", () => {
    const figures = [{ id: "k", name: "Key", description: "a man with a golden sword" }];
    expect(read("Key, a man with a golden sword, in the park", { figures }).props).toEqual([]);
    expect(read("She finds a key and a lantern").props).toEqual(["key", "lantern"]);
  });
});

it("an outfit dresses a figure instead of its usual clothes", () => {
  const mira = {
    id: "mira",
    name: "Mira",
    description: "A woman in a blue coat, red hair, a hat.",
  };
  const outfit = { name: "raincoat", description: "a yellow coat and black trousers" };
  const [usual, dressed] = [appearanceOf(mira), appearanceOf({ ...mira, outfit })];
  expect(dressed).toMatchObject({ outer: "coat", hat: "none", hair: usual.hair, skin: usual.skin });
  expect(dressed.outerColor).not.toBe(usual.outerColor);
});
