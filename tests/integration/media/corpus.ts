import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { noisePicture } from "@/tests/support/noise-picture";
import {
  bigPng,
  bmp,
  claimJpegSize,
  gif,
  iccBomb,
  ico,
  isoMedia,
  jpegSegment,
  png,
  pngChunk,
  repeatLastFrame,
  repeatLastScan,
  riff,
  webpClaiming,
  withChunks,
  withSegments,
} from "./raw-image-bytes";

/** Content that no stored file may contain. */
export const secret = "alert(document.domain)//secret";

interface Clean {
  width: number;
  height: number;
  format?: "jpeg" | "webp";
  frames?: number;
  /** Colour of a corner, to tell which way is up. */
  topLeft?: [number, number, number];
}

export interface Specimen {
  name: string;
  bytes: Buffer;
  /** As the sender claims it. */
  type?: string;
  /** Null: refused. */
  clean: Clean | null;
  /** What a refusal says. */
  says?: RegExp;
}

const invalid = /^Invalid file type\. Please select a JPEG, PNG, GIF, or WebP image\.$/;
const named = (format: string) =>
  new RegExp(
    `^Invalid file type\\. .* This file is ${format}: open it in a photo app, save or export`,
  );
const damaged = /^This (JPEG|PNG|GIF|WebP) file is damaged or incomplete, so it cannot be read\. /;
const tooLarge = (what: string, megapixels: string, most = 50) =>
  new RegExp(`^This ${what} pixels: ${megapixels} megapixels, and at most ${most} can be read\\. `);

const solid = (width: number, height: number, background = "#2a9d8f"): Sharp =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });

/** Red, green, blue and white quarters. */
async function quarters(width: number, height: number): Promise<Sharp> {
  const at = (left: number, top: number, background: string) => ({
    input: { create: { width: width / 2, height: height / 2, channels: 3 as const, background } },
    left,
    top,
  });
  const whole = await solid(width, height, "#ff0000")
    .composite([
      at(width / 2, 0, "#00ff00"),
      at(0, height / 2, "#0000ff"),
      at(width / 2, height / 2, "#ffffff"),
    ])
    .png()
    .toBuffer();
  return sharp(whole);
}

/** `frames` different pictures as one that moves. */
async function moving(frames: number, width: number, height: number): Promise<Sharp> {
  const stills = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      solid(width, height, `hsl(${(index * 37) % 360} 80% 50%)`)
        .png()
        .toBuffer(),
    ),
  );
  return sharp(stills, { join: { animated: true }, limitInputPixels: false });
}

/** The same with nothing to save on. */
async function noise(frames: number, width: number, height: number): Promise<Sharp> {
  const stills = await Promise.all(
    Array.from({ length: frames }, () =>
      noisePicture(width, height).png({ compressionLevel: 1 }).toBuffer(),
    ),
  );
  return sharp(stills, { join: { animated: true }, limitInputPixels: false });
}

const refused = (
  name: string,
  bytes: Buffer | string,
  type?: string,
  says = invalid,
): Specimen => ({
  name,
  bytes: Buffer.from(bytes as string),
  ...(type ? { type } : {}),
  clean: null,
  says,
});
const clean = (
  name: string,
  bytes: Buffer,
  width: number,
  height: number,
  more: Omit<Clean, "width" | "height"> = {},
): Specimen => ({
  name,
  bytes,
  clean: { width, height, ...more },
});

/** Files of other kinds, under the name and type of a picture. */
async function foreign(): Promise<Specimen[]> {
  const small = await solid(32, 32).png().toBuffer();
  return [
    refused("SVG with a script", `<svg xmlns="http://www.w3.org/2000/svg" onload="${secret}"/>`),
    refused(
      "SVG behind an XML head",
      `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`,
    ),
    refused(
      "SVG compressed",
      deflateSync(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")),
    ),
    refused("HTML named .png", `<!doctype html><script>${secret}</script>`),
    refused("JavaScript", `/*\x89PNG*/ ${secret}`),
    refused("TIFF", await solid(32, 32).tiff().toBuffer(), "image/tiff", named("TIFF")),
    refused(
      "TIFF, big-endian and empty",
      Buffer.from("4d4d002a00000008000000000000", "hex"),
      undefined,
      named("TIFF"),
    ),
    refused("AVIF", await solid(64, 64).avif().toBuffer(), "image/avif", named("AVIF")),
    refused(
      "AVIF of a general brand, named .jpg",
      isoMedia("mif1", "avif"),
      "image/jpeg",
      named("AVIF"),
    ),
    refused("HEIC named .jpg", isoMedia("heic"), "image/jpeg", named("HEIC")),
    refused("HEIC of an unknown type", isoMedia("mif1"), "application/octet-stream", named("HEIC")),
    refused("MP4", isoMedia("isom")),
    refused("BMP", bmp(), undefined, named("BMP")),
    refused("ICO with a PNG inside", ico(small)),
    refused("PDF", "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n"),
    refused("PostScript", "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\nshowpage"),
    refused("JPEG 2000", Buffer.from("0000000c6a5020200d0a870a00000014667479706a703220", "hex")),
    refused("JPEG XL", Buffer.from("0000000c4a584c200d0a870a", "hex"), undefined, named("JPEG XL")),
    refused("a ZIP", Buffer.from("504b0506000000000000000000000000000000000000", "hex")),
    refused("raw pixels of libvips", Buffer.from("b6a6f208".padEnd(128, "0"), "hex")),
    refused("PPM", "P6 2 2 255 abcabcabcabc"),
    refused("Radiance HDR", "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\nabcd"),
    refused("text", "I am a picture, believe me."),
    refused("one byte", Buffer.from([0xff])),
    refused("a RIFF file that is no WebP", "RIFF\0\0\0\0WAVEfmt "),
    refused("a picture under a type that is none", small, "image/svg+xml"),
    refused("a picture as application/octet-stream", small, "application/octet-stream"),
  ];
}

/** Pictures that are broken, or are not what their header says. */
async function broken(): Promise<Specimen[]> {
  const jpeg = await noisePicture(400, 300).jpeg().toBuffer();
  const whole = await noisePicture(200, 150).png().toBuffer();
  const webp = await noisePicture(200, 150).webp().toBuffer();
  const sized = (share: number) => Math.floor(jpeg.byteLength * share);
  const specimens = [
    ...[0.05, 0.2, 0.5, 0.8, 0.97].map((share) =>
      refused(`a JPEG cut at ${share * 100} %`, jpeg.subarray(0, sized(share)), "image/jpeg"),
    ),
    refused("a JPEG of its start alone", Buffer.from("ffd8ffe0", "hex"), "image/jpeg"),
    refused("half a PNG", whole.subarray(0, whole.byteLength / 2)),
    refused("a PNG without its end of data", whole.subarray(0, 60)),
    refused("half a WebP", webp.subarray(0, webp.byteLength / 2), "image/webp"),
    refused(
      "half a GIF",
      (await noisePicture(200, 150).gif().toBuffer()).subarray(0, 900),
      "image/gif",
    ),
    refused("a PNG of no size", png({ width: 1, height: 1, claimed: { width: 0, height: 0 } })),
    // Decoders ignore that checksum; the output is a complete picture with checksums of its own.
    clean(
      "a PNG with a wrong checksum in its header",
      png({ width: 9, height: 9, badCrc: true }),
      9,
      9,
    ),
    refused(
      "a PNG with fewer rows than it says",
      png({ width: 40, height: 4, claimed: { width: 40, height: 4000 } }),
    ),
    refused("a GIF of no size", gif({ width: 0, height: 0, frames: 0 }), "image/gif"),
    refused("a GIF without a frame", gif({ width: 9, height: 9, frames: 0 }), "image/gif"),
    refused(
      "a WebP that moves without a frame",
      riff([
        ["VP8X", Buffer.from("02000000090000090000", "hex")],
        ["ANIM", Buffer.alloc(6)],
      ]),
      "image/webp",
    ),
    refused(
      "a JPEG with the head of a PNG",
      Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), jpeg]),
    ),
  ];
  return specimens.map((each) => (each.clean ? each : { ...each, says: damaged }));
}

/** Small on the wire, large in memory or long in the making. */
async function bombs(): Promise<Specimen[]> {
  const jpeg = await noisePicture(64, 64).jpeg().toBuffer();
  const still = await (await moving(2, 1000, 1000)).webp({ effort: 0 }).toBuffer();
  const slow = await solid(2800, 2800).jpeg({ progressive: true }).toBuffer();
  return [
    refused(
      "a PNG that claims 16000²",
      png({ width: 9, height: 9, claimed: { width: 16_000, height: 16_000 } }),
      "image/png",
      tooLarge("PNG has 16,000 × 16,000", "256", 200),
    ),
    refused(
      "a PNG that claims 2³⁰ pixels a side",
      png({ width: 9, height: 9, claimed: { width: 2 ** 30, height: 2 ** 30 } }),
      "image/png",
      damaged,
    ),
    refused(
      "a JPEG that claims 65500²",
      claimJpegSize(jpeg, 65_500, 65_500),
      "image/jpeg",
      tooLarge("JPEG has 65,500 × 65,500", "4,291", 200),
    ),
    refused(
      "a progressive JPEG of 72 million pixels",
      await solid(12_000, 6000).jpeg({ progressive: true }).toBuffer(),
      "image/jpeg",
      tooLarge("progressive JPEG has 12,000 × 6,000", "72"),
    ),
    refused(
      "a WebP that claims 16383²",
      webpClaiming(16_383, 16_383),
      "image/webp",
      tooLarge("WebP has 16,383 × 16,383", "269"),
    ),
    // The decoder takes the size of the frame where the canvas is beyond belief.
    clean("a GIF that claims 65535²", gif({ width: 65_535, height: 65_535, frames: 1 }), 1, 1),
    refused(
      "a GIF of 5000 frames of 1000²",
      gif({ width: 1000, height: 1000, frames: 5000 }),
      "image/gif",
      tooLarge("GIF has 5,000 frames of 1,000 × 1,000", "5,000"),
    ),
    refused(
      "a GIF of 100000 frames of 30²",
      gif({ width: 30, height: 30, frames: 100_000 }),
      "image/gif",
      tooLarge("GIF has 100,000 frames of 30 × 30", "90"),
    ),
    refused(
      "a WebP of 60 frames of 1000²",
      repeatLastFrame(still, 58),
      "image/webp",
      tooLarge("WebP has 60 frames of 1,000 × 1,000", "60"),
    ),
    refused("a JPEG of 2000 scans", repeatLastScan(slow, 2000), "image/jpeg", damaged),
    clean("a PNG of 81 million pixels", await bigPng(9000, 9000), 2048, 2048),
    clean(
      "a turned JPEG of 72 million pixels",
      await solid(12_000, 6000).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
      1024,
      2048,
      { format: "jpeg" },
    ),
    clean("a PNG of nearly 50 million pixels", png({ width: 7000, height: 7000 }), 2048, 2048),
    clean(
      "a PNG with a profile of 200 MB",
      withChunks(await solid(40, 30).png().toBuffer(), iccBomb(200)),
      40,
      30,
    ),
    clean(
      "a PNG with a text of 100 MB",
      withChunks(
        await solid(40, 30).png().toBuffer(),
        pngChunk(
          "zTXt",
          Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(100 * 1024 * 1024))]),
        ),
      ),
      40,
      30,
    ),
    // Frames that are the same become one.
    clean(
      "a GIF at the edge of what may move",
      gif({ width: 1000, height: 1000, frames: 49 }),
      494,
      494,
      { format: "webp", frames: 1 },
    ),
    clean("a WebP at the edge of what may move", repeatLastFrame(still, 47), 494, 494, {
      format: "webp",
      frames: 2,
    }),
    clean(
      "a noisy GIF of 3 MB",
      await (await noise(16, 440, 330)).gif({ effort: 1 }).toBuffer(),
      440,
      330,
      { format: "webp", frames: 16 },
    ),
    clean(
      "a noisy WebP that moves",
      await (await noise(24, 600, 450)).webp({ effort: 0 }).toBuffer(),
      600,
      450,
      { format: "webp", frames: 24 },
    ),
  ];
}

/** Two kinds at once, and pictures that carry something along. */
async function stowaways(): Promise<Specimen[]> {
  const jpeg = await solid(60, 40).jpeg().toBuffer();
  const plain = await solid(60, 40).png().toBuffer();
  const script = Buffer.from(`<script>${secret}</script>`);
  const text = (words: string) => pngChunk("tEXt", Buffer.from(`Comment\0${words}`));
  return [
    clean("JPEG + HTML behind it", Buffer.concat([jpeg, script]), 60, 40),
    clean(
      "JPEG + ZIP",
      Buffer.concat([
        jpeg,
        Buffer.from("504b0304"),
        script,
        Buffer.from("504b0506000000000000000000000000000000000000", "hex"),
      ]),
      60,
      40,
    ),
    clean(
      "JPEG with a script as its comment",
      withSegments(jpeg, jpegSegment(0xfe, script)),
      60,
      40,
    ),
    clean(
      "JPEG with four megabytes of segments",
      withSegments(
        jpeg,
        ...Array.from({ length: 64 }, () => jpegSegment(0xe5, Buffer.alloc(65_000, secret))),
      ),
      60,
      40,
    ),
    clean(
      "JPEG with a foreign XMP and IPTC",
      withSegments(
        jpeg,
        jpegSegment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x>${secret}</x>`)),
        jpegSegment(0xed, Buffer.from(`Photoshop 3.0\0${secret}`)),
      ),
      60,
      40,
    ),
    clean(
      "JPEG with a profile that is none",
      withSegments(jpeg, jpegSegment(0xe2, Buffer.from(`ICC_PROFILE\0\x01\x01${secret}`))),
      60,
      40,
    ),
    clean("PNG with HTML in a text", withChunks(plain, text(`<html>${script}</html>`)), 60, 40),
    clean("PNG + trailing garbage", Buffer.concat([plain, Buffer.alloc(5000, secret)]), 60, 40),
    clean("PNG with an unknown chunk", withChunks(plain, pngChunk("evIl", script)), 60, 40),
    clean(
      "GIF + JavaScript in a comment",
      gif({ width: 30, height: 20, frames: 1, comment: `*/=1;${secret}` }),
      30,
      20,
    ),
    clean(
      "GIF + JavaScript in its size",
      gif({
        width: 0,
        height: 0,
        frames: 1,
        comment: `*/=1;${secret}`,
        head: Buffer.from([0x2f, 0x2a, 0x20, 0]),
      }),
      1,
      1,
    ),
    clean(
      "a WebP with EXIF",
      await solid(60, 40)
        .webp()
        .withExif({ IFD0: { Copyright: secret } })
        .toBuffer(),
      60,
      40,
    ),
    clean(
      "JPEG with GPS",
      await solid(60, 40)
        .jpeg()
        .withExif({
          IFD0: { Copyright: secret },
          IFD3: { GPSLatitude: "51/1 30/1 0/1", GPSLongitude: "0/1 7/1 0/1" },
        })
        .toBuffer(),
      60,
      40,
    ),
  ];
}

/** Odd, and all the same pictures. */
async function unusual(): Promise<Specimen[]> {
  const corners = await quarters(80, 60);
  const colours: Record<number, [number, number, number]> = {
    1: [255, 0, 0],
    2: [0, 255, 0],
    3: [255, 255, 255],
    4: [0, 0, 255],
    5: [255, 0, 0],
    6: [0, 0, 255],
    7: [255, 255, 255],
    8: [0, 255, 0],
  };
  const turned = await Promise.all(
    Object.entries(colours).map(async ([orientation, topLeft]) =>
      clean(
        `JPEG with orientation ${orientation}`,
        await corners
          .clone()
          .jpeg({ quality: 100 })
          .withMetadata({ orientation: Number(orientation) })
          .toBuffer(),
        Number(orientation) > 4 ? 60 : 80,
        Number(orientation) > 4 ? 80 : 60,
        { topLeft, format: "jpeg" },
      ),
    ),
  );
  const deep = await solid(60, 40).toColourspace("rgb16").png().toBuffer();
  const animated = withChunks(
    await solid(60, 40).png().toBuffer(),
    pngChunk("acTL", Buffer.from("0000000200000000", "hex")),
  );
  return [
    ...turned,
    clean("CMYK JPEG", await solid(60, 40).toColourspace("cmyk").jpeg().toBuffer(), 60, 40, {
      format: "jpeg",
    }),
    clean("grey JPEG", await solid(60, 40).greyscale().jpeg().toBuffer(), 60, 40),
    clean(
      "progressive JPEG",
      await noisePicture(300, 200).jpeg({ progressive: true }).toBuffer(),
      300,
      200,
    ),
    clean("16-bit PNG", deep, 60, 40, { format: "jpeg" }),
    clean(
      "interlaced PNG",
      await noisePicture(60, 40).png({ progressive: true }).toBuffer(),
      60,
      40,
    ),
    clean(
      "PNG of one bit",
      await solid(60, 40).png({ palette: true, colours: 2 }).toBuffer(),
      60,
      40,
    ),
    clean(
      "PNG with a clear palette",
      await sharp({
        create: {
          width: 60,
          height: 40,
          channels: 4,
          background: { r: 9, g: 90, b: 9, alpha: 0.3 },
        },
      })
        .png({ palette: true })
        .toBuffer(),
      60,
      40,
      { format: "webp" },
    ),
    clean("APNG, as its first picture", animated, 60, 40, { format: "jpeg" }),
    clean(
      "PNG with a wide-gamut profile",
      await solid(60, 40).withIccProfile("p3").png().toBuffer(),
      60,
      40,
    ),
    clean("PNG of one pixel", png({ width: 1, height: 1 }), 1, 1),
    clean("PNG of 1×16000", png({ width: 1, height: 16_000 }), 1, 16_000),
    clean("PNG of 16000×1", png({ width: 16_000, height: 1 }), 16_000, 1),
    clean("a strip", await solid(800, 12_000).jpeg().toBuffer(), 800, 12_000),
    clean("a broad strip, lying", await solid(9000, 2000).jpeg().toBuffer(), 3600, 800),
    clean("a long strip", await solid(1600, 30_000).jpeg().toBuffer(), 800, 15_000),
    clean("lossless WebP", await solid(60, 40).webp({ lossless: true }).toBuffer(), 60, 40),
    clean("GIF that does not move", await solid(60, 40).gif().toBuffer(), 60, 40, {
      format: "jpeg",
    }),
    clean("animated GIF", await (await moving(4, 60, 40)).gif().toBuffer(), 60, 40, {
      format: "webp",
      frames: 4,
    }),
    clean(
      "animated GIF larger than we store",
      await (await moving(2, 2400, 1200)).gif({ effort: 1 }).toBuffer(),
      2048,
      1024,
      { format: "webp", frames: 2 },
    ),
    clean("animated WebP", await (await moving(4, 60, 40)).webp().toBuffer(), 60, 40, {
      format: "webp",
      frames: 4,
    }),
  ];
}

/** Every specimen, in five groups. */
export const corpus = async (): Promise<Specimen[]> =>
  (await Promise.all([foreign(), broken(), bombs(), stowaways(), unusual()])).flat();
