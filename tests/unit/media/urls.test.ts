import { describe, expect, it } from "vitest";
import { imageDto, mediaUrl } from "@/lib/media/schema";
import { maybeMediaUrl, mediaUrlOf, parseMediaUrl, toImage } from "@/lib/media/urls";

const sha256 = "ab".repeat(32);
const facts = {
  sha256,
  extension: "webp",
  width: 768,
  height: 1024,
  placeholder: "abc=",
  variants: [] as unknown,
};
const variant = (width: number, bytes: number, key: string) => ({
  key,
  mediaType: "image/avif",
  width,
  height: Math.round((width * 4) / 3),
  bytes,
});

describe("addresses of pictures", () => {
  it("are made of the content's hash and parsed back", () => {
    const url = mediaUrlOf(facts);
    expect(url).toBe(`/media/${sha256}.webp`);
    expect(mediaUrl.safeParse(url).success).toBe(true);
    expect(parseMediaUrl(url)).toEqual({ sha256, extension: "webp" });
    expect(maybeMediaUrl(null)).toBeNull();
  });

  it("are foreign in any other form", () => {
    for (const url of [
      "",
      "/media/x.webp",
      `https://a.example/media/${sha256}.webp`,
      `/media/${sha256}`,
      `/media/${sha256}.webp?x`,
      `/media/../${sha256}.webp`,
    ]) {
      expect(parseMediaUrl(url), url).toBeNull();
    }
  });
});

describe("a picture for a page", () => {
  it("has its size and placeholder, and no srcset where there is one encoding", () => {
    expect(toImage(facts)).toEqual({
      imageUrl: `/media/${sha256}.webp`,
      srcSet: "",
      width: 768,
      height: 1024,
      placeholder: "abc=",
    });
    expect(imageDto.parse(toImage(null))).toEqual({
      imageUrl: null,
      srcSet: "",
      width: null,
      height: null,
      placeholder: null,
    });
  });

  it("lists widths in order, the smallest encoding of each, the main one last", () => {
    const variants = [
      variant(640, 900, `${sha256}-640.webp`),
      variant(320, 500, `${sha256}-320.webp`),
      variant(640, 400, `${sha256}-640.avif`),
    ];
    expect(toImage({ ...facts, variants }).srcSet).toBe(
      `/media/${sha256}-320.webp 320w, /media/${sha256}-640.avif 640w, /media/${sha256}.webp 768w`,
    );
  });

  it("takes the smaller encoding at full size instead of the main one", () => {
    const variants = [variant(768, 400, `${sha256}-768.avif`)];
    expect(toImage({ ...facts, variants }).srcSet).toBe(`/media/${sha256}-768.avif 768w`);
  });
});
