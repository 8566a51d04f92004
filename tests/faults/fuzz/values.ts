/** A JSON schema as the OpenAPI document has it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

export interface Random {
  /** A whole number below `end`. */
  below: (end: number) => number;
  pick: <T>(list: readonly T[]) => T;
  chance: (share: number) => boolean;
}

/** Random numbers that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    pick: (list) => list[below(list.length)] as never,
    chance: (share) => next() < share,
  };
}

const deep = (depth: number) => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);

/** Values that only an attacker sends. */
const hostile: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  0.1,
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202e\u2028",
  "'; DROP TABLE story; --",
  "</script><img src=x onerror=alert(1)>",
  "../../../etc/passwd",
  "%00%2e%2e",
  "x".repeat(20_000),
  "🦑".repeat(600),
  [],
  {},
  [[]],
  deep(40),
  { __proto__: { isAdministrator: true }, constructor: { prototype: {} } },
  { $gt: "" },
  "00000000-0000-0000-0000-000000000000",
  "9999-99-99T99:99:99Z",
];

const letters = ["a", "Ä", "海", "🦑", " ", "\n", "'", '"', "<", "%", "\\", "\u200d"];

function textOf(random: Random, { minLength = 0, maxLength = 40 }: Schema): string {
  const length = minLength + random.below(Math.min(60, Math.max(1, maxLength - minLength + 1)));
  return Array.from({ length }, () => random.pick(letters)).join("");
}

export interface Known {
  /** Ids of what exists: of stories, scenes, people. */
  ids: readonly string[];
  schemaOf: (ref: string) => Schema;
}

/** A value that the schema allows, as far as its patterns are known. */
export function valueFor(schema: Schema, random: Random, known: Known): unknown {
  if (schema.$ref) return valueFor(known.schemaOf(schema.$ref), random, known);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return valueFor(random.pick(options), random, known);
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((part) => valueFor(part, random, known)));
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case "null":
      return null;
    case "boolean":
      return random.chance(0.5);
    case "integer":
    case "number": {
      const { minimum = -5, maximum = minimum + 20 } = schema;
      const value = minimum + random.below(Math.min(1_000, maximum - minimum + 1));
      return type === "number" && random.chance(0.5) ? Math.min(maximum, value + 0.25) : value;
    }
    case "array": {
      const { minItems = 0, maxItems = 4, items = {} } = schema;
      const length = Math.min(maxItems, minItems + random.below(4));
      return Array.from({ length }, () => valueFor(items, random, known));
    }
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || random.chance(0.6))
          .map(([name, property]) => [name, valueFor(property, random, known)]),
      );
    case "string":
      if (schema.format === "uuid" || /uuid|\[0-9a-f/i.test(schema.pattern ?? "")) {
        return random.pick(known.ids);
      }
      if (schema.format === "email") return `fuzz${random.below(1_000)}@fuzz.invalid`;
      if (schema.format === "date-time") return "2026-11-25T12:00:00.000Z";
      return textOf(random, schema);
    default:
      return random.pick(hostile);
  }
}

/** The same value with one place made hostile, left out, or too much of it. */
export function spoil(value: unknown, random: Random): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (isObject && Object.keys(value).length > 0 && random.chance(0.85)) {
    const entries = Object.entries(value);
    const at = random.below(entries.length);
    const [name, inner] = entries[at] ?? ["", null];
    if (random.chance(0.15)) entries.splice(at, 1);
    else if (random.chance(0.1)) entries.push([random.pick(["id", "__proto__", "role", ""]), 1]);
    else entries[at] = [name, spoil(inner, random)];
    return Object.fromEntries(entries);
  }
  if (Array.isArray(value) && random.chance(0.5)) {
    if (value.length === 0) return [random.pick(hostile)];
    if (random.chance(0.3)) return Array.from({ length: 300 }, () => value[0]);
    return value.map((inner, at) => (at === 0 ? spoil(inner, random) : inner));
  }
  return random.pick(hostile);
}
