import { isLogLevel, type LogLevel } from "./log";
import { isSigningKey } from "./signature";

/** What an engine can be told; times are in milliseconds. README.md describes each. */
export interface EngineOptions {
  databaseUrl: string;
  eventKey: string;
  signingKey: string;
  appUrl?: string;
  host?: string;
  port?: number;
  schema?: string;
  concurrency?: number;
  callTimeoutMs?: number;
  leaseMs?: number;
  pollMs?: number;
  retryBaseMs?: number;
  retryLimitMs?: number;
  refusalBaseMs?: number;
  refusalLimitMs?: number;
  syncIntervalMs?: number;
  retentionMs?: number;
  graceMs?: number;
  logLevel?: LogLevel;
}

export type ResolvedOptions = Required<Omit<EngineOptions, "appUrl">> & { appUrl?: string };

const DEFAULTS = {
  host: "127.0.0.1",
  port: 0,
  schema: "inngest_engine",
  concurrency: 50,
  callTimeoutMs: 15 * 60_000,
  leaseMs: 15_000,
  pollMs: 1_000,
  retryBaseMs: 2_000,
  retryLimitMs: 10 * 60_000,
  refusalBaseMs: 250,
  refusalLimitMs: 2_000,
  syncIntervalMs: 10_000,
  retentionMs: 7 * 86_400_000,
  graceMs: 20_000,
  logLevel: "info",
} as const;

/** Thrown for a setting that is missing or wrong; the message names it and says what is expected. */
export class OptionsError extends Error {}

/** Fills in the defaults and checks what would only fail later. */
export function withDefaults(given: EngineOptions): ResolvedOptions {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const options: ResolvedOptions = {
    ...DEFAULTS,
    ...Object.fromEntries(entries),
    ...required(given),
  };
  if (!isSigningKey(options.signingKey)) {
    throw new OptionsError(
      "ENGINE_SIGNING_KEY must be an even number of hex digits, with or without a prefix such as signkey-prod-.",
    );
  }
  if (options.eventKey === "") throw new OptionsError("ENGINE_EVENT_KEY must not be empty.");
  if (options.appUrl !== undefined && !/^https?:/.test(options.appUrl)) {
    throw new OptionsError(
      "ENGINE_APP_URL must be an http(s) address such as http://127.0.0.1:3000/api/inngest.",
    );
  }
  return options;
}

function required(given: EngineOptions) {
  const { databaseUrl, eventKey, signingKey } = given;
  return { databaseUrl, eventKey, signingKey };
}

/** Reads the settings of the process `main.ts`. Throws OptionsError. */
export function optionsFromEnvironment(env: NodeJS.ProcessEnv): EngineOptions {
  const text = (name: string) => {
    const value = env[name];
    if (!value) throw new OptionsError(`${name} is not set.`);
    return value;
  };
  const number = (name: string) => {
    const value = env[name];
    if (value === undefined || value === "") return undefined;
    if (!/^\d+$/.test(value))
      throw new OptionsError(`${name} must be a whole number, not "${value}".`);
    return Number(value);
  };
  const logLevel = env.ENGINE_LOG_LEVEL || "info";
  if (!isLogLevel(logLevel)) {
    throw new OptionsError("ENGINE_LOG_LEVEL must be debug, info, warn, error or silent.");
  }
  return {
    databaseUrl: text("ENGINE_DATABASE_URL"),
    eventKey: text("ENGINE_EVENT_KEY"),
    signingKey: text("ENGINE_SIGNING_KEY"),
    appUrl: env.ENGINE_APP_URL || undefined,
    host: env.ENGINE_HOST || undefined,
    port: number("ENGINE_PORT"),
    schema: env.ENGINE_SCHEMA || undefined,
    concurrency: number("ENGINE_CONCURRENCY"),
    callTimeoutMs: number("ENGINE_CALL_TIMEOUT_MS"),
    leaseMs: number("ENGINE_LEASE_MS"),
    pollMs: number("ENGINE_POLL_MS"),
    retryBaseMs: number("ENGINE_RETRY_BASE_MS"),
    retryLimitMs: number("ENGINE_RETRY_LIMIT_MS"),
    refusalBaseMs: number("ENGINE_REFUSAL_BASE_MS"),
    refusalLimitMs: number("ENGINE_REFUSAL_LIMIT_MS"),
    syncIntervalMs: number("ENGINE_SYNC_INTERVAL_MS"),
    retentionMs: number("ENGINE_RETENTION_MS"),
    graceMs: number("ENGINE_GRACE_MS"),
    logLevel,
  };
}
