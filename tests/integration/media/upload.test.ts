import { createServer } from "node:http";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { profileBody } from "@/lib/accounts/schema";
import { mediaUrl } from "@/lib/media/schema";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { updatePanelBody } from "@/lib/scenes/schema";
import { createCharacterBody } from "@/lib/world/schema";
import { makeAuthor, makeStory } from "../generation/support";
import { send, upload } from "./support";

const megabyte = 1024 * 1024;

const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: "#2a9d8f" } });

const stored = async (imageUrl: string) => {
  const object = await storage().get(imageUrl.replace("/media/", ""));
  if (!object) throw new Error("nothing is stored there");
  return object.bytes;
};
const author = await makeAuthor();

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
      const scene = await author.post("/ai/generate-scene", {
        storyId: story.id,
        prompt: "A long enough prompt",
        initialImageUrl: target,
      });
      expect(scene.status, target).toBe(400);
    }
    expect(profileBody.shape.avatar).toBeDefined();
    expect(connections).toEqual([]);
  });
});
