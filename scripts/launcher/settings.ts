import { existsSync } from "node:fs";
import path from "node:path";
import { type Env, parseEnv } from "../../lib/platform/env.ts";

/** The project's folder. */
export const ROOT = path.resolve(import.meta.dirname, "..", "..");

/** Validated environment of a start; DATA_DIR is absolute. */
export type Settings = Env;

/**
 * Reads .env.local and .env, which do not override variables that are set, and validates all of it.
 * Throws an EnvError that names every invalid variable.
 */
export function readSettings(mode: "development" | "production"): Settings {
  for (const name of [".env.local", ".env"]) {
    const file = path.join(ROOT, name);
    if (existsSync(file)) process.loadEnvFile(file);
  }
  const settings = parseEnv({ ...process.env, NODE_ENV: mode });
  return { ...settings, DATA_DIR: path.resolve(ROOT, settings.DATA_DIR) };
}
