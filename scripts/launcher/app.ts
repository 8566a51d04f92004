import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
import { bin } from "./run-node.ts";
import { type Service, startService } from "./service.ts";
import { ROOT, type Settings } from "./settings.ts";

const BANNER =
  /^\s*(▲ Next\.js|- (Local|Network|Environments):|✓ (Starting|Ready|Running next\.config)|$)/;

/**
 * Settings that keep the server small without a visible cost. While 600 stories were rendered, a
 * young generation of at most 8 MB for each half saved 105 MB, and fewer glibc arenas, which exist
 * for each thread and return little memory, saved 22 MB. Allocations above 1 MB are returned at
 * once: archive files read by threads had left 50 MB behind.
 */
export const LOW_MEMORY = {
  flags: ["--max-semi-space-size=8"],
  env: {
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || "2",
    MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ || "1048576",
  },
};

/** Node's arguments for the server of a finished build in the working directory, on PORT. */
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
  const port = String(options.port);
  const { host = "127.0.0.1" } = options;
  return startService({
    name: "The app",
    args:
      options.mode === "development"
        ? [bin("next"), "dev", "--hostname", host, "--port", port]
        : SERVER,
    env: {
      ...LOW_MEMORY.env,
      ...options.env,
      PORT: port,
      HOST: host,
      NODE_ENV: options.mode,
      NEXT_TELEMETRY_DISABLED: "1",
    },
    // Hides Next's own banner; the launcher prints its own once the whole app is ready.
    ...(options.mode === "production" && { quiet: (line: string) => BANNER.test(line) }),
    started: options.started,
    failed: options.failed,
  });
}

/**
 * The address at which this machine reaches a server that listens on `host`; a wildcard address
 * includes the loopback.
 */
export function ownAddress(host: string | undefined, port: number): string {
  const own = host && !["0.0.0.0", "::"].includes(host) ? host : "127.0.0.1";
  return `http://${own.includes(":") ? `[${own}]` : own}:${port}`;
}

/** The app's public address: from the settings, else the listening address. */
export function publicAddress({ APP_URL, HOST, PORT }: Settings): string {
  if (APP_URL) return APP_URL;
  const own = ownAddress(HOST, PORT);
  return own === `http://127.0.0.1:${PORT}` ? `http://localhost:${PORT}` : own;
}

/** Waits until an address answers 200. @throws StartupError with its last answer */
export async function waitUntilReady(url: string, seconds = 60): Promise<void> {
  let last = "no answer";
  for (const giveUp = Date.now() + seconds * 1000; Date.now() < giveUp; await sleep(50)) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(20_000) });
      if (response.ok) return;
      last = `${response.status} ${(await response.text()).slice(0, 300)}`;
    } catch {
      // The server does not listen yet.
    }
  }
  throw new StartupError(`${url} did not become ready within ${seconds} s; it says: ${last}`);
}
