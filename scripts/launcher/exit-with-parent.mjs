// Loaded into every process that the launcher starts, and into the launcher itself if npm runs it:
// when the parent process has died, even by SIGKILL, the process ends as after SIGTERM.
import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { isAlive } from "../../prisma/postgres/is-alive.mjs";

const EVERY = 500;
const MAX_SHUTDOWN_MS = 20_000;

/** The parent's id of another process; 0 if the system does not provide it without a command. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

if (isMainThread) {
  const parent = process.ppid;
  // Between npm and its script is a shell that outlives npm.
  const grandparent = process.env.npm_lifecycle_event ? parentOf(parent) : 0;
  const orphaned = () =>
    process.ppid !== parent ||
    !isAlive(parent) ||
    (grandparent > 1 && parentOf(parent) !== grandparent);

  const watch = setInterval(() => {
    if (!orphaned()) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.kill(process.pid, "SIGKILL"), MAX_SHUTDOWN_MS).unref();
  }, EVERY);
  watch.unref();
  // The launcher's signal that the end is near. Without a listener it would end the process.
  if (process.platform !== "win32") process.on("SIGUSR2", () => {});
  // The reader of the output may have died first; this must not prevent an orderly shutdown.
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
}
