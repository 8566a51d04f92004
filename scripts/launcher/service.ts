import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { ROOT } from "./settings.ts";

/** Exits in a row from which a callback may give up. */
const MANY = 4;
/** Milliseconds after which a run counts as stable. */
const STABLE = 60_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
const GRACE = 15_000;

const PRELOAD = pathToFileURL(path.join(ROOT, "scripts", "launcher", "exit-with-parent.mjs"));

/** A process that the launcher keeps running until it is stopped. */
export interface Service {
  /** Announces the stop to the program, with SIGUSR2: readiness answers 503. */
  drain: () => void;
  stop: () => Promise<void>;
}

/** A service, and the callbacks for a failed start and for repeated exits. */
interface ServiceOptions {
  name: string;
  /** Node's arguments: flags, the file, its arguments. */
  args: string[];
  env: Record<string, string | undefined>;
  /** Lines of standard output that are not passed on. */
  quiet?: (line: string) => boolean;
  started: (pid: number) => void;
  failed: (message: string) => void;
}

/** The environment of a process that ends when the launcher does. */
export function childEnvironment(env: Record<string, string | undefined>): NodeJS.ProcessEnv {
  const flags = [process.env.NODE_OPTIONS, `--import=${PRELOAD.href}`];
  return {
    ...process.env,
    ...env,
    NODE_OPTIONS: flags.filter(Boolean).join(" "),
    // npm runs the launcher, not this process: only the launcher watches npm.
    npm_lifecycle_event: undefined,
  };
}

/** Kills a process and everything it started. */
function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(child.pid), "/t", "/f"], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The process has ended by now.
  }
}

/**
 * Starts a program and restarts it when it exits unexpectedly, after a pause that doubles from half
 * a second to half a minute. The program inherits our output streams.
 */
export function startService(options: ServiceOptions): Service {
  let stopping = false;
  let child: ChildProcess;
  /** Exits after runs of less than a minute. */
  let streak = 0;
  let startedAt = 0;

  const start = () => {
    startedAt = Date.now();
    child = spawn(process.execPath, options.args, {
      cwd: ROOT,
      env: childEnvironment(options.env),
      // A process group of its own: Ctrl-C must reach only the launcher, which stops all services
      // in order.
      detached: true,
      stdio: ["ignore", options.quiet ? "pipe" : "inherit", "inherit"],
    });
    if (child.stdout) {
      createInterface({ input: child.stdout }).on("line", (line) => {
        if (!options.quiet?.(line)) console.log(line);
      });
    }
    if (child.pid !== undefined) options.started(child.pid);
    child.on("error", (error) => options.failed(`${options.name}: ${error.message}`));
    child.on("exit", (code, signal) => {
      if (stopping) return;
      streak = startedAt < Date.now() - STABLE ? 1 : streak + 1;
      if (streak >= MANY) options.failed(`${options.name} ended ${streak} times in a row.`);
      if (stopping) return;
      const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (streak - 1));
      console.error(
        `${options.name} ended (${signal ?? `code ${code}`}); starting it again in ${pause / 1000} s.`,
      );
      setTimeout(() => stopping || start(), pause);
    });
  };
  start();

  return {
    drain: () => {
      if (process.platform !== "win32") child.kill("SIGUSR2");
    },
    stop: async () => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const late = Symbol();
      const first = await Promise.race([ended, sleep(GRACE, late, { ref: false })]);
      if (first === late) {
        kill(child);
        await ended;
      }
      // Also its children, such as compiler workers.
      kill(child);
    },
  };
}
