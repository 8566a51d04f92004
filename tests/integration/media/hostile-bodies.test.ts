import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { GET as getImage } from "@/app/api/upload/image/route";
import { GET as getTicket } from "@/app/api/upload/ticket/route";
import { db } from "@/lib/platform/db";
import { type Author, call, context, makeAuthor } from "../generation/support";
import { send } from "./support";

const invalid = "Invalid file type. Please select a JPEG, PNG, GIF, or WebP image.";
const none = "No file selected";
const boundary = "----frontier";
const form = `multipart/form-data; boundary=${boundary}`;
const author = await makeAuthor();
const picture = await sharp({
  create: { width: 20, height: 10, channels: 3, background: "#2a9d8f" },
})
  .png()
  .toBuffer();

interface Part {
  head?: string;
  type?: string | null;
  content?: Buffer;
}
const part = ({
  head = 'name="image"; filename="a.png"',
  type = "image/png",
  content = picture,
}: Part = {}) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n`),
    Buffer.from(type === null ? "\r\n" : `Content-Type: ${type}\r\n\r\n`),
    content,
    Buffer.from("\r\n"),
  ]);
const end = Buffer.from(`--${boundary}--\r\n`);
const body = (...parts: Buffer[]) => Buffer.concat([...parts, end]);

async function answerTo(bytes: Buffer, type = form, who: Author = author) {
  const { status, body: reply } = await send(who, bytes, type, bytes.byteLength);
  return { status, message: reply.message, name: reply.data?.originalName };
}

describe("S15 bodies of an upload that no browser sends", () => {
  it("are refused with a message where they have no file, and nothing is stored", async () => {
    const before = await db.mediaObject.count();
    const whole = body(part());
    const refused: [string, Buffer, string, string][] = [
      ["no boundary", whole, "multipart/form-data", none],
      ["an empty boundary", whole, "multipart/form-data; boundary=", none],
      ["another boundary", whole, "multipart/form-data; boundary=other", none],
      ["no end", Buffer.concat([part()]), form, none],
      ["half of a part", whole.subarray(0, 60), form, none],
      ["boundaries alone", body(), form, none],
      ["another field", body(part({ head: 'name="file"; filename="a.png"' })), form, none],
      ["the field as text", body(part({ head: 'name="image"', type: null })), form, none],
      ["a name without a field", body(part({ head: 'filename="a.png"' })), form, none],
      [
        "a field named like a method",
        body(part({ head: 'name="__proto__"; filename="a"' })),
        form,
        none,
      ],
      [
        "a form of an address",
        Buffer.from("image=a.png"),
        "application/x-www-form-urlencoded",
        none,
      ],
      ["the picture alone", picture, "image/png", none],
      ["no type at all", whole, "", none],
      ["an empty file", body(part({ content: Buffer.alloc(0) })), form, none],
      ["a file of no type", body(part({ type: null })), form, invalid],
      ["a file of a wrong type", body(part({ type: "text/html" })), form, invalid],
      [
        "first a wrong file, then a right one",
        body(part({ type: "text/html" }), part()),
        form,
        invalid,
      ],
    ];
    for (const [what, bytes, type, message] of refused) {
      const answer = await answerTo(bytes, type);
      expect([what, answer.status, answer.message]).toEqual([what, 400, message]);
    }
    expect(await db.mediaObject.count()).toBe(before);
  });

  it("supply a name for display and nothing else", async () => {
    const author = await makeAuthor();
    const names: [string, string][] = [
      ['filename="../../etc/passwd"', "passwd"],
      ['filename="C:\\\\temp\\\\a.png"', "a.png"],
      ['filename="a\u202egnp.exe"', "agnp.exe"],
      ['filename="a\tb.png"', "ab.png"],
      ['filename="%00.png"', "%00.png"],
      ['filename="<img src=x onerror=alert(1)>.png"', "<img src=x onerror=alert(1)>.png"],
      [`filename="${"n".repeat(5000)}"`, "n".repeat(200)],
      ['filename="/"', "image"],
    ];
    for (const [head, shown] of names) {
      const answer = await answerTo(body(part({ head: `name="image"; ${head}` })), form, author);
      expect([head.slice(0, 40), answer.status, answer.name]).toEqual([
        head.slice(0, 40),
        201,
        shown,
      ]);
    }
    // Of several files the first counts, whatever else is sent along.
    const several = await answerTo(
      body(
        part({ head: 'name="role"', type: null, content: Buffer.from("admin") }),
        part({ head: 'name="image"; filename="first.png"' }),
        part({ head: 'name="image"; filename="second.png"' }),
      ),
      form,
      author,
    );
    expect([several.status, several.name]).toEqual([201, "first.png"]);
  });

  it("in JSON name a file in the store, or are refused", async () => {
    const author = await makeAuthor();
    const key = `incoming/${author.viewer.id}/00000000-0000-4000-8000-000000000000-100`;
    const json = (value: unknown) =>
      answerTo(Buffer.from(JSON.stringify(value)), "application/json", author);
    for (const value of [
      null,
      [],
      "x",
      { key },
      { key: 1, originalName: "a" },
      { key: { not: "" }, originalName: "a" },
      { key: "x".repeat(201), originalName: "a" },
      { key, originalName: "a", uploaderId: author.viewer.id },
    ]) {
      expect([value, (await json(value)).status]).toEqual([value, 400]);
    }
    expect((await answerTo(Buffer.from("{"), "application/json", author)).status).toBe(400);
    // A folder has no such place.
    expect((await json({ key, originalName: "a" })).status).toBe(404);
  });
});

it("S16 tickets require a size and a type, and POST", async () => {
  const author = await makeAuthor();
  const ask = async (value: unknown) => (await author.post("/upload/ticket", value)).status;
  for (const value of [
    {},
    [],
    { size: "5", mediaType: "image/png" },
    { size: 2 ** 70, mediaType: "image/png" },
    { size: 5, mediaType: { not: "" } },
    { size: 5, mediaType: "image/png\r\nx: y" },
    { size: 5, mediaType: "image/png", key: "incoming/x" },
  ]) {
    expect([value, await ask(value)]).toEqual([value, 400]);
  }
  expect(await ask({ size: 10 * 1024 * 1024, mediaType: "image/png" })).toBe(201);
  expect(await ask({ size: 10 * 1024 * 1024 + 1, mediaType: "image/png" })).toBe(413);
  for (const get of [getTicket, getImage]) {
    expect((await get(call(author, "GET"), context())).status).toBe(405);
  }
});
