import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/**
 * The requirements of OpenAI's published API description for requests, kept as data beside
 * this file (field names, types and bounds as of November 2026).
 */
const load = (name: string) =>
  z.fromJSONSchema(
    JSON.parse(readFileSync(path.join(import.meta.dirname, `${name}.schema.json`), "utf8")),
  );

export const published = {
  chat: load("chat-completions"),
  moderation: load("moderations"),
  generation: load("images-generations"),
  edit: load("images-edits"),
};

type Node = Record<string, unknown>;

const strictKeywords = new Set(
  "type properties required additionalProperties items enum const anyOf description title $ref $defs definitions pattern format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum".split(
    " ",
  ),
);
const deepest = 10;

/** The violations of strict mode in a schema, as sentences; empty where it is valid. */
export function strictProblems(schema: unknown, at = "schema", depth = 1): string[] {
  if (typeof schema !== "object" || schema === null) return [`${at}: no schema`];
  const node = schema as Node;
  const problems = Object.keys(node)
    .filter((key) => !strictKeywords.has(key))
    .map((key) => `${at}: '${key}' is not permitted`);
  if (depth > deepest) problems.push(`${at}: nested too deeply`);
  if (depth === 1 && node.type !== "object") problems.push(`${at}: the root must be an object`);
  if (node.type === "object") {
    const properties = (node.properties ?? {}) as Node;
    const required = new Set(node.required as string[] | undefined);
    if (node.additionalProperties !== false) {
      problems.push(`${at}: 'additionalProperties' is required to be supplied and to be false`);
    }
    for (const [name, child] of Object.entries(properties)) {
      if (!required.has(name)) problems.push(`${at}: 'required' must include '${name}'`);
      problems.push(...strictProblems(child, `${at}.${name}`, depth + 1));
    }
  }
  if (node.items) problems.push(...strictProblems(node.items, `${at}[]`, depth + 1));
  for (const option of (node.anyOf as unknown[] | undefined) ?? []) {
    problems.push(...strictProblems(option, `${at}|`, depth + 1));
  }
  return problems;
}
