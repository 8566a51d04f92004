import { z } from "zod";
import { type Known, type Random, type Schema, spoil, valueFor } from "./values.ts";

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  schema: Schema;
  required?: boolean;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas?: Record<string, Schema> };
}

export interface Target {
  base: string;
  document: Document;
  tokens: readonly string[];
  ids: readonly string[];
  random: Random;
}

/** The faults of one response, with its request. */
export interface Finding {
  call: string;
  problem: string;
  sent: string;
}

/** Milliseconds of one answer. */
const longestAnswer = 6_000;

/** Sends `cases` requests to each call of the document, most of them wrong in one place. */
export async function fuzzCalls(target: Target, cases: number) {
  const { document, ids } = target;
  const schemas = document.components.schemas ?? {};
  const schemaOf = (ref: string) => schemas[ref.split("/").at(-1) ?? ""] ?? {};
  const known: Known = { ids, schemaOf };
  const findings: Finding[] = [];
  const statuses = new Map<number, number>();
  let sent = 0;
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const checks = checksOf(operation, schemas);
      for (let number = 0; number < cases; number += 1) {
        const request = requestOf(target, known, { path, method, operation, number });
        sent += 1;
        const { status, problems } = await ask(request, checks);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const what = `${request.init.method} ${request.url.slice(target.base.length)} ${request.init.body ?? ""}`;
        for (const problem of problems) {
          findings.push({
            call: `${method.toUpperCase()} ${path}`,
            problem,
            sent: what.slice(0, 400),
          });
        }
      }
    }
  }
  return { sent, findings, statuses };
}

interface Case {
  path: string;
  method: string;
  operation: Operation;
  number: number;
}

function requestOf(
  { base, tokens, random }: Target,
  known: Known,
  { path, method, operation, number }: Case,
) {
  const parameters = operation.parameters ?? [];
  const one = ({ schema }: Parameter) => {
    const value = valueFor(schema, random, known);
    return random.chance(0.15) ? spoil(value, random) : value;
  };
  const texted = (value: unknown) =>
    (typeof value === "object" ? JSON.stringify(value) : String(value))
      .slice(0, 2_000)
      .toWellFormed();
  const named = new Map(parameters.map((each) => [each.name, each]));
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = named.get(name) ?? {
      name,
      in: "path",
      schema: { format: "uuid", type: "string" },
    };
    return encodeURIComponent(texted(one(parameter)) || "-");
  });
  const query = parameters
    .filter((each) => each.in === "query" && (each.required || random.chance(0.5)))
    .map((each) => `${each.name}=${encodeURIComponent(texted(one(each)))}`);
  const content = operation.requestBody?.content;
  const isFile = Object.keys(content ?? {}).length > 1 && random.chance(0.5);
  const json = isFile ? undefined : content?.["application/json"];
  let body: string | undefined;
  if (json) {
    const value = valueFor(json.schema, random, known);
    body = JSON.stringify(number % 3 === 0 ? value : spoil(value, random)) ?? "";
    if (random.chance(0.05)) body = body.slice(0, -1);
  } else if (content) {
    body = String(valueFor({ type: "string" }, random, known));
  }
  const token = random.chance(0.85) ? random.pick(tokens) : random.pick(["", "x.y.z", "\u00ff"]);
  const headers = {
    authorization: `Bearer ${token}`,
    "x-forwarded-for": `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`,
    ...(json && { "content-type": random.chance(0.95) ? "application/json" : "text/plain" }),
    ...(!json && content && { "content-type": Object.keys(content)[0] ?? "" }),
  };
  const init = { method: method.toUpperCase(), headers, ...(body !== undefined && { body }) };
  return { url: `${base}${place}${query.length > 0 ? `?${query.join("&")}` : ""}`, init };
}

type Checks = Map<number, z.ZodType | null>;

/** The statuses that the document names, with the form of each answer. */
function checksOf({ responses }: Operation, schemas: Record<string, Schema>): Checks {
  return new Map(
    Object.entries(responses).map(([status, { content }]) => {
      const schema = content?.["application/json"]?.schema;
      if (!schema) return [Number(status), null];
      const $defs = JSON.parse(
        JSON.stringify(schemas).replaceAll("#/components/schemas/", "#/$defs/"),
      );
      const own = JSON.parse(
        JSON.stringify(schema).replaceAll("#/components/schemas/", "#/$defs/"),
      );
      return [Number(status), z.fromJSONSchema({ ...own, $defs })];
    }),
  );
}

/** The text of a response; of an endless event stream, its first part. */
async function textOf(reply: Response): Promise<string> {
  const isStream = reply.headers.get("content-type")?.startsWith("text/event-stream");
  if (!isStream || !reply.body) return reply.text();
  const reader = reply.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

async function ask({ url, init }: ReturnType<typeof requestOf>, checks: Checks) {
  const problems: string[] = [];
  const began = performance.now();
  let status = 0;
  try {
    const signal = AbortSignal.timeout(20_000);
    const reply = await fetch(url, { ...init, redirect: "manual", signal });
    status = reply.status;
    const text = await textOf(reply);
    const ms = performance.now() - began;
    if (ms > longestAnswer) problems.push(`took ${ms.toFixed(0)} ms`);
    if (status >= 500) problems.push(`${status}: ${text.slice(0, 200)}`);
    else if (!checks.has(status)) problems.push(`${status} is not in the document`);
    const check = checks.get(status);
    if (check) {
      const parsed = check.safeParse(JSON.parse(text));
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        problems.push(`${status}, answer: ${issue?.path.join(".")}: ${issue?.message}`);
      }
    }
  } catch (error) {
    problems.push(`no answer: ${String(error).slice(0, 200)}`);
  }
  return { status, problems };
}
