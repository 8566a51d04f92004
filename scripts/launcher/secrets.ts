import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { StartupError } from "../../prisma/postgres/startup-error.ts";

/** Values that must survive a restart, so that sessions and unfinished work do too. */
export interface Secrets {
  nextAuthSecret: string;
  engineEventKey: string;
  /** Inngest's form: `signkey-<environment>-<hex>`. */
  engineSigningKey: string;
}

const make = (): Secrets => ({
  nextAuthSecret: randomBytes(32).toString("base64url"),
  engineEventKey: randomBytes(24).toString("hex"),
  engineSigningKey: `signkey-prod-${randomBytes(32).toString("hex")}`,
});

/**
 * Reads the secrets below the data folder; the first start creates them, readable by the owner
 * only.
 */
export function readSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, "secrets.json");
  try {
    mkdirSync(dataDir, { recursive: true });
    let stored: Partial<Secrets> = {};
    try {
      stored = JSON.parse(readFileSync(file, "utf8"));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    const secrets = { ...make(), ...stored };
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
