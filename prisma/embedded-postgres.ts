import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { escapeIdentifier, escapeLiteral } from "pg";
import { type Binaries, findBinaries } from "./postgres/binaries.ts";
import { clearLeftover, initialise, launch, readPidFile, SUPERUSER } from "./postgres/cluster.ts";
import { withConnection } from "./postgres/connection.ts";
import { lockFolder } from "./postgres/folder-lock.ts";
import { freePort } from "./postgres/free-port.ts";
import { isAlive } from "./postgres/is-alive.mjs";
import {
  findServerFolder,
  hasCluster,
  openServerFolder,
  type ServerFolder,
} from "./postgres/server-folder.ts";
import { StartupError } from "./postgres/startup-error.ts";

/** The role and the database of the application. */
const APPLICATION = "inkwright";

/** A running server that belongs to this process and ends with it. */
export interface EmbeddedPostgres {
  /** Connection string of the application's database, for a role that may create databases. */
  url: string;
  port: number;
  /**
   * Folder of its files: below the data folder, or elsewhere where the database's user cannot reach
   * that.
   */
  folder: string;
  /**
   * If this process dies without stopping the server, the server runs until the given process has
   * ended.
   */
  outlive: (pid: number) => void;
  /** Restarts the server on its port after it died. */
  revive: () => Promise<void>;
  stop: () => Promise<void>;
}

function connectionString(port: number, password: string, user: string, database: string): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/** Creates the application's role and database where they are missing. */
async function prepareDatabase(port: number, password: string): Promise<void> {
  await withConnection(connectionString(port, password, SUPERUSER, "postgres"), async (client) => {
    const role = escapeIdentifier(APPLICATION);
    const known = await client.query(
      "select exists(select from pg_roles where rolname = $1) as role, exists(select from pg_database where datname = $1) as database",
      [APPLICATION],
    );
    if (!known.rows[0].role) {
      await client.query(`create role ${role} login createdb password ${escapeLiteral(password)}`);
    }
    if (!known.rows[0].database) await client.query(`create database ${role} owner ${role}`);
  });
}

async function launchOnFreePort(
  home: ServerFolder,
  binaries: Binaries,
  durable: boolean,
): Promise<number> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const port = await freePort();
    if (await launch(home, binaries, { port, durable })) return port;
  }
  throw new StartupError("PostgreSQL found no free port on 127.0.0.1.");
}

/** Watches the server from a separate process, which stops it even when this one is killed. */
function guard(home: ServerFolder, binaries: Binaries) {
  const { uid, gid } = home.identity;
  const script = fileURLToPath(new URL("./postgres/watchdog.mjs", import.meta.url));
  const owner = uid === undefined ? [] : [String(uid), String(gid)];
  const child = spawn(process.execPath, [script, binaries.pgCtl, home.cluster, ...owner], {
    detached: true,
    cwd: path.parse(home.cluster).root,
    stdio: ["pipe", "ignore", "ignore"],
    windowsHide: true,
  });
  child.unref();
  const { stdin } = child;
  stdin.on("error", () => {});
  (stdin as Socket).unref();
  return child;
}

/**
 * Starts PostgreSQL from the installed package with its files below `dataDir`, creates the
 * application's database where it is missing and removes what a killed start left. Throws a
 * StartupError with a message for people, also where another process uses the folder.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  /** False only for tests: fast, and lost when the machine fails. */
  durable?: boolean;
}): Promise<EmbeddedPostgres> {
  const { durable = true } = options;
  const opened = await openServerFolder(path.resolve(options.dataDir));
  const folder = await realpath(opened.folder);
  const home: ServerFolder = { ...opened, folder, cluster: path.join(folder, "cluster") };
  const lock = await lockFolder(home.folder);
  if ("heldBy" in lock) {
    throw new StartupError(
      `The data folder ${options.dataDir} is in use by another start (process ${lock.heldBy}). Stop that one first, or set DATA_DIR to another folder.`,
    );
  }
  let keeper: ReturnType<typeof guard> | undefined;
  try {
    const binaries = await findBinaries(home.identity);
    await initialise(home, binaries);
    await clearLeftover(home, binaries);
    keeper = guard(home, binaries);
    const port = await launchOnFreePort(home, binaries, durable);
    const password = (await readFile(home.password, "utf8")).trim();
    await prepareDatabase(port, password);
    return {
      url: connectionString(port, password, APPLICATION, APPLICATION),
      port,
      folder: home.folder,
      ...lifecycle({ home, binaries, port, durable, keeper, release: lock.release }),
    };
  } catch (error) {
    keeper?.stdin.end();
    await lock.release();
    throw error;
  }
}

/** A fast server for tools and tests, in a temporary folder that `stop` deletes. */
export async function startTemporaryPostgres(): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "inkwright-postgres-"));
  // The server may run as another system user.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...server, stop };
}

/** Options for running, stopping and restarting the server. */
function lifecycle(server: {
  home: ServerFolder;
  binaries: Binaries;
  port: number;
  durable: boolean;
  keeper: ReturnType<typeof guard>;
  release: () => Promise<void>;
}): Pick<EmbeddedPostgres, "outlive" | "revive" | "stop"> {
  const { home, binaries, port, durable, release } = server;
  const clients: number[] = [];
  let keeper = server.keeper;
  let stopping = false;
  let reviving: Promise<void> | undefined;

  const keepGuarded = () => {
    keeper.once("exit", () => {
      if (stopping) return;
      keeper = guard(home, binaries);
      for (const pid of clients) keeper.stdin.write(`${pid}\n`);
      keepGuarded();
    });
  };
  keepGuarded();

  async function revive(): Promise<void> {
    const running = readPidFile(home);
    if (running && isAlive(running.pid)) return;
    console.error("PostgreSQL has ended; starting it again.");
    await clearLeftover(home, binaries);
    await launch(home, binaries, { port, durable });
  }

  return {
    outlive: (pid) => {
      clients.push(pid);
      keeper.stdin.write(`${pid}\n`);
    },
    revive: async () => {
      if (stopping) return;
      reviving ??= revive().finally(() => {
        reviving = undefined;
      });
      await reviving.catch((error: Error) => console.error(error.message));
    },
    stop: async () => {
      stopping = true;
      await reviving?.catch(() => {});
      keeper.ref();
      const ended = keeper.exitCode === null ? once(keeper, "exit") : null;
      keeper.stdin.end();
      await ended;
      await clearLeftover(home, binaries);
      await release();
    },
  };
}

/** Connection string of the embedded database that runs in the data folder now, else null. */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  const home = await findServerFolder(path.resolve(dataDir));
  if (!home || !hasCluster(home)) return null;
  const running = readPidFile(home);
  if (!running) return null;
  const password = (await readFile(home.password, "utf8")).trim();
  const url = connectionString(running.port, password, APPLICATION, APPLICATION);
  const answer = withConnection(url, async () => url, { connectionTimeoutMillis: 2000 });
  return answer.catch(() => null);
}
