import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findFormFile } from "@/lib/media/multipart";
import { runs } from "@/tests/support/full-run";

/** As this runtime writes a form. */
async function written(entries: [string, string | File][]) {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  const whole = new Response(form);
  return {
    body: new Uint8Array(await whole.arrayBuffer()),
    type: whole.headers.get("content-type") ?? "",
  };
}

/** The form data as the runtime parses it. */
async function readByRuntime(body: Uint8Array, type: string) {
  const form = await new Response(body as BodyInit, { headers: { "content-type": type } })
    .formData()
    .catch(() => null);
  const file = form?.get("image");
  if (!(file instanceof File)) return null;
  return { bytes: Buffer.from(await file.arrayBuffer()), name: file.name, type: file.type };
}

const readByUs = (body: Uint8Array, type: string) => {
  const file = findFormFile(body, type, "image");
  return file && { ...file, bytes: Buffer.from(file.bytes) };
};

const field = fc.constantFrom("image", "image ", "Image", "name", 'a"b', "filename", "größe");
const content = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.constantFrom("\r\n", "\r\n--", "--", "\r\n\r\n", "").map((text) => Buffer.from(text)),
);
const name = fc.constantFrom("a.png", 'say "x".jpg', "café 日本.gif", "a;b=c.png", "..\\x.png");
const file = fc
  .tuple(content, name, fc.constantFrom("image/png", "image/jpeg", "text/html"))
  .map(([bytes, name, type]) => new File([bytes as BlobPart], name, { type }));

describe("a form's file", () => {
  it("equals the file that the runtime parses", async () => {
    const value = fc.oneof(file, fc.constantFrom("", "words", "--", "\r\n--x"));
    const entries = fc.array(fc.tuple(field, value), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(entries, async (entries) => {
        const { body, type } = await written(entries);
        expect(readByUs(body, type)).toEqual(await readByRuntime(body, type));
      }),
      { numRuns: runs(300) },
    );
  });

  it("is absent in a truncated body, wherever it was cut", async () => {
    const { body, type } = await written([
      ["image", new File(["\x89PNG"], "a.png", { type: "image/png" })],
    ]);
    expect(readByUs(body, type)).toMatchObject({ name: "a.png", type: "image/png" });
    const end = body.lastIndexOf("-".charCodeAt(0));
    for (let length = 0; length <= end; length += 1) {
      expect([length, readByUs(body.subarray(0, length), type)]).toEqual([length, null]);
    }
  });

  it("is part of the body, not a copy of it", async () => {
    const { body, type } = await written([["image", new File(["words"], "a", { type: "a/b" })]]);
    expect(findFormFile(body, type, "image")?.bytes.buffer).toBe(body.buffer);
  });

  it("is found in little time; a form of 100,000 parts or a header of megabytes is invalid", async () => {
    const boundary = "x";
    const type = `multipart/form-data; boundary=${boundary}`;
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
    const many = Buffer.from(`${part.repeat(100_000)}--x--`);
    const large = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n'),
      Buffer.alloc(10_000_000, "\r\n-"),
      Buffer.from("\r\n--x--"),
    ]);
    // A pattern could try each of the blanks as the beginning of the end.
    const blanks = " \t".repeat(2_000_000);
    const padded = (head: string) => Buffer.from(`--x\r\n${head}\r\n\r\nwords\r\n--x--`);
    const disposition = 'Content-Disposition: form-data; name="image"; filename="a"';
    const heads = [`A: ${blanks}x`, `${disposition}${blanks}`, `${disposition}${";".repeat(4e6)}`];
    const started = process.cpuUsage();
    for (const head of heads) expect(readByUs(padded(head), type)).toBeNull();
    expect(readByUs(padded(disposition + blanks.slice(0, 16_000)), type)?.name).toBe("a");
    expect(readByUs(many, type)).toBeNull();
    expect(findFormFile(large, type, "image")?.bytes.byteLength).toBe(10_000_000);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});
