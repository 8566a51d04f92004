import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { manifest } from "@/app/api/manifest";
import { createEntryBody, updateEntryBody } from "@/lib/library/schema";
import { AppError } from "@/lib/platform/errors";
import { declaredCalls, openApiDocument } from "@/lib/platform/http/openapi";
import { parseWith } from "@/lib/platform/http/respond";
import { oddValuesOf } from "@/tests/support/json-schema-values";

/** What the validator would say in its own words. */
const raw = "TEXT OF THE VALIDATOR";
beforeAll(() => void z.config({ localeError: () => raw }));
afterAll(() => void z.config(z.locales.en()));

/** The refusal's sentences; none where the input is accepted. */
function refusalOf(schema: z.ZodType, input: unknown): string[] {
  try {
    parseWith(schema, input);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.message, ...(error.details.errors ?? []).map(({ message }) => message)];
  }
}

const jargon =
  /expected|received|undefined|\bNaN\b|[<>]=|\[object|regex|pattern|\bunion\b|Invalid (input|option|string|number)/i;

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document
const document: any = openApiDocument(manifest);

describe("no call of the OpenAPI document answers in the validator's words", () => {
  const inputs = declaredCalls(manifest).flatMap(({ method, path, declaration }) => {
    const { requestBody, parameters = [] } = document.paths[`/api${path}`][method.toLowerCase()];
    const query = parameters.filter((one: { in: string }) => one.in === "query");
    const properties = Object.fromEntries(
      query.map((one: { name: string; schema: unknown }) => [one.name, one.schema]),
    );
    const body = requestBody?.content["application/json"]?.schema;
    return [
      ...(declaration.body ? [[`${method} ${path}`, declaration.body, body] as const] : []),
      ...(declaration.query
        ? [[`${method} ${path}?`, declaration.query, { type: "object", properties }] as const]
        : []),
    ];
  });

  it.each(inputs)("%s", (_, schema, described) => {
    let refused = 0;
    const check = (input: unknown) => {
      for (const message of refusalOf(schema, input)) {
        refused += 1;
        expect(message).not.toContain(raw);
        expect(message).not.toMatch(jargon);
        expect(message).toMatch(/^[A-Z].{7,}$/);
      }
    };
    fc.assert(fc.property(oddValuesOf(document, described), check), { numRuns: 300 });
    expect(refused).toBeGreaterThan(50);
  });
});

const entry = { name: "", description: "A lamp on a tall rock", imagePrompt: "A lamp on a rock" };

it.each<[z.ZodType, object, string]>([
  [z.object({ pageSize: z.number().min(1) }), { pageSize: 0 }, "Page size must be at least 1"],
  [z.object({ storyId: z.uuid() }), { storyId: "x" }, "Story must be a valid id"],
  [z.object({ title: z.string() }), { title: 5 }, "Title must be a text"],
  [z.object({ title: z.string() }), {}, "Title is required"],
  [
    z.object({ tags: z.array(z.string().max(2)) }),
    { tags: ["abc"] },
    "Each entry of Tags must have at most 2 characters",
  ],
  [
    z.object({ tags: z.array(z.string()).max(1) }),
    { tags: ["a", "b"] },
    "Tags must have at most 1 entry",
  ],
  [
    z.object({ sort: z.enum(["new", "popular"]) }),
    { sort: "x" },
    "Sort must be one of new, popular",
  ],
  [z.object({ step: z.number().multipleOf(5) }), { step: 3 }, "Step must be a multiple of 5"],
  [z.object({ size: z.int() }), { size: 1.5 }, "Size must be a whole number"],
  [z.strictObject({}), [], "The request must be an object"],
  [
    z.object({ either: z.union([z.number(), z.boolean()]) }),
    { either: "x" },
    "Either must be of a different type",
  ],
  [createEntryBody, { ...entry, kind: "location" }, "Location name is required"],
  [createEntryBody, { ...entry, kind: "character" }, "Character name is required"],
  [createEntryBody, { ...entry, name: undefined, kind: "character" }, "Character name is required"],
  [
    createEntryBody,
    { kind: "location", description: entry.description },
    "Location name is required",
  ],
  [createEntryBody, {}, "Kind must be one of character, location"],
  [createEntryBody, { kind: "location", entityId: 5 }, "This is not a valid id"],
  [updateEntryBody, { name: "" }, "Entry name is required"],
])("a field is told by its name and its rule, %#", (schema, input, message) => {
  expect(refusalOf(schema, input)[0]).toBe(message);
});
