import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
import { type Service, startService } from "./service.ts";
import { ROOT, type Settings } from "./settings.ts";

const BANNER =
  /^\s*(▲ Next\.js|- (Local|Network|Environments):|✓ (Starting|Ready|Running next\.config)|$)/;

/**
 * What keeps the server small, at no cost that shows. While 600 stories were made into pages, a
 * young generation of at most 8 MB a half saved 105 MB, and few pools of glibc, which has one for
 * each thread and gives little of it back, 22 MB. What is larger than 1 MB is given back at once: files of
 * archives, which threads read, left 50 MB behind.
 */
export const LOW_MEMORY = {
  flags: ["--max-semi-space-size=8"],
  env: {
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || "2",
    MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ || "1048576",
  },
};

/** Node's arguments for the server of a finished build in the working directory, at PORT. */
export const SERVER = [...LOW_MEMORY.flags, path.join(ROOT, "scripts", "server.mjs")];

/** Starts the web server: the finished build, or the development server with hot reload. */
export function startApp(options: {
  mode: "development" | "production";
  host?: string;
  port: number;
  env: Record<string, string | undefined>;
  started: (pid: number) => void;
  failed: (message: string) => void;
}): Service {
  const next = path.join(ROOT, "node_modules", "next", "dist", "bin", "next");
  const port = String(options.port);
  const { host = "127.0.0.1" } = options;
  return startService({
    name: "The app",
    args:
      options.mode === "development" ? [next, "dev", "--hostname", host, "--port", port] : SERVER,
    env: {
      ...LOW_MEMORY.env,
      ...options.env,
      PORT: port,
      HOST: host,
      NODE_ENV: options.mode,
      NEXT_TELEMETRY_DISABLED: "1",
    },
    // Next's own banner; ours comes when everything is ready.
    ...(options.mode === "production" && { quiet: (line: string) => BANNER.test(line) }),
    started: options.started,
    failed: options.failed,
  });
}

/** Where this machine itself reaches what listens at `host`; every address has the loopback among it. */
export function ownAddress(host: string | undefined, port: number): string {
  const own = host && !["0.0.0.0", "::"].includes(host) ? host : "127.0.0.1";
  return `http://${own.includes(":") ? `[${own}]` : own}:${port}`;
}

/** Where people reach it: as the settings say, else where it listens. */
export function publicAddress({ APP_URL, HOST, PORT }: Settings): string {
  if (APP_URL) return APP_URL;
  const own = ownAddress(HOST, PORT);
  return own === `http://127.0.0.1:${PORT}` ? `http://localhost:${PORT}` : own;
}

/**
 * Waits until /api/ready of this address answers 200; throws a StartupError with its last answer
 * otherwise.
 */
export async function waitUntilReady(address: string, seconds = 60): Promise<void> {
  const url = `${address}/api/ready`;
  let last = "no answer";
  for (const giveUp = Date.now() + seconds * 1000; Date.now() < giveUp; await sleep(50)) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(20_000) });
      if (response.ok) return;
      last = `${response.status} ${(await response.text()).slice(0, 300)}`;
    } catch {
      // It does not listen yet.
    }
  }
  throw new StartupError(`The app did not become ready within ${seconds} s; ${url} says: ${last}`);
}
