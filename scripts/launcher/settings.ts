import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Env, parseEnv } from "../../lib/platform/env.ts";
import { StartupError } from "../../prisma/postgres/startup-error.ts";

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

/** Values that must survive a restart, so that sessions and unfinished work do too. */
export interface Secrets {
  nextAuthSecret: string;
  engineEventKey: string;
  /** Inngest's form: `signkey-<environment>-<hex>`. */
  engineSigningKey: string;
}

/**
 * Reads the secrets below the data folder; the first start creates them, readable by the owner
 * only.
 */
export function readSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, "secrets.json");
  try {
    mkdirSync(dataDir, { recursive: true });
    const stored: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
    const secrets = {
      nextAuthSecret: randomBytes(32).toString("base64url"),
      engineEventKey: randomBytes(24).toString("hex"),
      engineSigningKey: `signkey-prod-${randomBytes(32).toString("hex")}`,
      ...stored,
    };
    if (Object.keys(stored).length < Object.keys(secrets).length) {
      writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    }
    chmodSync(file, 0o600);
    return secrets;
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} cannot be used (${(error as Error).message}). Give this user the right to read and write there, or set DATA_DIR to another folder.`,
    );
  }
}
