import { spawnSync } from "node:child_process";
import { type Identity, run } from "./run.ts";
import { StartupError } from "./startup-error.ts";

const USER = "postgres";

async function lookUp(): Promise<Identity | null> {
  const [uid, gid] = await Promise.all([run("id", ["-u", USER]), run("id", ["-g", USER])]);
  if (uid.code !== 0 || gid.code !== 0) return null;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

/**
 * The user that PostgreSQL runs as: the current one, except that PostgreSQL refuses root; then it
 * is the system user `postgres`, created where it is missing.
 */
export async function databaseIdentity(): Promise<Identity> {
  if (process.getuid?.() !== 0) return {};
  const existing = await lookUp();
  if (existing) return existing;
  const made = await run("useradd", [
    "--system",
    "--user-group",
    "--no-create-home",
    "--home-dir",
    "/nonexistent",
    "--shell",
    "/usr/sbin/nologin",
    USER,
  ]).catch((error: Error) => ({ code: 1, output: error.message }));
  const created = await lookUp();
  if (created) return created;
  throw new StartupError(
    `PostgreSQL does not run as root, and the system user "${USER}" could not be made (${made.output}). Start as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.`,
  );
}

/** Whether that user can enter the folder, or execute the file, at the path. */
export function canReach(path: string, identity: Identity): boolean {
  if (identity.uid === undefined) return true;
  return spawnSync("test", ["-x", path], { ...identity, stdio: "ignore" }).status === 0;
}
