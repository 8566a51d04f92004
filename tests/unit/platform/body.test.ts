import { describe, expect, it } from "vitest";
import { parseJson, readBody } from "@/lib/platform/http/body";

const bytes = (text: string) => new TextEncoder().encode(text);
const lists = (depth: number) => bytes("[".repeat(depth) + "]".repeat(depth));

describe("what a body holds", () => {
  it("may be 32 deep and no deeper", () => {
    expect(parseJson(lists(32))).toBeInstanceOf(Array);
    expect(() => parseJson(lists(33))).toThrow("nested too deeply");
    const objects = `${'{"a":'.repeat(33)}1${"}".repeat(33)}`;
    expect(() => parseJson(bytes(objects))).toThrow("nested too deeply");
  });

  it.each([20_000, 100_000])("is refused and fails nothing with %i brackets", (depth) => {
    expect(() => parseJson(lists(depth))).toThrow(
      expect.objectContaining({ code: "bad_request", status: 400 }),
    );
  });

  it("that breaks off is its sender's fault", async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error("aborted")),
    });
    const request = new Request("http://localhost/", {
      method: "POST",
      body,
      duplex: "half",
    } as RequestInit);
    await expect(readBody(request, 100)).rejects.toMatchObject({
      code: "bad_request",
      message: "The request did not arrive whole. Please send it again.",
    });
  });
});
