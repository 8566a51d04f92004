import { z } from "zod";

type Schema = z.core.$ZodType;

/** Whether a pattern has an unbounded repetition. */
const isEndless = (pattern: RegExp): boolean =>
  /[*+]|\{\d+,\}/.test(pattern.source.replace(/\\./g, "").replace(/\[[^\]]*\]/g, "x"));

/** The definitions of a schema and its checks. */
const defsOf = ({ _zod: { def } }: Schema) => [
  def,
  ...(def.checks ?? []).map((check) => check._zod.def),
];

/** The patterns that a text must match. */
const patternsOf = (schema: Schema): RegExp[] =>
  defsOf(schema).flatMap((def) =>
    "pattern" in def && def.pattern instanceof RegExp ? [def.pattern] : [],
  );

/** The maximum of entries of a list or map; Zod has none for a record, whose check names its own. */
const maxEntriesOf = (schema: Schema): number | undefined =>
  (defsOf(schema) as { maximum?: number; length?: number; params?: { maximum?: number } }[])
    .map(({ maximum, length, params }) => maximum ?? length ?? params?.maximum)
    .find((most) => most !== undefined);

interface Looked {
  /** The parts of the schema itself without a maximum. */
  problem?: string | false;
  /** The child schemas, by their path. */
  parts?: [path: string, schema: Schema][];
}

function look(schema: Schema): Looked {
  const def = schema._zod.def as z.core.$ZodTypes["_zod"]["def"];
  const { maxLength, maxValue } = schema as z.ZodString & z.ZodNumber;
  const isOpen = maxEntriesOf(schema) === undefined && `${def.type} without max`;
  switch (def.type) {
    case "string":
      return {
        problem: maxLength === null && patternsOf(schema).every(isEndless) && "string without max",
      };
    case "number":
    case "bigint":
      // Zod bounds every integer to a safe integer.
      return {
        problem: (maxValue ?? Infinity) >= Number.MAX_SAFE_INTEGER && `${def.type} without max`,
      };
    case "array":
      return { problem: isOpen, parts: [["[]", def.element]] };
    case "set":
      return { problem: isOpen, parts: [["[]", def.valueType]] };
    case "map":
    case "record":
      return {
        problem: isOpen,
        parts: [
          [".key", def.keyType],
          [".*", def.valueType],
        ],
      };
    case "object":
      return {
        problem: def.catchall && def.catchall._zod.def.type !== "never" && "other keys",
        parts: Object.entries(def.shape).map(([key, value]) => [`.${key}`, value]),
      };
    case "tuple":
      return {
        problem: def.rest !== null && "tuple without end",
        parts: def.items.map((item, index) => [`[${index}]`, item]),
      };
    case "union":
      return { parts: def.options.map((option) => ["", option]) };
    case "intersection":
      return {
        parts: [
          ["", def.left],
          ["", def.right],
        ],
      };
    case "pipe": {
      // The app's code bounds a text that is derived from a bounded one.
      const isText = def.out._zod.def.type === "string" && def.in._zod.def.type !== "transform";
      return { parts: (isText ? [def.in] : [def.in, def.out]).map((part) => ["", part]) };
    }
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
    case "nonoptional":
    case "success":
    case "promise":
      return { parts: [["", def.innerType]] };
    case "lazy":
      return { parts: [["", def.getter()]] };
    case "literal":
    case "enum":
    case "boolean":
    case "null":
    case "undefined":
    case "void":
    case "never":
    case "nan":
    case "date":
    case "transform":
      return {};
    default:
      return { problem: `${def.type} of any size` };
  }
}

/** All schemas within a schema with their paths, including itself. */
function walk(root: Schema): Map<Schema, string> {
  const found = new Map<Schema, string>([[root, ""]]);
  for (const [schema, path] of found) {
    for (const [step, part] of look(schema).parts ?? []) {
      if (!found.has(part)) found.set(part, path + step);
    }
  }
  return found;
}

export const partsOf = (root: Schema): Schema[] => [...walk(root).keys()];

/**
 * Finds the parts of a schema without a maximum: texts, lists, maps and numbers of any size, and
 * values of any shape. One line for each, by its path.
 */
export const findUnbounded = (root: Schema): string[] =>
  [...walk(root)].flatMap(([schema, path]) => {
    const { problem } = look(schema);
    return problem ? [`${path || "."}: ${problem}`] : [];
  });

/** The schemas in a module's export: itself, or those in lists and plain objects. */
export function schemasIn(value: unknown, depth = 0): Schema[] {
  if (value instanceof z.core.$ZodType) return [value];
  if (depth > 4 || typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((one) => schemasIn(one, depth + 1));
}
