import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, it } from "vitest";
import manifest from "@/app/manifest";

it("the icons of the manifest exist in their declared sizes, one of them maskable", async () => {
  const { icons = [] } = manifest();
  const sizes = icons.filter(({ type }) => type === "image/png");
  expect(sizes.map(({ sizes: size }) => size)).toEqual(
    expect.arrayContaining(["192x192", "512x512"]),
  );
  for (const { src, sizes: size } of sizes) {
    const folder = src.startsWith("/icons/") ? "public" : "app";
    const { width, height } = await sharp(readFileSync(`${folder}${src}`)).metadata();
    expect(`${width}x${height}`, src).toBe(size);
  }
  const maskable = icons.find(({ purpose }) => purpose === "maskable");
  const cut = sharp(readFileSync(`public${maskable?.src}`));
  // Cut to a circle of 80 %, nothing of the drawing is lost: outside of it there is paper alone.
  const { data, info } = await cut.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const paper = [...data.subarray(0, 3)];
  for (let angle = 0; angle < 360; angle += 2) {
    const x = Math.round(info.width * (0.5 + 0.41 * Math.cos((angle * Math.PI) / 180)));
    const y = Math.round(info.height * (0.5 + 0.41 * Math.sin((angle * Math.PI) / 180)));
    const at = (y * info.width + x) * 3;
    expect([...data.subarray(at, at + 3)], `${angle}°`).toEqual(paper);
  }
});
