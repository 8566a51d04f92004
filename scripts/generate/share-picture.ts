import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const examples = ["classic-comic", "watercolor", "noir"];

/**
 * `npm run generate -- share-picture`: draws the share picture of home and profiles,
 * `public/share.jpg`, in the style of those of stories.
 */
export async function main(): Promise<void> {
  const { drawSharePicture } = await import("../../lib/discovery/share-picture.ts");
  const { brand } = await import("../../lib/platform/brand.ts");
  const pictures = await Promise.all(
    examples.map(async (name) => ({
      bytes: await readFile(path.join("public", "styles", `${name}.webp`)),
      mediaType: "image/webp",
      path: `/styles/${name}.webp`,
      title: name,
    })),
  );
  const { bytes } = await drawSharePicture({ title: brand.tagline, author: null, pictures });
  await writeFile(path.join("public", "share.jpg"), bytes);
  console.log(`public/share.jpg: ${Math.round(bytes.byteLength / 1024)} kB`);
}
