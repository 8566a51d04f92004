import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres } from "../../../prisma/embedded-postgres.ts";
import { migrate } from "../../../prisma/migrate.ts";
import { freePort } from "../../../prisma/postgres/free-port.ts";
import { LOW_MEMORY, SERVER } from "../../../scripts/launcher/app.ts";
import { ensureBuild } from "../../../scripts/launcher/build.ts";

/** One line of a report: what was measured, the figure beside its bar, whether it holds. */
export type Row = [what: string, value: string, ok: boolean];

/** Things to undo at the end, the last one first. */
export type Cleanups = (() => unknown)[];

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};

/** Runs a group of measurements, prints its rows and ends with 1 when one is below its bar. */
export async function report(measure: (folder: string, cleanups: Cleanups) => Promise<Row[]>) {
  const folder = mkdtempSync(path.join(tmpdir(), "inkwright-bench-"));
  // The database runs as another user.
  chmodSync(folder, 0o755);
  const stops: Cleanups = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const rows = await measure(folder, stops);
    for (const [what, value, ok] of rows) console.log(`${ok ? "ok  " : "MISS"} ${what}: ${value}`);
    if (!rows.every(([, , ok]) => ok)) process.exitCode = 1;
  } finally {
    for (const stop of stops.reverse()) await Promise.resolve(stop()).catch(console.error);
  }
  process.exit(process.exitCode ?? 0);
}

export type Settings = Record<string, string>;

/** A database of its own and the finished build; this process may use the product's modules. */
export async function prepare(folder: string, cleanups: Cleanups): Promise<Settings> {
  const database = await startEmbeddedPostgres({ dataDir: folder });
  cleanups.push(database.stop);
  await migrate(database.url);
  const env: Settings = {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
    LOG_LEVEL: "error",
    // Compression is the proxy's: performance.md says what it costs here.
    COMPRESS: "false",
  };
  Object.assign(process.env, env);
  await ensureBuild(env);
  return env;
}

export interface Instance {
  base: string;
  pid: number;
  /** Ends it and waits for that. */
  stop: () => Promise<void>;
}

const hasTaskset = spawnSync("taskset", ["-V"]).status === 0;

/** A command that stays on one core, where the system can do that. */
export const pinned = (words: string[], core: number | undefined): string[] =>
  core !== undefined && hasTaskset ? ["taskset", "-c", String(core), ...words] : words;

/** Memory of a process in MB; Linux only. */
export const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** Keeps a process that runs already, and what it starts from now on, on one core. */
export function pin(pid: number, core: number): void {
  if (hasTaskset) spawnSync("taskset", ["-a", "-c", "-p", String(core), String(pid)]);
}

/**
 * Starts the built site in a folder as the launcher does; `core` keeps it off the one that the load
 * comes from.
 */
export async function startInstance(
  env: Settings,
  cleanups: Cleanups,
  { cwd = process.cwd(), core, flags = [] }: { cwd?: string; core?: number; flags?: string[] } = {},
): Promise<Instance> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const words = [process.execPath, ...flags, ...SERVER];
  const [command = "", ...args] = pinned(words, core);
  const child: ChildProcess = spawn(command, args, {
    cwd,
    env: {
      ...process.env,
      ...LOW_MEMORY.env,
      ...env,
      PORT: String(port),
      NODE_ENV: "production",
      NEXTAUTH_URL: base,
      NEXT_TELEMETRY_DISABLED: "1",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  cleanups.push(stop);
  for (let waited = 0; ; waited += 100) {
    if (child.exitCode !== null) throw new Error(`The server in ${cwd} ended.`);
    if (await fetch(base).catch(() => null)) break;
    if (waited > 60_000) throw new Error(`The server in ${cwd} does not answer.`);
    await sleep(100);
  }
  return { base, pid: child.pid ?? 0, stop };
}
