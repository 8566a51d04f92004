import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { mediaUrl } from "@/lib/media/schema";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { makeAuthor } from "../generation/support";
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
