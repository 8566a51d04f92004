import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { isFullRun } from "@/tests/support/full-run";
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

type Colour = [number, number, number];

interface Clean {
  width: number;
  height: number;
  format?: "jpeg" | "webp";
  frames?: number;
  hasAlpha?: true;
  /** Colour of a corner, to tell which way is up. */
  topLeft?: Colour;
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

/** A JPEG that is made in a third of the time. */
const large = (width: number, height: number): Sharp =>
  solid(width / 10, height / 10)
    .resize(width, height, { kernel: "nearest" })
    .jpeg({ optimiseCoding: false });

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

/** `frames` pictures as one that moves. */
async function join(frames: number, still: (index: number) => Sharp): Promise<Sharp> {
  const stills = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      still(index).png({ compressionLevel: 1 }).toBuffer(),
    ),
  );
  return sharp(stills, { join: { animated: true }, limitInputPixels: false });
}

const moving = (frames: number, width: number, height: number) =>
  join(frames, (index) => solid(width, height, `hsl(${(index * 37) % 360} 80% 50%)`));

/** The same with nothing to save on. */
const noise = (frames: number, width: number, height: number) =>
  join(frames, () => noisePicture(width, height));

type Bytes = Buffer | string | Promise<Buffer>;
const hex = (text: string) => Buffer.from(text, "hex");
const refused = async (
  name: string,
  bytes: Bytes,
  type?: string,
  says = invalid,
): Promise<Specimen> => ({
  name,
  bytes: Buffer.from((await bytes) as string),
  clean: null,
  says,
  ...(type ? { type } : {}),
});
const clean = async (
  name: string,
  bytes: Bytes,
  [width, height]: readonly [number, number] = [60, 40],
  more: Omit<Clean, "width" | "height"> = {},
): Promise<Specimen> => ({
  name,
  bytes: (await bytes) as Buffer,
  clean: { width, height, ...more },
});

const plainJpeg = await solid(60, 40).jpeg().toBuffer();
const plainPng = await solid(60, 40).png().toBuffer();

/** Files of other kinds, under the name and type of a picture. */
const foreign = [
  refused("SVG with a script", `<svg xmlns="http://www.w3.org/2000/svg" onload="${secret}"/>`),
  refused(
    "SVG behind an XML head",
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`,
  ),
  refused("SVG compressed", deflateSync(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))),
  refused("HTML named .png", `<!doctype html><script>${secret}</script>`),
  refused("JavaScript", `/*\x89PNG*/ ${secret}`),
  refused("TIFF", solid(32, 32).tiff().toBuffer(), "image/tiff", named("TIFF")),
  refused("an empty TIFF", hex("4d4d002a00000008000000000000"), undefined, named("TIFF")),
  refused("AVIF", solid(64, 64).avif().toBuffer(), "image/avif", named("AVIF")),
  refused("AVIF named .jpg", isoMedia("mif1", "avif"), "image/jpeg", named("AVIF")),
  refused("HEIC named .jpg", isoMedia("heic"), "image/jpeg", named("HEIC")),
  refused("HEIC of an unknown type", isoMedia("mif1"), "application/octet-stream", named("HEIC")),
  refused("MP4", isoMedia("isom")),
  refused("BMP", bmp(), undefined, named("BMP")),
  refused("ICO with a PNG inside", ico(plainPng)),
  refused("PDF", "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n"),
  refused("PostScript", "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\nshowpage"),
  refused("JPEG 2000", hex("0000000c6a5020200d0a870a00000014667479706a703220")),
  refused("JPEG XL", hex("0000000c4a584c200d0a870a"), undefined, named("JPEG XL")),
  refused("a ZIP", hex("504b0506000000000000000000000000000000000000")),
  refused("raw pixels of libvips", hex("b6a6f208".padEnd(128, "0"))),
  refused("PPM", "P6 2 2 255 abcabcabcabc"),
  refused("Radiance HDR", "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\nabcd"),
  refused("text", "I am a picture, believe me."),
  refused("one byte", hex("ff")),
  refused("a RIFF file that is no WebP", "RIFF\0\0\0\0WAVEfmt "),
  refused("a picture under a type that is none", plainPng, "image/svg+xml"),
  refused("a picture as application/octet-stream", plainPng, "application/octet-stream"),
];

/** Pictures that are broken, or are not what their header says. */
async function broken(): Promise<Specimen[]> {
  const jpeg = await noisePicture(400, 300).jpeg().toBuffer();
  const whole = await noisePicture(200, 150).png().toBuffer();
  const webp = await noisePicture(200, 150).webp().toBuffer();
  const half = (await noisePicture(200, 150).gif().toBuffer()).subarray(0, 900);
  const still = riff([
    ["VP8X", hex("02000000090000090000")],
    ["ANIM", Buffer.alloc(6)],
  ]);
  const low = { width: 40, height: 4 };
  const cut = (share: number) => jpeg.subarray(0, Math.floor(jpeg.byteLength * share));
  const specimens = await Promise.all([
    ...[0.05, 0.2, 0.5, 0.8, 0.97].map((share) =>
      refused(`a JPEG cut at ${share * 100} %`, cut(share), "image/jpeg"),
    ),
    refused("a JPEG of its start alone", hex("ffd8ffe0"), "image/jpeg"),
    refused("half a PNG", whole.subarray(0, whole.byteLength / 2)),
    refused("a PNG without its end of data", whole.subarray(0, 60)),
    refused("half a WebP", webp.subarray(0, webp.byteLength / 2), "image/webp"),
    refused("half a GIF", half, "image/gif"),
    refused("a PNG of no size", png({ width: 1, height: 1, claimed: { width: 0, height: 0 } })),
    // Decoders ignore that checksum; the output is a complete picture with checksums of its own.
    clean("a PNG with a wrong checksum", png({ width: 9, height: 9, badCrc: true }), [9, 9]),
    refused("a PNG with too few rows", png({ ...low, claimed: { width: 40, height: 4000 } })),
    refused("a GIF of no size", gif({ width: 0, height: 0, frames: 0 }), "image/gif"),
    refused("a GIF without a frame", gif({ width: 9, height: 9, frames: 0 }), "image/gif"),
    refused("a WebP that moves without a frame", still, "image/webp"),
    refused("a JPEG with the head of a PNG", Buffer.concat([hex("89504e470d0a1a0a"), jpeg])),
  ]);
  return specimens.map((each) => (each.clean ? each : { ...each, says: damaged }));
}

/** A PNG of 9×9 that says it has so many pixels a side. */
const claiming = (side: number) =>
  png({ width: 9, height: 9, claimed: { width: side, height: side } });
const gifOf = (side: number, frames: number) => gif({ width: side, height: side, frames });

/** Small on the wire, large in memory or long in the making. */
async function bombs(): Promise<Specimen[]> {
  const jpeg = await noisePicture(64, 64).jpeg().toBuffer();
  const two = await (await moving(2, 1000, 1000)).webp({ effort: 0 }).toBuffer();
  const slow = await solid(2800, 2800).jpeg({ progressive: true }).toBuffer();
  const frames = isFullRun ? 16 : 4;
  const text = Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(100 * 1024 * 1024))]);
  const isLarge = (what: string, pixels: string, type: string, bytes: Bytes, most?: number) =>
    refused(`${what} pixels`, bytes, `image/${type}`, tooLarge(what, pixels, most));
  return Promise.all([
    isLarge("PNG has 16,000 × 16,000", "256", "png", claiming(16_000), 200),
    refused("a PNG that claims 2³⁰ pixels a side", claiming(2 ** 30), "image/png", damaged),
    isLarge("JPEG has 65,500 × 65,500", "4,291", "jpeg", claimJpegSize(jpeg, 65_500, 65_500), 200),
    isLarge(
      ...(["progressive JPEG has 12,000 × 6,000", "72", "jpeg"] as const),
      claimJpegSize(slow, 12_000, 6000),
    ),
    isLarge("WebP has 16,383 × 16,383", "269", "webp", webpClaiming(16_383, 16_383)),
    // The decoder takes the size of the frame where the canvas is beyond belief.
    clean("a GIF that claims 65535²", gifOf(65_535, 1), [1, 1]),
    isLarge("GIF has 5,000 frames of 1,000 × 1,000", "5,000", "gif", gifOf(1000, 5000)),
    isLarge("GIF has 100,000 frames of 30 × 30", "90", "gif", gifOf(30, 100_000)),
    isLarge("WebP has 60 frames of 1,000 × 1,000", "60", "webp", repeatLastFrame(two, 58)),
    refused("a JPEG of 2000 scans", repeatLastScan(slow, 2000), "image/jpeg", damaged),
    clean("a PNG of 81 million pixels", bigPng(9000, 9000), [2048, 2048]),
    clean(
      "a turned JPEG of 72 million pixels",
      large(12_000, 6000).withMetadata({ orientation: 6 }).toBuffer(),
      ...([[1024, 2048], { format: "jpeg" }] as const),
    ),
    clean("a PNG of nearly 50 million", png({ width: 7000, height: 7000 }), [2048, 2048]),
    clean("a PNG with a profile of 200 MB", withChunks(plainPng, iccBomb(200))),
    clean("a PNG with a text of 100 MB", withChunks(plainPng, pngChunk("zTXt", text))),
    // Frames that are the same become one.
    clean("a GIF at the edge", gifOf(1000, 49), [494, 494], { format: "webp", frames: 1 }),
    clean("a WebP at the edge of what may move", repeatLastFrame(two, 47), [494, 494], {
      format: "webp",
      frames: 2,
    }),
    clean(
      "a noisy GIF",
      (await noise(frames, 440, 330)).gif({ effort: 1 }).toBuffer(),
      ...([[440, 330], { format: "webp", frames }] as const),
    ),
    clean(
      "a noisy WebP that moves",
      (await noise(frames, 600, 450)).webp({ effort: 0 }).toBuffer(),
      ...([[600, 450], { format: "webp", frames }] as const),
    ),
  ]);
}

/** Two kinds at once, and pictures that carry something along. */
function stowaways() {
  const script = Buffer.from(`<script>${secret}</script>`);
  const text = (words: string) => pngChunk("tEXt", Buffer.from(`Comment\0${words}`));
  const zip = [hex("504b0304"), script, hex("504b0506000000000000000000000000000000000000")];
  const large = Array.from({ length: 64 }, () => jpegSegment(0xe5, Buffer.alloc(65_000, secret)));
  const xmp = jpegSegment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x>${secret}</x>`));
  const iptc = jpegSegment(0xed, Buffer.from(`Photoshop 3.0\0${secret}`));
  const profile = jpegSegment(0xe2, Buffer.from(`ICC_PROFILE\0\x01\x01${secret}`));
  const comment = `*/=1;${secret}`;
  const sizeless = { width: 0, height: 0, frames: 1, comment, head: hex("2f2a2000") };
  const owned = { IFD0: { Copyright: secret } };
  const place = { GPSLatitude: "51/1 30/1 0/1", GPSLongitude: "0/1 7/1 0/1" };
  return [
    clean("JPEG + HTML behind it", Buffer.concat([plainJpeg, script])),
    clean("JPEG + ZIP", Buffer.concat([plainJpeg, ...zip])),
    clean("JPEG with a script as comment", withSegments(plainJpeg, jpegSegment(0xfe, script))),
    clean("JPEG with four megabytes of segments", withSegments(plainJpeg, ...large)),
    clean("JPEG with a foreign XMP and IPTC", withSegments(plainJpeg, xmp, iptc)),
    clean("JPEG with a profile that is none", withSegments(plainJpeg, profile)),
    clean("PNG with HTML in a text", withChunks(plainPng, text(`<html>${script}</html>`))),
    clean("PNG + trailing garbage", Buffer.concat([plainPng, Buffer.alloc(5000, secret)])),
    clean("PNG with an unknown chunk", withChunks(plainPng, pngChunk("evIl", script))),
    clean("GIF + JavaScript", gif({ width: 30, height: 20, frames: 1, comment }), [30, 20]),
    clean("GIF + JavaScript in its size", gif(sizeless), [1, 1]),
    clean("a WebP with EXIF", solid(60, 40).webp().withExif(owned).toBuffer()),
    clean(
      "JPEG with GPS",
      solid(60, 40)
        .jpeg()
        .withExif({ ...owned, IFD3: place })
        .toBuffer(),
    ),
  ];
}

/** Odd, and all the same pictures. */
async function unusual(): Promise<Specimen[]> {
  const corners = await quarters(80, 60);
  const red: Colour = [255, 0, 0];
  const green: Colour = [0, 255, 0];
  const blue: Colour = [0, 0, 255];
  const white: Colour = [255, 255, 255];
  const turned = [red, green, white, blue, red, blue, white, green].map((topLeft, index) =>
    clean(
      `JPEG with orientation ${index + 1}`,
      corners
        .clone()
        .jpeg({ quality: 100 })
        .withMetadata({ orientation: index + 1 })
        .toBuffer(),
      index >= 4 ? [60, 80] : [80, 60],
      { topLeft, format: "jpeg" },
    ),
  );
  const jpeg = { format: "jpeg" } as const;
  const film = (frames: number) => ({ format: "webp" as const, frames });
  const plain = () => solid(60, 40);
  const wide = (await moving(2, 2400, 1200)).gif({ effort: 1 }).toBuffer();
  const background = { r: 9, g: 90, b: 9, alpha: 0.3 };
  const clear = sharp({ create: { width: 60, height: 40, channels: 4, background } });
  const animated = withChunks(plainPng, pngChunk("acTL", hex("0000000200000000")));
  const row = (width: number, height: number) => png({ width, height });
  return Promise.all([
    ...turned,
    clean("CMYK JPEG", plain().toColourspace("cmyk").jpeg().toBuffer(), undefined, jpeg),
    clean("grey JPEG", plain().greyscale().jpeg().toBuffer()),
    clean("progressive JPEG", noisePicture(60, 40).jpeg({ progressive: true }).toBuffer()),
    clean("16-bit PNG", plain().toColourspace("rgb16").png().toBuffer(), undefined, jpeg),
    clean("interlaced PNG", noisePicture(60, 40).png({ progressive: true }).toBuffer()),
    clean("PNG of one bit", plain().png({ palette: true, colours: 2 }).toBuffer()),
    clean("a clear palette", clear.png({ palette: true }).toBuffer(), undefined, {
      format: "webp",
      hasAlpha: true,
    }),
    clean("APNG, as its first picture", animated, undefined, jpeg),
    clean("PNG with a wide-gamut profile", plain().withIccProfile("p3").png().toBuffer()),
    clean("PNG of one pixel", row(1, 1), [1, 1]),
    clean("PNG of 1×16000", row(1, 16_000), [1, 16_000]),
    clean("PNG of 16000×1", row(16_000, 1), [16_000, 1]),
    clean("a strip", large(800, 12_000).toBuffer(), [800, 12_000]),
    clean("a broad strip, lying", large(9000, 2000).toBuffer(), [3600, 800]),
    clean("a long strip", large(1600, 30_000).toBuffer(), [800, 15_000]),
    clean("lossless WebP", plain().webp({ lossless: true }).toBuffer()),
    clean("GIF that does not move", plain().gif().toBuffer(), undefined, jpeg),
    clean("animated GIF", (await moving(4, 60, 40)).gif().toBuffer(), undefined, film(4)),
    clean("animated GIF larger than we store", wide, [2048, 1024], film(2)),
    clean("animated WebP", (await moving(4, 60, 40)).webp().toBuffer(), undefined, film(4)),
  ]);
}

/** Every specimen, in five groups. */
export const corpus = async (): Promise<Specimen[]> => {
  const groups = [Promise.all(foreign), broken(), bombs(), Promise.all(stowaways()), unusual()];
  return (await Promise.all(groups)).flat();
};
