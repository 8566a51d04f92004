import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { JsonExtractor } from "@/lib/ai/openai/json-extractor";
import { toStrictJsonSchema } from "@/lib/ai/openai/strict-json-schema";
import { retryAfterOf } from "@/lib/ai/retry-after";

const now = Date.UTC(2026, 10, 22, 12);

describe("the time that a server asks to wait", () => {
  it.each<[Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ "retry-after": "7" }, 7],
    [{ "retry-after": "0" }, 1],
    [{ "retry-after": "nonsense" }, undefined],
    [{ "retry-after": new Date(now + 9_000).toUTCString() }, 9],
    [{ "retry-after-ms": "1500", "retry-after": "30" }, 2],
    [{ "retry-after": "86400" }, 300],
    [{ "x-ratelimit-reset-requests": "6m0s", "x-ratelimit-reset-tokens": "20ms" }, 1],
    [
      {
        "x-ratelimit-remaining-requests": "0",
        "x-ratelimit-reset-requests": "1m3s",
        "x-ratelimit-reset-tokens": "20ms",
      },
      63,
    ],
    [{ "x-ratelimit-reset": String(now + 12_000) }, 12],
    [{ "x-ratelimit-reset": String(now / 1_000 + 12) }, 12],
  ])("%j", (headers, seconds) => {
    expect(retryAfterOf(new Headers(headers), now)).toBe(seconds);
  });
});

describe("schema of an answer", () => {
  it("requires all fields, allows no others, and describes bounds in text", () => {
    const schema = z.object({
      name: z.string().min(1).max(9).describe("Who."),
      tags: z.array(z.string().nullable()).max(3),
      enum: z.enum(["a", "b"]),
    });
    expect(toStrictJsonSchema(schema)).toEqual({
      strict: true,
      schema: {
        type: "object",
        additionalProperties: false,
        required: ["name", "tags", "enum"],
        properties: {
          name: { type: "string", description: "Who. 1 to 9 characters." },
          tags: {
            type: "array",
            description: "At most 3 entries.",
            items: { type: ["string", "null"] },
          },
          enum: { type: "string", enum: ["a", "b"] },
        },
      },
    });
  });

  it("is not strict where a field is optional", () => {
    expect(toStrictJsonSchema(z.object({ a: z.object({ b: z.string().optional() }) })).strict).toBe(
      false,
    );
  });
});

describe("the document within a response", () => {
  const read = (chunks: string[]) => {
    const text = new JsonExtractor({ fits: (json) => json !== '{"b": 1}' });
    return chunks.map((chunk) => text.push(chunk)).join("") + text.end();
  };

  it("is the same within any text and any chunks", () => {
    const document = fc
      .dictionary(fc.string(), fc.jsonValue())
      .map((value) => JSON.stringify(value));
    const before = fc.constantFrom("", " \n", "```json\n", "Here:\n", '<think>{"a"} so</think>\n');
    const after = fc.constantFrom("", "\n```", ' Done. {"b": 1}');
    fc.assert(
      fc.property(document, before, after, fc.integer({ min: 1, max: 9 }), (json, a, b, size) => {
        const all = a + json + b;
        const chunks = all.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
        expect(read(chunks)).toBe(json);
      }),
    );
  });

  it("is absent where there is none", () => {
    expect(read(["I cannot", " do { that }", "."])).toBe("");
    expect(read(["<think>", 'for ever {"a"'])).toBe("");
  });
});
