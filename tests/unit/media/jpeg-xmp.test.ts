import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { markJpeg } from "@/lib/media/jpeg-xmp";
import { readOrigin, xmpPacket } from "@/lib/media/xmp.mjs";

const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: "#2a9d8f" } });
const jpeg = new Uint8Array(await picture.clone().jpeg().toBuffer());

/** The markers up to the picture's data. */
function segments(bytes: Uint8Array): string[] {
  const found: string[] = [];
  for (let at = 2; bytes[at] === 0xff && bytes[at + 1] !== 0xda; ) {
    found.push((bytes[at + 1] ?? 0).toString(16));
    at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  }
  return found;
}

describe("the marking in a JPEG", () => {
  it.each(["model", "drawn"] as const)(
    "says '%s' and leaves the picture as it was",
    async (how) => {
      const marked = markJpeg(jpeg, how);
      const metadata = await sharp(marked).metadata();
      expect(metadata.xmp?.toString("utf8")).toBe(xmpPacket(how));
      expect(await sharp(marked).raw().toBuffer()).toEqual(await sharp(jpeg).raw().toBuffer());
      expect(readOrigin(marked)).toBe(how);
    },
  );

  it("follows the first segment, and is first where there is none", () => {
    const jfif = [0xff, 0xe0, 0, 16, ...Buffer.from("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 0, 0];
    const withJfif = Uint8Array.from([0xff, 0xd8, ...jfif, ...jpeg.subarray(2)]);
    expect(segments(markJpeg(withJfif, "model"))).toEqual(["e0", "e1", ...segments(jpeg)]);
    expect(segments(markJpeg(jpeg, "model"))).toEqual(["e1", ...segments(jpeg)]);
  });

  it("is not added to a photograph or to a file that is no JPEG", () => {
    expect(markJpeg(jpeg, "photo")).toEqual(jpeg);
    expect(() => markJpeg(Uint8Array.from([1, 2, 3]), "model")).toThrow("no JPEG");
  });

  it.each(["jpeg", "webp", "gif"] as const)(
    "is read from every format we store: %s",
    async (format) => {
      const marked = await picture.clone().toFormat(format).withXmp(xmpPacket("model")).toBuffer();
      // sharp writes none into GIF: nothing of ours is one that a model painted.
      expect(readOrigin(marked)).toBe(format === "gif" ? "photo" : "model");
      expect(readOrigin(await picture.clone().toFormat(format).toBuffer())).toBe("photo");
    },
  );
});
