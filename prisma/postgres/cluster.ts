import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { chown, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Binaries } from "./binaries.ts";
import { isAlive } from "./is-alive.mjs";
import { run } from "./run.ts";
import { hasCluster, type ServerFolder } from "./server-folder.ts";
import { StartupError } from "./startup-error.ts";

/** The role that created the cluster. */
export const SUPERUSER = "postgres";

/** Creates the database cluster where there is none; an interrupted creation starts over. */
export async function initialise(home: ServerFolder, { initdb, version }: Binaries): Promise<void> {
  if (hasCluster(home)) {
    const existing = (await readFile(path.join(home.cluster, "PG_VERSION"), "utf8")).trim();
    if (existing === version.split(".")[0]) return;
    throw new StartupError(
      `The database in ${home.cluster} was written by PostgreSQL ${existing}; this is PostgreSQL ${version}. Make a backup with the version of Inkwright that wrote it (npm run backup), move that folder away, and restore here (npm run restore).`,
    );
  }
  const { uid, gid } = home.identity;
  await writeFile(home.password, randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) await chown(home.password, uid, gid);

  const unfinished = `${home.cluster}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const { code, output } = await run(
    initdb,
    [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${home.password}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      // The same collation on every operating system.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-instructions",
      "--set=listen_addresses=127.0.0.1",
      "--set=unix_socket_directories=",
      "--set=log_timezone=UTC",
      "--set=timezone=UTC",
    ],
    { ...home.identity, cwd: home.folder },
  );
  if (code !== 0) {
    throw new StartupError(`The database could not be made in ${home.cluster}:\n${output}`);
  }
  await rename(unfinished, home.cluster);
}

/** Fields of postmaster.pid about the cluster's current or last server. */
export function readPidFile({ cluster }: ServerFolder): { pid: number; port: number } | null {
  try {
    const lines = readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, port: Number(lines[3]) } : null;
  } catch {
    return null;
  }
}

/** Whether a live process is this cluster's server, and not a later process with the same id. */
async function isOurServer(pid: number, { cluster }: ServerFolder): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === "linux") {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      return false;
    }
  }
  const { output } =
    process.platform === "win32"
      ? await run("tasklist", ["/fi", `PID eq ${pid}`, "/fo", "csv", "/nh"])
      : await run("ps", ["-p", String(pid), "-o", "command="]);
  return output.includes("postgres");
}

/** Stops a server that outlived its launcher and removes files of a killed one. */
export async function clearLeftover(home: ServerFolder, binaries: Binaries): Promise<void> {
  const pidFile = readPidFile(home);
  if (!pidFile) return;
  if (await isOurServer(pidFile.pid, home)) {
    for (const mode of ["fast", "immediate"]) {
      const stop = ["stop", "-D", home.cluster, "-m", mode, "-w", "-t", "20"];
      const { code } = await run(binaries.pgCtl, stop, { ...home.identity, cwd: home.folder });
      if (code === 0 || !existsSync(path.join(home.cluster, "postmaster.pid"))) return;
    }
    throw new StartupError(
      `A PostgreSQL server (process ${pidFile.pid}) still runs in ${home.cluster} and does not stop. End that process and start again.`,
    );
  }
  await rm(path.join(home.cluster, "postmaster.pid"), { force: true });
}

/**
 * Starts the server on a port of 127.0.0.1. Returns false where the port is taken.
 * `durable: false` trades safety after a crash for speed: for tests only.
 */
export async function launch(
  home: ServerFolder,
  binaries: Binaries,
  { port, durable }: { port: number; durable: boolean },
): Promise<boolean> {
  await rename(home.log, `${home.log}.1`).catch(() => {});
  const settings = [`-p ${port}`];
  if (!durable) {
    settings.push("-F", "-c synchronous_commit=off", "-c full_page_writes=off");
    // Background workers run as superuser: a test could not drop a database while they use it.
    settings.push("-c autovacuum=off");
  }
  const { code, output } = await run(
    binaries.pgCtl,
    ["start", "-D", home.cluster, "-l", home.log, "-w", "-t", "60", "-o", settings.join(" ")],
    { ...home.identity, cwd: home.folder },
  );
  if (code === 0) return true;
  const log = await readFile(home.log, "utf8").catch(() => output);
  if (/could not bind|Address already in use/i.test(log)) return false;
  throw new StartupError(
    `PostgreSQL did not start. The end of ${home.log} says:\n${log.trim().split("\n").slice(-6).join("\n")}`,
  );
}
