import { z } from "zod";

const integer = (defaultValue: number) =>
  z.coerce.number<number>("must be a whole number.").int().min(0).default(defaultValue);
const required = z.string({ error: "is not set." }).min(1, "must not be empty.").max(4_000);

/** Options of an engine; times are in milliseconds. README.md describes each. */
const shape = z.object({
  databaseUrl: required,
  eventKey: required,
  signingKey: required,
  appUrl: required.regex(
    /^http:/,
    "must be an http address such as http://127.0.0.1:3000/api/inngest.",
  ),
  port: integer(0),
  concurrency: integer(50),
  // Long enough for a scene, which takes at most two answers of a local model.
  callTimeoutMs: integer(30 * 60_000),
  takeoverMs: integer(15_000),
  pollMs: integer(1_000),
  retryBaseMs: integer(2_000),
  retryLimitMs: integer(10 * 60_000),
  refusalMs: integer(500),
  syncIntervalMs: integer(10_000),
  retentionMs: integer(7 * 86_400_000),
  graceMs: integer(20_000),
  logLevel: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
});

export type EngineOptions = z.input<typeof shape>;
/** Complete options. */
export type Settings = z.output<typeof shape>;

/** `takeoverMs` is `ENGINE_TAKEOVER_MS`. */
const variable = (name: string) => `ENGINE_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`;

/** Fills in the defaults. Throws for a missing or invalid option, with the name of its variable. */
export function withDefaults(given: unknown): Settings {
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${variable(String(issue?.path[0]))} ${issue?.message}`);
}

/** The options of the process `main.ts`, from its environment variables. */
export const optionsFromEnvironment = (env: NodeJS.ProcessEnv) =>
  withDefaults(
    Object.fromEntries(
      Object.keys(shape.shape).map((name) => [name, env[variable(name)] || undefined]),
    ),
  );
