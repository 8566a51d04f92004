import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { FractionBox, PaintRequest } from "@/lib/ai/painter";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import { chooseCamera, pictureSize } from "@/lib/demo-studio/painting/camera";
import { compose } from "@/lib/demo-studio/painting/compose";
import { castActors } from "@/lib/demo-studio/painting/figures/cast";
import { random } from "@/lib/demo-studio/painting/random";
import { placeBubbles, placementWidth } from "@/lib/scenes/bubbles/placement";
import { runs } from "@/tests/support/full-run";
import { person, talk } from "./demo-painting";

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

describe("figures in the frame", () => {
  it.each(shots)("%s: every figure is in the picture and no face covers another", (shot) => {
    for (let count = 1; count <= six.length; count++) {
      for (const [width, height] of [
        [768, 1024],
        [1024, 683],
        [1024, 1024],
      ] as const) {
        const { faces } = compose(talk({ shot, width, height, figures: six.slice(0, count) }));
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
      const { faces } = compose(talk({ shot, figures: four.slice(0, 1) }));
      return faces[0]?.box.height ?? 0;
    });
    for (let at = 1; at < heights.length; at++) {
      expect(heights[at]).toBeGreaterThan((heights[at - 1] ?? 1) * 1.35);
    }
  });

  it("reports the positions of heads, in the order of the request", () => {
    const { faces } = compose(talk({ figures: four.slice(0, 3) }));
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
            const { faces } = compose(talk({ kind, shot, seed, figures: shown }));
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
    const actors = castActors(talk({ prompt, figures }), camera, "classic", false);
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
          const { faces } = compose(talk({ shot, seed, figures: six.slice(6 - count) }));
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
    const place = compose(talk({ kind: "location", figures: four.slice(0, 1) }));
    expect(place.faces).toEqual([]);
    for (const composition of [place, compose(talk({ figures: four }))]) {
      expect(composition.back + composition.front).not.toMatch(
        /<text|<image|foreignObject|NaN|undefined/,
      );
    }
  });

  it("shows the same face in two panels of different scenes", async () => {
    const painter = createDemoPainter();
    const figures = [person("same", "A woman with red hair and a green coat")];
    const crop = async (prompt: string, seed: string) => {
      const image = await painter.make(talk({ prompt, seed, shot: "close-up", figures }));
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
            talk({ prompt, shot, width, height, kind, figures }),
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
      { numRuns: runs(60) },
    );
  }, 60_000);
});
