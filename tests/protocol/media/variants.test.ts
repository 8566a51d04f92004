import { afterAll, expect, it } from "vitest";
import { mediaVariant } from "@/lib/media/schema";
import { prepareVariants, uploadPicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { makeAuthor, pictureOf } from "../../integration/generation/support";
import { GenerationHarness } from "../generation/harness";

const workshop = await GenerationHarness.open({ writerMs: 0, painterMs: 0 });
afterAll(() => workshop.close());

it("an upload gets its smaller encodings soon, not after a scene's time", async () => {
  const author = await makeAuthor();
  const picture = await uploadPicture(author.viewer, await pictureOf("mine", 1200, 900));
  const started = Date.now();
  const widths = async () => {
    const row = await db.mediaObject.findUniqueOrThrow({ where: { id: picture.id } });
    return mediaVariant
      .array()
      .parse(row.variants)
      .map(({ width }) => width);
  };
  await expect.poll(widths, { timeout: 12_000, interval: 100 }).toEqual([320, 512, 800, 1024]);
  expect(Date.now() - started).toBeLessThan(12_000);
  expect(await prepareVariants(picture.id)).toBe(false);
});

it("a strip keeps what frames show of it: no encoding of a lying one, all of an upright one", async () => {
  const author = await makeAuthor();
  const widthsOf = async (width: number, height: number) => {
    const { id } = await uploadPicture(author.viewer, await pictureOf("strip", width, height));
    await prepareVariants(id);
    const row = await db.mediaObject.findUniqueOrThrow({ where: { id } });
    return [
      row.width,
      row.height,
      ...mediaVariant
        .array()
        .parse(row.variants)
        .map((one) => one.width),
    ];
  };
  expect(await widthsOf(6000, 800)).toEqual([6000, 800]);
  expect(await widthsOf(800, 6000)).toEqual([800, 6000, 320, 512, 800]);
});
