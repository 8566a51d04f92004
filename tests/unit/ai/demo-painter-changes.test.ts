import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { PaintedFigure, PaintRequest, PictureProvenance } from "@/lib/ai/painter";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import {
  applyInstructions,
  editInstructionsIn,
} from "@/lib/demo-studio/painting/edit-instructions";
import { appearanceOf } from "@/lib/demo-studio/painting/figures/appearance";
import { readScene } from "@/lib/demo-studio/painting/read-scene";
import { paintOrder } from "./demo-painting";

const painter = createDemoPainter();
const waldo: PaintedFigure = {
  id: "waldo",
  name: "Waldo",
  description: "A brown pigeon with amber eyes. He lives over the bakery.",
};
const rosa: PaintedFigure = {
  id: "rosa",
  name: "Rosa",
  description: "An old baker with white hair, a blue coat and a straw hat.",
};
const square = "Full shot of Rosa and Waldo in the village at noon, steady rain. A bench.";
const order = (change: Partial<PaintRequest> = {}) =>
  paintOrder({ prompt: `${square}\nShot: full.`, figures: [rosa, waldo], ...change });

/** The picture as it is drawn once all wishes are granted as the studio would try first. */
const granted = (prompt: string, change: Partial<PaintRequest> = {}) =>
  editInstructionsIn(prompt).reduce(
    (request, wish) => applyInstructions(request, wish)[0] ?? request,
    order(change),
  );
const looks = (prompt: string, who: string, change?: Partial<PaintRequest>) => {
  const figure = granted(prompt, change).figures.find(({ id }) => id === who);
  return figure && appearanceOf(figure);
};

/** A picture, and the same with a change: how much they differ, and what is said of it. */
async function changed(prompt: string, first: Partial<PaintRequest> = {}, changes: string[] = []) {
  const { kind, artStyle, seed, figures, location, ...asked } = order(first);
  const before = await painter.make({ ...asked, kind, artStyle, seed, figures, location });
  const from: PictureProvenance = {
    kind,
    prompt: asked.prompt,
    artStyle,
    seed,
    figures,
    location,
    model: painter.name,
    changes,
  };
  const initialImage = { ...before, loadProvenance: async () => from };
  const request = order({ ...first, kind: "free", figures: [], location: undefined });
  const after = await painter.make({ ...request, seed: "two", prompt, initialImage });
  const [one, two] = await Promise.all(
    [before, after].map(({ bytes }) => sharp(bytes).raw().toBuffer()),
  );
  const sum = one?.reduce((total, value, at) => total + Math.abs(value - (two?.[at] ?? 0)), 0) ?? 0;
  return { before, after, note: after.note, difference: sum / (one?.length ?? 1) };
}

describe("words of a change", () => {
  it.each([
    ["stop the rain", [], ["stop the rain"]],
    [
      "Make it evening with a golden sunset, and stop the rain",
      ["Make it evening", "a golden sunset"],
      ["stop the rain"],
    ],
    ["No hat and a red scarf", ["a red scarf"], ["No hat"]],
    ["Remove the bench and the rain", [], ["Remove the bench", "the rain"]],
    ["take his hat off, please", [], ["take his hat off"]],
    ["without people", [], ["without people"]],
  ])("%s", (prompt, wanted, away) => {
    const wishes = editInstructionsIn(prompt);
    const texts = (rid: boolean) =>
      wishes.filter((one) => one.away === rid).map(({ text }) => text);
    expect([texts(false), texts(true)]).toEqual([wanted, away]);
  });

  it.each([
    ["stop the rain", { weather: "clear", time: "day" }],
    ["no more rain, snow instead", { weather: "snow" }],
    ["Make it evening with a golden sunset, and stop the rain", { weather: "clear", time: "dusk" }],
    ["make it night", { weather: "rain", time: "night" }],
    ["fog", { weather: "fog" }],
    ["remove the bench", { props: [] }],
    ["add a bicycle", { props: ["bicycle", "bench"] }],
  ])("change light, weather and things: %s", (prompt, expected) => {
    expect(readScene(granted(prompt))).toMatchObject(expected);
  });

  it("remove the rain of a location, too", () => {
    const location = { id: "p", name: "The Square", description: "Rain falls on the stones." };
    expect(readScene(granted("stop the rain", { location })).weather).toBe("clear");
  });

  it.each([
    ["without people", []],
    ["remove the pigeon", ["rosa"]],
    ["no Rosa", ["waldo"]],
    ["remove the hat", ["rosa", "waldo"]],
  ])("remove people: %s", (prompt, left) => {
    expect(granted(prompt).figures.map(({ id }) => id)).toEqual(left);
  });

  it("colours apply to the adjacent word, and to its owner", () => {
    const pigeon = looks("Grey feathers and a red scarf", "waldo", { figures: [waldo] });
    expect(pigeon).toMatchObject({ species: "bird", coat: "#848a92", scarf: "#c8312b" });
    expect(looks("Grey feathers", "waldo")).toMatchObject({ species: "bird", coat: "#848a92" });
    expect(looks("Grey feathers", "rosa")).toEqual(appearanceOf(rosa));
    expect(looks("a red coat", "rosa")).toMatchObject({ outer: "coat", outerColor: "#c8312b" });
    expect(looks("black hair", "rosa")).toMatchObject({ hair: "#231d22", hat: "wide" });
    expect(looks("remove the hat", "rosa")).toMatchObject({ hat: "none", outerColor: "#3568b0" });
    // The rest of the sentence is no part of the change.
    expect(looks("no hat 2", "rosa")).toEqual(looks("no hat", "rosa"));
    expect(looks("give Waldo a green scarf", "waldo")).toMatchObject({ scarf: "#4a8f4c" });
    expect(looks("make the pigeon white", "waldo")).toMatchObject({ coat: "#f2efe8" });
    // A scarf is not what its wearer is made of.
    const scarf = { ...waldo, description: "A pigeon with amber eyes, wearing a red neckerchief." };
    expect(appearanceOf(scarf).coat).toBe(
      appearanceOf({ ...waldo, description: "A pigeon." }).coat,
    );
    expect(appearanceOf(scarf).scarf).toBe("#c8312b");
  });
});

describe("a picture of the demo studio", () => {
  it("is redrawn without the rain, with the same people at the same location", async () => {
    const dry = await changed("stop the rain");
    const plain = await painter.make(
      order({ prompt: `Clear sky. ${square.replace("rain", "")}\nShot: full.` }),
    );
    expect(dry.note).toBeUndefined();
    expect(dry.difference).toBeGreaterThan(3);
    expect(dry.after.faces).toEqual(dry.before.faces);
    expect(dry.after.faces).toEqual(plain.faces);
  });

  it("keeps earlier changes", async () => {
    const once = await changed("stop the rain");
    const twice = await changed("add a bicycle", {}, ["stop the rain"]);
    const only = await changed("add a bicycle");
    expect(twice.difference).toBeGreaterThan(once.difference);
    expect(twice.difference).not.toBe(only.difference);
  });

  it("draws a scarf on every figure that can wear one, in a portrait too", async () => {
    for (const description of ["A brown pigeon.", "A brown owl.", "A brown dog.", "A woman."]) {
      const figures = [{ ...waldo, description }];
      const { note, difference } = await changed("a red scarf", { kind: "character", figures });
      expect(note, description).toBeUndefined();
      expect(difference, description).toBeGreaterThan(0.1);
    }
  });

  it("names what it cannot draw, and draws the rest", async () => {
    const { note, difference } = await changed("Add a hovercraft, and stop the rain");
    expect(note).toBe("I cannot draw “Add a hovercraft” yet.");
    // They come with the night.
    expect(
      (await changed("Make it night, with stars", {}, ["stop the rain"])).note,
    ).toBeUndefined();
    expect(difference).toBeGreaterThan(3);
  });
});

describe("a picture that another model drew", () => {
  const initialImage = {
    bytes: new Uint8Array(),
    mediaType: "image/png",
    loadProvenance: async () => ({ ...order(), model: "another", changes: [] }),
  };

  it("gets other light, and the note claims no more", async () => {
    const create = { width: 60, height: 80, channels: 3, background: "#808080" } as const;
    const bytes = await sharp({ create }).png().toBuffer();
    const ask = (prompt: string) =>
      painter.make(order({ prompt, kind: "free", initialImage: { ...initialImage, bytes } }));
    expect((await ask("make it night")).note).toBeUndefined();
    const feathers = await ask("Grey feathers and a red scarf, stop the rain");
    expect(feathers.note).toBe(
      "I cannot draw “Grey feathers”, “a red scarf”, “stop the rain” yet.",
    );
    // Nothing of it turns the picture dim.
    const [mean] = (await sharp(feathers.bytes).stats()).channels;
    expect(mean?.mean).toBeCloseTo(128, -1);
  });
});
