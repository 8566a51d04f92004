import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { FractionBox, PaintedFigure, PaintRequest } from "@/lib/ai/painter";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import { chooseCamera, pictureSize } from "@/lib/demo-studio/painting/camera";
import { compose } from "@/lib/demo-studio/painting/compose";
import { appearanceOf } from "@/lib/demo-studio/painting/figures/appearance";
import { castActors } from "@/lib/demo-studio/painting/figures/cast";
import { random } from "@/lib/demo-studio/painting/random";
import { readScene } from "@/lib/demo-studio/painting/read-scene";
import { placeBubbles, placementWidth } from "@/lib/scenes/bubbles/placement";

const person = (id: string, description: string): PaintedFigure => ({
  id,
  name: `Name ${id}`,
  description,
});

/** The shot stands in the prompt, as everybody tells a painter. */
const order = ({
  shot = "full",
  prompt = "They talk in the village",
  ...change
}: Partial<PaintRequest> & { shot?: string } = {}): PaintRequest => ({
  kind: "panel",
  prompt: shot ? `${prompt}\nShot: ${shot}.` : prompt,
  artStyle: "",
  width: 768,
  height: 1024,
  seed: "one",
  figures: [],
  model: "",
  attemptId: "a",
  ...change,
});

const four = [
  person("a", "A tall man with a brown beard and a red shirt"),
  person("b", "A woman with long black hair and a blue dress"),
  person("c", "A boy of nine with a striped sweater"),
  person("d", "An old woman with grey hair and glasses"),
];

const six = [
  ...four,
  person("e", "A small copper robot"),
  person("f", "A black cat with green eyes"),
];

const overlap = (a: FractionBox, b: FractionBox) => {
  const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? (w * h) / Math.min(a.width * a.height, b.width * b.height) : 0;
};

const shots = ["establishing", "wide", "full", "medium", "close-up"];

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
    readScene(order({ prompt, ...change }));

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
    const scene = (shot: string) => compose(order({ prompt: "In the park", shot })).depth;
    expect(scene("establishing")).toBeLessThan(scene("close-up"));
    expect(read("In the park").props).toEqual([]);
  });

  it("reads no names or looks of figures as props", () => {
    const figures = [{ id: "k", name: "Key", description: "a man with a golden sword" }];
    expect(read("Key, a man with a golden sword, in the park", { figures }).props).toEqual([]);
    expect(read("She finds a key and a lantern").props).toEqual(["key", "lantern"]);
  });
});

describe("figures in the frame", () => {
  it.each(shots)("%s: every figure is in the picture and no face covers another", (shot) => {
    for (let count = 1; count <= six.length; count++) {
      for (const [width, height] of [
        [768, 1024],
        [1024, 683],
        [1024, 1024],
      ] as const) {
        const { faces } = compose(order({ shot, width, height, figures: six.slice(0, count) }));
        expect(faces).toHaveLength(count);
        for (const [at, { box }] of faces.entries()) {
          expect(box.x).toBeGreaterThanOrEqual(0);
          expect(box.y).toBeGreaterThan(0);
          expect(box.x + box.width).toBeLessThanOrEqual(1);
          expect(box.y + box.height).toBeLessThan(1);
          expect(box.width * box.height).toBeGreaterThan(0);
          for (const other of faces.slice(at + 1))
            expect(overlap(box, other.box)).toBeLessThan(0.12);
        }
      }
    }
  });

  it("moves closer from shot to shot", () => {
    const heights = shots.map((shot) => {
      const { faces } = compose(order({ shot, figures: four.slice(0, 1) }));
      return faces[0]?.box.height ?? 0;
    });
    for (let at = 1; at < heights.length; at++) {
      expect(heights[at]).toBeGreaterThan((heights[at - 1] ?? 1) * 1.35);
    }
  });

  it("reports the positions of heads, in the order of the request", () => {
    const { faces } = compose(order({ figures: four.slice(0, 3) }));
    expect(faces.map(({ name }) => name)).toEqual(["Name a", "Name b", "Name c"]);
  });

  it("keeps every head in the picture, with its own name, including animals and namesakes", () => {
    const figures = [
      { id: "h", name: "Anna", description: "a white horse" },
      { id: "b", name: "Anna Berg", description: "a woman with a top hat" },
      { id: "l", name: "Anna Lind", description: "a green dragon" },
    ];
    for (const kind of ["panel", "character"] as const)
      for (const shot of shots)
        for (const seed of ["one", "two", "three", "four"])
          for (const count of [1, 3]) {
            const shown = figures.slice(0, count);
            const { faces } = compose(order({ kind, shot, seed, figures: shown }));
            expect(faces.map(({ name }) => name)).toEqual(shown.map(({ name }) => name));
            for (const { box } of faces)
              expect(Math.min(box.width * 768, box.height * 1024)).toBeGreaterThan(8);
          }
  });

  it("separates the actions of namesakes", () => {
    const figures = [
      { id: "b", name: "Anna Berg", description: "a woman" },
      { id: "l", name: "Anna Lind", description: "a woman" },
    ];
    const prompt = "Anna Berg runs away. Anna Lind waves.";
    const { width, height } = pictureSize(768, 1024);
    const camera = chooseCamera("full", 2, { width, height }, random("camera"));
    const actors = castActors(order({ prompt, figures }), camera, "classic", false);
    expect(actors.map(({ pose }) => pose.name)).toEqual(["run", "wave"]);
  });

  it("points the tail of each bubble at its speaker", () => {
    const far = (tip: { x: number; y: number }, box: FractionBox) =>
      Math.hypot(
        Math.max(box.x - tip.x, 0, tip.x - box.x - box.width) * 768,
        Math.max(box.y - tip.y, 0, tip.y - box.y - box.height) * 1024,
      );
    const texts = [
      "RUN!",
      "It came from the lamp room, and I am sure that nobody was there.",
      "No?",
    ];
    for (const shot of shots)
      for (const count of [2, 3, 4])
        for (const seed of ["one", "two", "three", "four", "five"]) {
          const { faces } = compose(order({ shot, seed, figures: six.slice(6 - count) }));
          const lines = texts.map((text, at) => ({
            speaker: faces[at % 2]?.name ?? "",
            kind: "speech" as const,
            text,
          }));
          const panel = { width: placementWidth, height: Math.round((placementWidth * 4) / 3) };
          for (const { speaker, style } of placeBubbles({ lines, faces, panel, idOf: String })) {
            const tip = style.tailTip;
            if (!tip) throw new Error("no tail");
            const nearest = [...faces].sort((a, b) => far(tip, a.box) - far(tip, b.box))[0];
            expect(nearest?.name).toBe(speaker);
          }
        }
  });

  it("draws no figure in the picture of a location, and no text anywhere", () => {
    const place = compose(order({ kind: "location", figures: four.slice(0, 1) }));
    expect(place.faces).toEqual([]);
    for (const composition of [place, compose(order({ figures: four }))]) {
      expect(composition.back + composition.front).not.toMatch(
        /<text|<image|foreignObject|NaN|undefined/,
      );
    }
  });

  it("shows the same face in two panels of different scenes", async () => {
    const painter = createDemoPainter();
    const figures = [person("same", "A woman with red hair and a green coat")];
    const crop = async (prompt: string, seed: string) => {
      const image = await painter.make(order({ prompt, seed, shot: "close-up", figures }));
      const box = image.faces[0]?.box;
      if (!box) throw new Error("no face");
      const left = Math.round((box.x + box.width * 0.2) * 768);
      const top = Math.round((box.y + box.height * 0.1) * 1024);
      const { dominant } = await sharp(image.bytes)
        .extract({
          left,
          top,
          width: Math.round(box.width * 600 * 0.7),
          height: Math.round(box.height * 140),
        })
        .stats();
      return dominant;
    };
    const [one, other] = [
      await crop("in the park at noon", "a"),
      await crop("in a kitchen at noon", "b"),
    ];
    // Red hair rules the upper part of the head in both.
    for (const color of [one, other]) expect(color.r).toBeGreaterThan(color.b + 60);
  });

  it("never writes a broken number, whatever the request", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.string({ maxLength: 40 }),
        fc.constantFrom(...shots, "detail", ""),
        fc.integer({ min: 64, max: 2048 }),
        fc.integer({ min: 64, max: 2048 }),
        fc.constantFrom("panel", "character", "location", "free") as fc.Arbitrary<
          PaintRequest["kind"]
        >,
        (prompt, description, shot, width, height, kind) => {
          const figures = [person(description, description)];
          const { back, front, faces } = compose(
            order({ prompt, shot, width, height, kind, figures }),
          );
          expect(back + front).not.toMatch(/NaN|undefined|Infinity|<text/);
          for (const { box } of faces) {
            for (const value of Object.values(box)) {
              expect(value).toBeGreaterThanOrEqual(0);
              expect(value).toBeLessThanOrEqual(1);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);
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
