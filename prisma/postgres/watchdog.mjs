// Stops a PostgreSQL server when the process that started it ends, however it ends: standard input
// is a pipe from that process, which the system closes even after SIGKILL. Each line on it is the
// id of a process that still needs the database; the watchdog waits for its end. Plain JavaScript,
// so that it runs without a loader.
//
// node watchdog.mjs <pg_ctl> <cluster folder> [<uid> <gid>]
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "./is-alive.mjs";

const MAX_WAIT_MS = 20_000;
const [pgCtl, cluster, uid, gid] = process.argv.slice(2);
const identity = uid === undefined ? {} : { uid: Number(uid), gid: Number(gid) };
const clients = new Set();

async function stopDatabase() {
  const giveUp = Date.now() + MAX_WAIT_MS;
  while ([...clients].some(isAlive) && Date.now() < giveUp) await sleep(50);
  for (const mode of ["fast", "immediate"]) {
    if (!existsSync(`${cluster}/postmaster.pid`)) break;
    const stop = ["stop", "-D", cluster, "-m", mode, "-w", "-t", "20"];
    const { status } = spawnSync(pgCtl, stop, { ...identity, cwd: cluster, stdio: "ignore" });
    if (status === 0) break;
  }
  process.exit(0);
}

let stopping = false;
function once() {
  if (stopping) return;
  stopping = true;
  void stopDatabase();
}

process.on("SIGINT", () => {});
process.on("SIGHUP", () => {});
process.on("SIGTERM", once);
createInterface({ input: process.stdin })
  .on("line", (line) => clients.add(Number(line)))
  .on("close", once);
