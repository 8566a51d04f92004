import { z } from "zod";

type Node = Record<string, unknown>;

/** Keywords that strict mode rejects; the descriptions state these bounds instead. */
const unsupportedBounds = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
] as const;

/**
 * Converts a schema for OpenAI's strict mode: all properties required, none added, bounds moved
 * into descriptions. `strict` is false if a property is optional, because strict mode does not
 * support that.
 */
export function toStrictJsonSchema(schema: z.ZodType): { schema: Node; strict: boolean } {
  const { $schema: _, ...root } = z.toJSONSchema(schema, { io: "input" }) as Node;
  let strict = true;
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== "object" || node === null) return node;
    const { properties, ...rest } = node as Node;
    const seen = Object.fromEntries(
      Object.entries(rest)
        .filter(([key]) => !(unsupportedBounds as readonly string[]).includes(key))
        .map(([key, value]) => [key, key === "enum" || key === "required" ? value : visit(value)]),
    );
    const words = [rest.description, describeBounds(rest)].filter(Boolean).join(" ");
    if (words) seen.description = words;
    if (properties) {
      const names = Object.keys(properties);
      const required = (rest.required as string[] | undefined) ?? [];
      if (required.length < names.length) strict = false;
      seen.properties = Object.fromEntries(
        Object.entries(properties as Node).map(([name, value]) => [name, visit(value)]),
      );
      seen.additionalProperties = false;
    }
    return seen;
  };
  return { schema: visit(root) as Node, strict };
}

function describeBounds({ minLength, maxLength, minItems, maxItems }: Node): string {
  const range = (min: unknown, max: unknown, what: string) => {
    if (min && max) return `${min} to ${max} ${what}.`;
    if (max) return `At most ${max} ${what}.`;
    return min ? `At least ${min} ${what}.` : "";
  };
  return range(minLength, maxLength, "characters") || range(minItems, maxItems, "entries");
}
