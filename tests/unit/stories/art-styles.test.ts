import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { chooseLook } from "@/lib/demo-studio/painting/looks";
import { artStyles, chosenStyle, defaultArtStyle, styleName } from "@/lib/stories/art-styles";
import { artStyleBody } from "@/lib/stories/schema";

describe("art styles", () => {
  it("are the six of the specification, Classic Comic first", () => {
    expect(artStyles.map(({ id, name }) => [id, name])).toEqual([
      ["classic-comic", "Classic Comic"],
      ["manga", "Manga Style"],
      ["watercolor", "Watercolor"],
      ["noir", "Film Noir"],
      ["disney", "Animated"],
      ["realistic", "Photorealistic"],
    ]);
    expect(defaultArtStyle.id).toBe("classic-comic");
    for (const { prompt } of artStyles)
      expect(artStyleBody.parse({ artStyle: prompt }).artStyle).toBe(prompt);
  });

  it("have distinct drawings by the demo painter", () => {
    const looks = artStyles.map(({ prompt }) => chooseLook(prompt).name);
    expect(looks).toEqual(["classic", "manga", "watercolor", "noir", "animated", "realistic"]);
  });

  it.each(artStyles)("$id has a small example picture", async ({ imageUrl }) => {
    const bytes = await readFile(path.join("public", imageUrl));
    expect(bytes.length).toBeLessThan(40_000);
    const { width, height, format } = await sharp(bytes).metadata();
    expect([width, height, format]).toEqual([480, 360, "webp"]);
  });

  it("have examples that can be told apart at a glance", async () => {
    const pictures = await Promise.all(
      artStyles.map(async ({ name, imageUrl }) => ({
        name,
        pixels: await sharp(await readFile(path.join("public", imageUrl)))
          .resize(60, 45)
          .removeAlpha()
          .raw()
          .toBuffer(),
      })),
    );
    for (const [index, one] of pictures.entries()) {
      for (const other of pictures.slice(index + 1)) {
        const sum = one.pixels.reduce(
          (all, tone, at) => all + Math.abs(tone - (other.pixels[at] ?? 0)),
          0,
        );
        expect(sum / one.pixels.length, `${one.name} and ${other.name}`).toBeGreaterThan(18);
      }
    }
  });

  it("a story without one has the default, other texts are a custom style", () => {
    expect(styleName("")).toBe("Classic Comic");
    expect(styleName("  ")).toBe("Classic Comic");
    for (const style of artStyles) expect(chosenStyle(` ${style.prompt} `)).toBe(style);
    expect(styleName("Woodcut in two colours")).toBe("Custom Style");
    expect(chosenStyle("Woodcut in two colours")).toBeNull();
  });
});
