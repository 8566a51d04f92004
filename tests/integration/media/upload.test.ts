import { createServer } from "node:http";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as postScene } from "@/app/api/ai/generate-scene/route";
import { profileBody } from "@/lib/accounts/schema";
import { mediaUrl } from "@/lib/media/schema";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { updatePanelBody } from "@/lib/scenes/schema";
import { createCharacterBody } from "@/lib/world/schema";
import { type Author, call, context, makeAuthor, makeStory } from "../generation/support";
import { bigPng } from "./raw-image-bytes";
import { send, upload } from "./support";

const invalid = "Invalid file type. Please select a JPEG, PNG, GIF, or WebP image.";
const damaged =
  "This PNG file is damaged or incomplete, so it cannot be read. Please save the picture again, or choose another one.";
const megabyte = 1024 * 1024;

const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: "#2a9d8f" } });

const stored = async (imageUrl: string) => {
  const object = await storage().get(imageUrl.replace("/media/", ""));
  if (!object) throw new Error("nothing is stored there");
  return object.bytes;
};

let author: Author;
beforeAll(async () => {
  author = await makeAuthor();
});

describe("POST /upload/image", () => {
  it.each(["jpeg", "png", "webp"] as const)(
    "takes %s and stores it encoded anew",
    async (format) => {
      const bytes = await picture().toFormat(format).toBuffer();
      const { status, body } = await upload(author, {
        bytes,
        name: `../../etc/pic\u202eture.${format}`,
        type: `image/${format}`,
      });
      expect(status).toBe(201);
      expect(body.data.originalName).toBe(`picture.${format}`);
      expect(mediaUrl.safeParse(body.data.imageUrl).success).toBe(true);
      const kept = await stored(body.data.imageUrl);
      expect(Buffer.from(kept).equals(bytes)).toBe(false);
      expect(await sharp(kept).metadata()).toMatchObject({ width: 300, height: 200 });
      const row = await db.mediaObject.findUniqueOrThrow({
        where: { sha256: body.data.imageUrl.slice(7, 71) },
        include: { uploads: true },
      });
      expect(row).toMatchObject({
        uploads: [{ userId: author.viewer.id }],
        isGenerated: false,
        bytes: kept.byteLength,
      });
      expect(Buffer.from(row.placeholder ?? "", "base64").byteLength).toBeGreaterThan(4);
    },
  );

  it("S15 keeps transparency, and an animated GIF moving", async () => {
    const clear = await sharp({
      create: {
        width: 64,
        height: 64,
        channels: 4,
        background: { r: 200, g: 0, b: 0, alpha: 0.4 },
      },
    })
      .png()
      .toBuffer();
    const transparent = await upload(author, { bytes: clear });
    const alpha = await sharp(await stored(transparent.body.data.imageUrl)).metadata();
    expect(alpha.hasAlpha).toBe(true);

    const frames = await Promise.all(
      ["#f00", "#0f0", "#00f"].map((background) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: 100 })
      .toBuffer();
    const moving = await upload(author, { bytes: gif, name: "a.gif", type: "image/gif" });
    expect(moving.status).toBe(201);
    expect(moving.body.data.imageUrl).toMatch(/\.webp$/);
    expect(
      await sharp(await stored(moving.body.data.imageUrl), { animated: true }).metadata(),
    ).toMatchObject({ format: "webp", pages: 3, width: 40, pageHeight: 30 });
  });

  it("S15 drops EXIF with its location, and applies its rotation", async () => {
    const bytes = await picture(300, 200)
      .jpeg()
      .withExif({ IFD0: { Copyright: "secret words" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { body } = await upload(author, { bytes, type: "image/jpeg" });
    const kept = await stored(body.data.imageUrl);
    const metadata = await sharp(kept).metadata();
    expect(metadata.exif).toBeUndefined();
    expect([metadata.width, metadata.height]).toEqual([200, 300]);
    expect(Buffer.from(kept).includes("secret words")).toBe(false);
  });

  it("S15 stores no data that is appended to a picture", async () => {
    const hidden = Buffer.from("<script>alert(document.domain)</script>");
    const bytes = Buffer.concat([await picture().jpeg().toBuffer(), hidden]);
    const { status, body } = await upload(author, { bytes, type: "image/jpeg" });
    expect(status).toBe(201);
    expect(Buffer.from(await stored(body.data.imageUrl)).includes("alert(")).toBe(false);
  });

  it.each([
    ["SVG", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), invalid],
    ["HTML named .png", Buffer.from("<!doctype html><script>alert(1)</script>"), invalid],
    ["PDF", Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n"), invalid],
    ["the first half of a PNG", null, damaged],
    ["eight bytes of a PNG", Buffer.from("89504e470d0a1a0a", "hex"), damaged],
    ["a RIFF file that is no WebP", Buffer.from("RIFF\0\0\0\0WAVEfmt "), invalid],
  ])("S15 refuses %s and says what is wrong with it", async (_, given, says) => {
    const noisy = await sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: "#fff",
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    })
      .png()
      .toBuffer();
    const before = await db.mediaObject.count();
    const { status, body } = await upload(author, {
      bytes: given ?? noisy.subarray(0, noisy.length / 2),
    });
    expect([status, body.message, body.error.code]).toEqual([400, says, "invalid_image"]);
    expect(await db.mediaObject.count()).toBe(before);
  });

  it("S15 refuses TIFF, and any type that is not in the list", async () => {
    const tiff = await picture().tiff().toBuffer();
    const isTiff = `${invalid} This file is TIFF: open it in a photo app, save or export it as JPEG, and choose that.`;
    expect((await upload(author, { bytes: tiff, name: "a.png" })).body.message).toBe(isTiff);
    const svg = await upload(author, { bytes: tiff, name: "a.svg", type: "image/svg+xml" });
    expect(svg.body.message).toBe(isTiff);
  });

  it("S15 refuses a small file that would be 16000 pixels wide and high, without decoding it", async () => {
    const bomb = await bigPng(16_000, 16_000);
    const { width } = await sharp(bomb, { limitInputPixels: false }).metadata();
    expect(width).toBe(16_000);
    expect(bomb.byteLength).toBeLessThan(megabyte);
    const before = process.memoryUsage().rss;
    const { status, body } = await upload(author, { bytes: bomb });
    expect([status, body.message]).toEqual([
      400,
      "This PNG has 16,000 × 16,000 pixels: 256 megapixels, and at most 200 can be read. Please make it smaller and choose it again.",
    ]);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * megabyte);
  });

  it("S16 accepts 10 MB exactly and refuses one byte more with its size", async () => {
    const start = await picture().jpeg().toBuffer();
    const ten = Buffer.concat([start, Buffer.alloc(10 * megabyte - start.byteLength)]);
    expect((await upload(author, { bytes: ten, type: "image/jpeg" })).status).toBe(201);
    const { status, body } = await upload(author, {
      bytes: Buffer.concat([ten, Buffer.alloc(1)]),
      type: "image/jpeg",
    });
    expect([status, body.message]).toEqual([
      413,
      "File too large (10.1 MB). Maximum size is 10MB.",
    ]);
    const large = await upload(author, {
      bytes: Buffer.alloc(12.3 * megabyte),
      type: "image/jpeg",
    });
    expect([large.status, large.body.message]).toEqual([
      413,
      "File too large (12.3 MB). Maximum size is 10MB.",
    ]);
  });

  it("S16 refuses a false Content-Length", async () => {
    const form = new Response(new FormData());
    const type = form.headers.get("content-type") ?? "";
    const body = new Uint8Array(20 * megabyte);
    expect((await send(author, body, type, 100)).status).toBe(413);
    expect((await send(author, new Uint8Array(200), type, 100)).status).toBe(400);
  });

  it("requires a file and a sign-in", async () => {
    const form = new Response(new FormData());
    const type = form.headers.get("content-type") ?? "";
    const bytes = new Uint8Array(await form.arrayBuffer());
    const none = await send(author, bytes, type, bytes.byteLength);
    expect([none.status, none.body.message]).toEqual([400, "No file selected"]);
    const empty = await upload(author, { bytes: new Uint8Array() });
    expect(empty.body.message).toBe("No file selected");
    expect((await upload(null, { bytes: await picture().png().toBuffer() })).status).toBe(401);
  });
});

describe("S13 foreign addresses", () => {
  const connections: string[] = [];
  const canary = createServer((request, response) => {
    connections.push(request.url ?? "");
    response.writeHead(302, { location: "http://169.254.169.254/" }).end();
  });
  let port = 0;
  beforeAll(async () => {
    canary.on("connection", () => connections.push("connection"));
    await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
    const address = canary.address();
    port = typeof address === "object" && address ? address.port : 0;
  });
  afterAll(() => canary.close());

  it("are refused wherever a picture is named, without a connection", async () => {
    const targets = [
      `http://127.0.0.1:${port}/a.png`,
      `http://[::ffff:127.0.0.1]:${port}/a.png`,
      `http://0x7f.1:${port}/a.png`,
      `http://localhost.:${port}/a.png`,
      "http://169.254.169.254/latest/meta-data",
      "http://10.0.0.1/a.png",
      "file:///etc/passwd",
      "//evil.example/a.png",
      `/media/../../etc/passwd`,
      `/media/${"a".repeat(64)}.png/../x`,
      `/media/${"a".repeat(63)}.png`,
    ];
    const story = await makeStory(author);
    for (const target of targets) {
      expect(updatePanelBody.safeParse({ imageUrl: target }).success, target).toBe(false);
      expect(updatePanelBody.safeParse({ videoUrl: target }).success, target).toBe(false);
      const character = {
        storyId: story.id,
        name: "Mara",
        description: "A keeper of lamps.",
        imagePrompt: "A keeper of lamps.",
        primaryImageUrl: target,
      };
      expect(createCharacterBody.safeParse(character).success, target).toBe(false);
      const scene = await postScene(
        call(author, "POST", {
          storyId: story.id,
          prompt: "A long enough prompt",
          initialImageUrl: target,
        }),
        context(),
      );
      expect(scene.status, target).toBe(400);
    }
    expect(profileBody.shape.avatar).toBeDefined();
    expect(connections).toEqual([]);
  });
});
