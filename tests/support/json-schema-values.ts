import fc from "fast-check";

/** A node of a JSON schema or of an OpenAPI document. */
// biome-ignore lint/suspicious/noExplicitAny: JSON, as the document has it
type Node = any;
type Value = fc.JsonValue | undefined;

/** The schema that a reference of the document names. */
const resolve = (document: Node, schema: Node): Node =>
  schema?.$ref
    ? resolve(
        document,
        schema.$ref
          .slice(2)
          .split("/")
          .reduce((node: Node, key: string) => node[key], document),
      )
    : schema;

const textOf = ({ format, pattern, minLength = 1, maxLength = 60 }: Node): fc.Arbitrary<string> => {
  if (format === "uuid") return fc.uuid({ version: 7 });
  if (format === "date-time") return fc.constant("2026-11-01T08:00:00.000Z");
  if (format === "email") return fc.constant("ada@comics.test");
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20) });
};

/** Values that a schema of the document accepts, but for rules that only code has. */
export function valuesOf(document: Node, given: Node): fc.Arbitrary<Value> {
  const schema = resolve(document, given);
  if (!schema || schema === true) return fc.constant("x");
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options: Node[] | undefined = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option: Node) => valuesOf(document, option)));
  if (schema.allOf) return valuesOf(document, Object.assign({}, ...schema.allOf));
  const [type] = [schema.type].flat();
  switch (type) {
    case "string":
      return textOf(schema);
    case "integer":
    case "number": {
      const { minimum = schema.exclusiveMinimum + 1 || 0, maximum = minimum + 5 } = schema;
      if (!Number.isInteger(minimum) || !Number.isInteger(maximum))
        return fc.double({ min: minimum, max: maximum, noNaN: true });
      return fc.integer({ min: Math.max(minimum, -1e9), max: Math.min(maximum, minimum + 5) });
    }
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valuesOf(document, schema.items), { minLength: 1, maxLength: 2 }) as never;
    case "object": {
      const { properties = {}, additionalProperties } = schema;
      if (typeof additionalProperties === "object" && Object.keys(properties).length === 0) {
        return fc.dictionary(
          fc.constantFrom("a", "b"),
          valuesOf(document, additionalProperties),
        ) as never;
      }
      return fc.record(
        Object.fromEntries(
          Object.entries(properties).map(([key, one]) => [key, valuesOf(document, one)]),
        ),
      ) as never;
    }
    default:
      return fc.constant("x");
  }
}

/** What stands in the place of a part; undefined removes it. */
const oddities: Value[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  1e12,
  2 ** 60,
  "",
  " ",
  "x",
  "x".repeat(30_000),
  [],
  {},
  ["a"],
  { not: "" },
  Array.from({ length: 600 }, () => "a"),
  { toString: null },
];

type Step = string | number;

/** Where the parts of a value stand, the whole first. */
const placesOf = (value: Value, at: Step[] = []): Step[][] => [
  at,
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, part]) =>
        placesOf(part, [...at, Array.isArray(value) ? Number(key) : key]),
      )
    : []),
];

function replace(value: Value, [step, ...rest]: Step[], odd: Value): Value {
  if (step === undefined) return odd;
  const copy: Node = Array.isArray(value) ? [...value] : { ...(value as object) };
  copy[step] = replace(copy[step], rest, odd);
  return copy;
}

/** Such values with one part replaced, removed, or joined by an unknown one. */
export const oddValuesOf = (document: Node, schema: Node): fc.Arbitrary<Value> =>
  fc
    .record({
      value: valuesOf(document, schema),
      place: fc.nat(1e6),
      odd: fc.constantFrom(...oddities),
      isJoined: fc.boolean(),
    })
    .map(({ value, place, odd, isJoined }) => {
      const places = placesOf(value);
      const at = places[place % places.length] ?? [];
      return isJoined && at.length > 0
        ? replace(value, [...at.slice(0, -1), typeof at.at(-1) === "number" ? 0 : "extra"], odd)
        : replace(value, at, odd);
    });
