import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { EVENT_KEY, SIGNING_KEY } from "./stack";

const ROOT = path.resolve(import.meta.dirname, "../../../..");

export interface TestProcess {
  port: number;
  pid: number;
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>;
  /** Sends SIGTERM and answers the exit code. */
  terminate(): Promise<number | null>;
}

/** Starts a TypeScript file and waits for its line `{"ready":true,"port":N}`. */
async function start(file: string, env: Record<string, string>): Promise<TestProcess> {
  // Vitest waits for the output of a worker, which a process that outlives it would hold open.
  const imports = ["--import=tsx", "--import=./scripts/launcher/exit-with-parent.mjs"];
  const child: ChildProcess = spawn(process.execPath, [...imports, path.join(ROOT, file)], {
    cwd: ROOT,
    env: { NODE_ENV: "test", PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  if (!child.stdout) throw new Error("The process has no output.");
  const lines = createInterface({ input: child.stdout });
  const ready = await Promise.race([
    once(lines, "line") as Promise<[string]>,
    exited.then(([code]) => {
      throw new Error(`${file} ended with ${code} before it was ready.`);
    }),
  ]);
  const { port } = JSON.parse(ready[0]) as { port: number };
  return {
    port,
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    terminate: async () => {
      child.kill("SIGTERM");
      return (await exited)[0];
    },
  };
}

/** The engine as the launcher starts it. */
export function startEngineProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<TestProcess> {
  return start("inngest/engine/main.ts", {
    ENGINE_DATABASE_URL: databaseUrl,
    ENGINE_EVENT_KEY: EVENT_KEY,
    ENGINE_SIGNING_KEY: SIGNING_KEY,
    ENGINE_PORT: "0",
    ENGINE_LOG_LEVEL: "silent",
    ENGINE_RETRY_BASE_MS: "60",
    ENGINE_REFUSAL_MS: "50",
    ENGINE_POLL_MS: "200",
    ENGINE_TAKEOVER_MS: "1500",
    ...env,
  });
}

/** The app of `app-process.ts`, configured by nothing but the SDK's own environment. */
export function startAppProcess(
  databaseUrl: string,
  enginePort: number,
  port: number,
): Promise<TestProcess> {
  return start("tests/protocol/engine/support/app-process.ts", {
    PORT: String(port),
    APP_DATABASE_URL: databaseUrl,
    INNGEST_BASE_URL: `http://127.0.0.1:${enginePort}`,
    INNGEST_EVENT_KEY: EVENT_KEY,
    INNGEST_SIGNING_KEY: SIGNING_KEY,
  });
}
