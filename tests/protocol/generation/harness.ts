import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Engine, startEngine } from "@/inngest/engine/engine";
import { db } from "@/lib/platform/db";
import { inngest } from "@/lib/platform/jobs/client";
import { freePort } from "@/prisma/postgres/free-port";

const eventKey = "test-event-key";
const signingKey = `signkey-test-${"5a".repeat(16)}`;
const app = new URL("./app.ts", import.meta.url);
const root = path.resolve(import.meta.dirname, "../../..");

interface Pace {
  writerMs: number;
  /** Of a picture, and of a video. */
  painterMs: number;
  /** How many portraits a request to the painter may carry; none unless given. */
  maxReferences?: number;
  /** Further environment variables of the functions' process. */
  variables?: Record<string, string>;
}

/** The embedded engine in this process, and the product's functions in another one. */
export class GenerationHarness {
  private child: ChildProcess | undefined;
  private readonly callsLog = path.join(
    mkdtempSync(path.join(tmpdir(), "inkwright-calls-")),
    "log",
  );

  private constructor(
    private readonly engine: Engine,
    private readonly port: number,
    private readonly pace: Pace,
  ) {}

  static async open(pace: Pace): Promise<GenerationHarness> {
    const port = await freePort();
    // A first try of the same test may have left work behind.
    await db.$executeRaw`DROP SCHEMA IF EXISTS inngest_engine CASCADE`;
    const engine = await startEngine({
      databaseUrl: process.env.DATABASE_URL ?? "",
      eventKey,
      signingKey,
      appUrl: `http://127.0.0.1:${port}/api/inngest`,
      retryBaseMs: 100,
      logLevel: "silent",
    });
    const workshop = new GenerationHarness(engine, port, pace);
    inngest.setEnvVars({ ...process.env, ...workshop.engineVariables });
    await workshop.start();
    await workshop.synced();
    return workshop;
  }

  private get engineVariables() {
    return {
      INNGEST_BASE_URL: `http://127.0.0.1:${this.engine.port}`,
      INNGEST_EVENT_KEY: eventKey,
      INNGEST_SIGNING_KEY: signingKey,
    };
  }

  /** Until the engine knows what the functions wait for. */
  private async synced(): Promise<void> {
    const known = () => db.$queryRaw<{ ok: boolean }[]>`
      SELECT EXISTS (SELECT FROM inngest_engine.function) AS ok`;
    while (!(await known())[0]?.ok) await pause(50);
  }

  /** Starts the functions' process; resolves when it listens. */
  async start(): Promise<void> {
    const child = spawn(
      process.execPath,
      // Vitest waits for the output of a worker, which a process that outlives it would hold open.
      [
        "--conditions=react-server",
        "--import=tsx",
        "--import=./scripts/launcher/exit-with-parent.mjs",
        fileURLToPath(app),
      ],
      {
        cwd: root,
        stdio: ["ignore", "pipe", "inherit"],
        env: {
          ...process.env,
          ...this.engineVariables,
          NODE_OPTIONS: "",
          NODE_ENV: "test",
          APP_PORT: String(this.port),
          CALLS_LOG: this.callsLog,
          WRITER_MS: String(this.pace.writerMs),
          PAINTER_MS: String(this.pace.painterMs),
          MAX_REFERENCES: String(this.pace.maxReferences ?? 0),
          ...this.pace.variables,
        },
      },
    );
    this.child = child;
    await once(child.stdout, "data");
  }

  /** As if the power failed. */
  async kill(): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  /** Calls of providers so far: `write`, `paint <attempt>` or `animate <attempt>`. */
  calls(): string[] {
    if (!existsSync(this.callsLog)) return [];
    return readFileSync(this.callsLog, "utf8").trim().split("\n").filter(Boolean);
  }

  /**
   * Runs, of all functions or of one, that have not come to an end. What a person sees is written
   * within a run's step, so a scene is done a moment before the runs that made it are.
   */
  async openRuns(functionId = ""): Promise<number> {
    const runs = await db.$queryRaw<{ open: number }[]>`
      SELECT count(*)::int AS open FROM inngest_engine.run
      WHERE function_id LIKE ${`%${functionId}`}
        AND status NOT IN ('completed', 'failed', 'cancelled')`;
    return runs[0]?.open ?? 0;
  }

  async close(): Promise<void> {
    await this.kill();
    await this.engine.stop();
  }
}
