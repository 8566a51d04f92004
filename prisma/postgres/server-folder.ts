import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { SHARED_HOME } from "./binaries.ts";
import type { Identity } from "./run.ts";
import { StartupError } from "./startup-error.ts";
import { canReach, databaseIdentity } from "./system-user.ts";

/** Folder of one embedded server's files, and its owner. */
export interface ServerFolder {
  folder: string;
  cluster: string;
  log: string;
  password: string;
  identity: Identity;
}

function serverFolder(folder: string, identity: Identity): ServerFolder {
  return {
    folder,
    cluster: path.join(folder, "cluster"),
    log: path.join(folder, "log"),
    password: path.join(folder, "password"),
    identity,
  };
}

/** File with the path of the home where it cannot be in the data folder itself. */
const pointer = (dataDir: string) => path.join(dataDir, "postgres.location");

async function locate(dataDir: string): Promise<string> {
  const elsewhere = await readFile(pointer(dataDir), "utf8").catch(() => "");
  return elsewhere.trim() || path.join(dataDir, "postgres");
}

/** The home that an earlier start created, or null where there is none. */
export async function findServerFolder(dataDir: string): Promise<ServerFolder | null> {
  const folder = await locate(dataDir);
  const found = await stat(folder).catch(() => null);
  if (!found) return null;
  const me = process.getuid?.();
  if (me === 0 && found.uid !== 0) return serverFolder(folder, { uid: found.uid, gid: found.gid });
  if (me !== undefined && me !== 0 && found.uid !== me) {
    throw new StartupError(
      `The database in ${folder} belongs to another system user (id ${found.uid}). Start as that user, or set DATA_DIR to another folder.`,
    );
  }
  return me === 0 ? null : serverFolder(folder, {});
}

/**
 * Finds or creates the home below a data folder. Where the database's user cannot reach that folder
 * (a clone below /root, for example), the home is in a shared folder, and a small file contains its
 * path.
 */
export async function openServerFolder(dataDir: string): Promise<ServerFolder> {
  try {
    await mkdir(dataDir, { recursive: true });
    const known = await findServerFolder(dataDir);
    if (known) return known;
    const identity = await databaseIdentity();
    let folder = path.join(dataDir, "postgres");
    if (!canReach(dataDir, identity)) {
      folder = path.join(SHARED_HOME, randomBytes(6).toString("hex"));
      await mkdir(SHARED_HOME, { recursive: true, mode: 0o755 });
      await writeFile(pointer(dataDir), `${folder}\n`);
    }
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (identity.uid !== undefined && identity.gid !== undefined) {
      await chown(folder, identity.uid, identity.gid);
    }
    await chmod(folder, 0o700);
    return serverFolder(folder, identity);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The data folder ${dataDir} cannot be used (${(error as Error).message}). Give this user the right to write there, or set DATA_DIR to another folder.`,
    );
  }
}

/** Whether the home contains a database already. */
export function hasCluster({ cluster }: ServerFolder): boolean {
  return existsSync(path.join(cluster, "PG_VERSION"));
}
