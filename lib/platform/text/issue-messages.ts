import type { z } from "zod";

type Issue = Parameters<z.core.$ZodErrorMap>[0];
type IssueOf<Code> = Extract<Issue, { code: Code }>;

/** Readable names of fields whose own name is technical. */
const names: Record<string, string> = { q: "Search", _id: "Id", made: "Filter" };

/**
 * The name of an issue's field at the beginning of a sentence; entries have the name of their list.
 */
function fieldOf({ path = [] }: Issue): string {
  const key = path.findLast((step) => typeof step === "string") as string | undefined;
  if (key === undefined) return "The request";
  const words = key
    .replace(/(?<=.)Ids?$/, "")
    .replace(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .trim()
    .toLowerCase();
  const name =
    names[key] ?? (words ? words.replace(/^./, (first) => first.toUpperCase()) : "Field");
  return typeof path.at(-1) === "number" ? `Each entry of ${name}` : name;
}

const types: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const formats: Record<string, string> = {
  uuid: "a valid id",
  email: "an email address",
  url: "a complete URL",
  datetime: "a date and time, as in 2026-11-26T08:00:00Z",
};

const units: Record<string, [one: string, many: string]> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
  set: ["entry", "entries"],
};

/** "be at least 3" for a number, "have at least 3 entries" for a size. */
function bounded(bound: string, limit: number | bigint, origin: string): string {
  const unit = units[origin]?.[Number(limit) === 1 ? 0 : 1];
  return unit ? `must have ${bound} ${limit} ${unit}` : `must be ${bound} ${limit}`;
}

const isMissing = ({ input }: Issue) => input === undefined || input === "";

/** The requirement on a field, by the kind of issue. */
const rules: { [Code in NonNullable<Issue["code"]>]: (issue: IssueOf<Code>) => string } = {
  invalid_type: ({ expected }) => `must be ${types[expected] ?? "of a different type"}`,
  invalid_value: ({ values }) =>
    `must be ${values.length > 1 ? "one of " : ""}${values.map(String).join(", ")}`,
  invalid_format: ({ format }) => `must be ${formats[format] ?? "in a different format"}`,
  too_big: ({ maximum, origin, inclusive = true }) =>
    bounded(inclusive ? "at most" : "less than", maximum, origin),
  too_small: ({ minimum, origin, inclusive = true }) =>
    bounded(inclusive ? "at least" : "more than", minimum, origin),
  not_multiple_of: ({ divisor }) => `must be a multiple of ${divisor}`,
  unrecognized_keys: ({ keys }) => `has an unknown field "${keys[0]}"`,
  invalid_union: ({ options }) =>
    `must be ${Array.isArray(options) ? `one of ${options.join(", ")}` : "of a different type"}`,
  invalid_key: () => "has a name that is not accepted",
  invalid_element: () => "has an entry that is not accepted",
  custom: () => "is not valid",
};

/**
 * Message for an issue whose schema has no message, for zod's `error` parameter. People never read
 * zod's own texts.
 */
export const issueMessage: z.core.$ZodErrorMap = (issue) => {
  const rule = rules[issue.code] as (issue: Issue) => string;
  return `${fieldOf(issue)} ${isMissing(issue) ? "is required" : rule(issue)}`;
};
