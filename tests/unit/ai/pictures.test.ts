import sharp from "sharp";
import { expect, it } from "vitest";
import { toInputJpeg } from "@/lib/ai/pictures";

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();

it("encodes a picture once for all predictions that carry it", async () => {
  const [red, blue] = [await picture("#f00"), await picture("#00f")];
  const made = await toInputJpeg(red);
  expect(await toInputJpeg(Buffer.from(red))).toBe(made);
  expect(await toInputJpeg(blue)).not.toBe(made);
  const small = await toInputJpeg(red, 20);
  expect((await sharp(small).metadata()).width).toBe(20);
});

it("caches the last 24, and nothing that is no picture", async () => {
  const first = await picture("#fff");
  const made = await toInputJpeg(first);
  for (let count = 0; count < 24; count += 1) {
    await toInputJpeg(await picture(`rgb(${count}, 9, 9)`));
  }
  expect(await toInputJpeg(first)).not.toBe(made);
  const broken = Buffer.from("no picture");
  await expect(toInputJpeg(broken)).rejects.toThrow();
  await expect(toInputJpeg(broken)).rejects.toThrow();
});
