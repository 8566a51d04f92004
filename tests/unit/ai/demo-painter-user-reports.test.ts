import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { PaintRequest } from "@/lib/ai/painter";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import { chooseCamera, pictureSize } from "@/lib/demo-studio/painting/camera";
import { luminance } from "@/lib/demo-studio/painting/color";
import { compose } from "@/lib/demo-studio/painting/compose";
import {
  applyInstructions,
  editInstructionsIn,
} from "@/lib/demo-studio/painting/edit-instructions";
import { appearanceOf } from "@/lib/demo-studio/painting/figures/appearance";
import { castActors, drawCast } from "@/lib/demo-studio/painting/figures/cast";
import { chooseLight, restyle } from "@/lib/demo-studio/painting/light";
import { random } from "@/lib/demo-studio/painting/random";
import { readScene } from "@/lib/demo-studio/painting/read-scene";
import type { Stage } from "@/lib/demo-studio/painting/stage";
import people from "@/lib/demo-studio/writing/data/people.json";
import { isFullRun } from "@/tests/support/full-run";
import { paintOrder } from "./demo-painting";

/** Requests of two new users, and the pictures that they got. */
const order = (prompt: string, more: Partial<PaintRequest> = {}) => paintOrder({ prompt, ...more });
const reads = (prompt: string, more?: Partial<PaintRequest>) => readScene(order(prompt, more));
const place = (name: string, description: string) => ({ id: name, name, description });

describe("words by their sense", () => {
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

describe("the weather as described", () => {
  it.each([
    ["It drizzles on the quay", "rain"],
    ["Sleet over the harbour", "snow"],
    ["A breezy morning by the sea", "wind"],
    ["A sunny afternoon", "clear"],
    ["After the storm they walk home", "clear"],
    ["No rain for weeks", "clear"],
    ["Mara in a yellow raincoat", "clear"],
    ["A rainbow over the village", "clear"],
    ["A storm lantern on the table", "clear"],
    ["They build a snowman", "clear"],
  ])("%s: %s", (prompt, weather) => expect(reads(prompt).weather).toBe(weather));
});

describe("things that look like other things, and skies", () => {
  it.each([
    ["A cake shaped like a dragon", "props", ["cake"]],
    ["A castle that looks like a cat", "props", []],
    ["An astronaut walks on the Moon", "place", "planet"],
    ["Robots on Saturn look for water", "place", "planet"],
    ["A rocket lands on Pluto", "place", "planet"],
    ["Mara watches the moon over the harbour", "place", "harbour"],
    ["Mara walks home through a snowstorm", "air", "open"],
  ] as const)("%s: %s is %j", (prompt, field, wanted) =>
    expect(reads(prompt)[field]).toEqual(wanted),
  );

  it.each(["rain", "storm", "snow", "fog", "overcast"])("no blue sky by day: %s", (weather) => {
    const [red = 0, , blue = 1] = chooseLight(reads(`A village at noon, ${weather}`), 1).sky[0];
    expect(blue - red).toBeLessThan(0.25);
  });
});

describe("the location", () => {
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

describe("pictures of a roof", () => {
  const known = [
    [300, 400],
    [450, 300],
    [400, 300],
    [400, 400],
  ] as const;
  const sizes = isFullRun ? known : known.slice(0, 2);
  it.each(["establishing", "wide", "full", "medium", "close-up"])(
    "%s: no bare paper",
    async (shot) => {
      for (const [width, height] of sizes)
        for (const time of ["at noon", "at night"]) {
          const prompt = `Ellis walks on the roof ${time}.\nShot: ${shot}.`;
          const { back, front } = compose(order(prompt, { width, height }));
          const layers = [{ input: Buffer.from(front) }];
          const whole = sharp(Buffer.from(back)).composite(layers).png({ compressionLevel: 1 });
          const { channels } = await sharp(await whole.toBuffer()).stats();
          expect(channels[3]?.min).toBeGreaterThan(250);
        }
    },
  );
});

describe("birds and bears", () => {
  const looks = (description: string) => appearanceOf({ id: "one", name: "Stelz", description });
  it.each([
    ["A heron", "bird"],
    ["An old stork with a red scarf", "bird"],
    ["A magpie", "bird"],
    ["A little robin", "bird"],
    ["A white swan", "bird"],
    ["An eagle", "bird"],
    ["A snowy owl", "owl"],
    ["A polar bear cub", "bear"],
    ["An old badger in a waistcoat", "bear"],
    ["A quokka with soft brown fur and round ears", "bear"],
    ["A hoopoe with orange feathers", "bird"],
    ["A lioness in a red scarf", "bear"],
    ["A young tigress", "cat"],
    ["An old mammoth", "bear"],
    ["A little bumblebee with a satchel", "bird"],
    ["A grasshopper in a top hat", "frog"],
    ["A tall stranger in a coat with a fur collar", "human"],
    ["Robin, a boy in a red coat", "human"],
    ["A heron keeper in rubber boots", "human"],
  ])("%s", (description, species) => expect(looks(description).species).toBe(species));

  it("whatever the writer calls an animal is painted as one", () => {
    const row = people.roles.find((roles) => roles.startsWith("neutral young animal: ")) ?? "";
    const nouns = row.split(": ")[1]?.split(" ") ?? [];
    expect(nouns.length).toBeGreaterThan(100);
    expect(nouns.filter((noun) => looks(`A ${noun}`).species === "human")).toEqual([]);
  });

  it("a small dragon is small, and no wing hides anybody", () => {
    const figure = (id: string, description: string) => ({ id, name: id, description });
    const { width, height } = pictureSize(768, 1024);
    const camera = chooseCamera("full", 3, { width, height }, random("camera"));
    const cast = (...descriptions: string[]) => {
      const figures = descriptions.map((description, index) => figure(`${index}`, description));
      return castActors(order("They stand in the street", { figures }), camera, "classic", false);
    };
    const [large, small] = ["A dragon", "A small dragon"].map((one) => cast(one)[0]?.scale ?? 0);
    expect(small).toBeLessThan((large ?? 0) * 0.55);
    const distances: number[] = [];
    const stage = {
      light: chooseLight(reads("noon"), 1),
      camera,
      reading: reads("noon"),
      height,
      put: (z: number) => distances.push(z),
    };
    drawCast(stage as unknown as Stage, cast("A man", "A red dragon", "A woman"));
    expect(distances[1]).toBe(Math.max(...distances));
  });

  it("a polar bear is white, whatever its age", () => {
    const { coat } = looks("A white bear");
    for (const bear of ["A polar bear", "A polar bear cub"]) expect(looks(bear).coat).toBe(coat);
    expect(looks("A bear cub").coat).not.toBe(coat);
  });
});

describe("daylight in film noir", () => {
  const light = (prompt: string) => {
    const reading = reads(prompt, { artStyle: "film noir" });
    return restyle(chooseLight(reading, 1), "noir", reading);
  };
  it("is drawn where it is requested, and nowhere else", () => {
    const day = light("Ada walks in the street in the morning, bright sunshine.");
    const usual = light("Ada walks in the street.");
    expect(day).toMatchObject({ lamps: false, body: "sun" });
    expect(usual).toMatchObject({ lamps: true, body: "moon" });
    expect(luminance(day.sky[1])).toBeGreaterThan(0.4);
    expect(luminance(usual.sky[1])).toBeLessThan(0.2);
  });
});

describe("changes in words", () => {
  const zlata = {
    id: "zlata",
    name: "Zlata",
    description: "An old man with a grey beard, a long ponytail, a rust coat.",
  };
  const portrait = (prompt: string) => {
    const before = order("Zlata", { kind: "character", figures: [zlata] });
    const after = editInstructionsIn(prompt).reduce(
      (all, wish) => applyInstructions(all, wish)[0] ?? all,
      before,
    );
    return appearanceOf(after.figures[0] ?? zlata);
  };
  const first = appearanceOf(zlata);

  it("the latest change of a figure wins, the rest stays as it was", () => {
    const changed = portrait("She is a woman without a beard, and her coat is brown");
    expect(changed).toMatchObject({ feminine: true, beard: undefined, skin: first.skin });
    expect(changed.outerColor).toBe(
      appearanceOf({ ...zlata, description: "a brown coat" }).outerColor,
    );
  });

  it("a changed portrait is painted in scenes too", () => {
    const looks = (description: string) => appearanceOf({ ...zlata, description });
    const told = looks(
      "A woman with short grey hair and a red coat. Changed since: Make her hair black. Changed since: Her coat is green",
    );
    const { hair, outerColor } = looks("a woman with black hair and a green coat");
    expect(told).toMatchObject({ hair, outerColor });
  });

  it("short hair replaces a ponytail, and age is drawn", () => {
    const changed = portrait("A young woman with short white hair");
    expect(changed).toMatchObject({ feminine: true, age: "adult", skin: first.skin });
    expect(changed.beard).toBeUndefined();
    expect(changed.head).not.toBe(first.head);
    expect(portrait("A teenager")).toMatchObject({ age: "teen" });
  });

  it("an object has the requested colour", () => {
    const drawn = (prompt: string) => {
      const from = order("Zlata in the street at noon.\nShot: full.", { figures: [zlata] });
      const all = editInstructionsIn(prompt).reduce(
        (made, one) => applyInstructions(made, one).at(-1) ?? made,
        from,
      );
      const { back, front } = compose(all);
      return back + front;
    };
    const [red, blue, plain] = ["a red", "a blue", "an"].map((one) =>
      drawn(`Make it snow, and give her ${one} umbrella`),
    );
    expect(blue).not.toBe(plain);
    expect(blue).not.toBe(red);
  });

  /** The picture of a request, changed in words. */
  const repaint = (from: PaintRequest, prompt: string) => {
    const painter = createDemoPainter();
    const loadProvenance = async () => ({ ...from, model: painter.name, changes: [] });
    const initialImage = { bytes: new Uint8Array(), mediaType: "image/png", loadProvenance };
    return painter.make(order(prompt, { kind: "free", initialImage }));
  };

  it("removes the beard for 'without a beard'", async () => {
    const from = order("Zlata in the street.\nShot: full.", {
      figures: [{ ...zlata, description: "An old woman." }],
    });
    expect((await repaint(from, "Make it snow, no beard")).note).toBeUndefined();
  });

  it("a removal is one instruction, and the names of the others are none", async () => {
    const queen = { id: "q", name: "The Queen", description: "A woman with a gold crown." };
    const ivo = { id: "i", name: "Ivo", description: "A boy in a yellow coat." };
    const old = { ...zlata, description: "An old woman in a rust coat." };
    const from = order("Zlata, Ivo and the queen in the snow.\nShot: full.", {
      figures: [old, ivo, queen],
    });
    const prompt = "Remove the woman with the crown: only Zlata and Ivo are there";
    const { figures } =
      applyInstructions(from, editInstructionsIn(prompt)[0] ?? { text: "", away: true })[0] ?? from;
    expect(figures.map(({ name }) => name)).toEqual(["Zlata", "Ivo"]);
    const made = await repaint(from, prompt);
    expect(made.note).toBeUndefined();
    expect(made.faces.map(({ name }) => name).toSorted()).toEqual(["Ivo", "Zlata"]);
  });
});
