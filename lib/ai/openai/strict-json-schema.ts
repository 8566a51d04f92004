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
  let strict = true;
  const { $schema: _, ...root } = z.toJSONSchema(schema, {
    io: "input",
    override({ jsonSchema: node }) {
      const words = [node.description, describeBounds(node)].filter(Boolean).join(" ");
      if (words) node.description = words;
      for (const bound of unsupportedBounds) delete node[bound];
      if (!node.properties) return;
      const names = Object.keys(node.properties);
      if ((node.required?.length ?? 0) < names.length) strict = false;
      node.additionalProperties = false;
    },
  });
  return { schema: root, strict };
}

function describeBounds({ minLength, maxLength, minItems, maxItems }: Node): string {
  const range = (min: unknown, max: unknown, what: string) => {
    if (min && max) return `${min} to ${max} ${what}.`;
    if (max) return `At most ${max} ${what}.`;
    return min ? `At least ${min} ${what}.` : "";
  };
  return range(minLength, maxLength, "characters") || range(minItems, maxItems, "entries");
}
