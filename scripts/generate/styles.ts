import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { demoPainter } from "../../lib/ai/demo.ts";
import { artStyles } from "../../lib/stories/art-styles.ts";

/**
 * `npm run generate -- styles`: writes the example picture of each art style into public/styles/.
 * The demo painter draws one subject in all of them, so that the styles are comparable; run it
 * again after a change of either.
 */
export async function main(): Promise<void> {
  const painter = demoPainter();
  const folder = path.resolve("public/styles");
  await mkdir(folder, { recursive: true });
  for (const style of artStyles) {
    const picture = await painter.make({
      kind: "panel",
      prompt:
        "Nell stands in the village street at sunset and holds a lantern, looking ahead with determination\nShot: medium.",
      artStyle: style.prompt,
      width: 1200,
      height: 900,
      seed: "styles",
      figures: [
        {
          id: "nell",
          name: "Nell",
          description: "A young woman with long red hair, a green jacket and a yellow scarf.",
        },
      ],
      model: "demo",
      attemptId: style.id,
    });
    const file = await sharp(picture.bytes)
      .resize(480, 360)
      .webp({ quality: 82, effort: 6 })
      .toBuffer();
    await writeFile(path.join(folder, `${style.id}.webp`), file);
    console.log(`${style.id}.webp: ${Math.round(file.length / 1024)} kB`);
  }
}
