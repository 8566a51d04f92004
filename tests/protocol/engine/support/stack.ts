import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Inngest, type InngestFunction } from "inngest";
import { serve } from "inngest/node";
import { startEngine } from "@/inngest/engine/engine";
import type { EngineOptions } from "@/inngest/engine/options";
import { createTestDatabase, type TestDatabase } from "./database";

export const EVENT_KEY = "test-event-key";
export const SIGNING_KEY = "signkey-prod-0a1b2c3d4e5f60718293a4b5c6d7e8f9";

/** Fast delays, so that a retry is a matter of milliseconds. */
export const FAST: Partial<EngineOptions> = {
  retryBaseMs: 60,
  refusalMs: 50,
  pollMs: 200,
  syncIntervalMs: 60_000,
  logLevel: "silent",
};

type Functions = InngestFunction.Any[];

const silent = () => undefined;
const silentLogger = { info: silent, warn: silent, error: silent, debug: silent };

/** The client that the application would make, for an engine at `baseUrl`. */
export function createClient(
  baseUrl: string,
  { id = "app", signingKey = SIGNING_KEY, eventKey = EVENT_KEY } = {},
) {
  return new Inngest({
    id,
    baseUrl,
    eventKey,
    signingKey,
    isDev: false,
    checkpointing: false,
    logger: silentLogger,
  });
}

export type Client = ReturnType<typeof createClient>;

type Create = Client["createFunction"];
type FunctionOptions = Omit<Parameters<Create>[0], "triggers"> & { event: string };

/** Defines a function that an event starts. */
const definer =
  (client: Client) =>
  ({ event, ...options }: FunctionOptions, handler: Parameters<Create>[1]) =>
    client.createFunction({ ...options, triggers: { event } }, handler);
export type Define = ReturnType<typeof definer>;

export async function listen(handler: RequestListener, port = 0): Promise<Server> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

export async function close(server: Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}

export type Stack = Awaited<ReturnType<typeof startEmptyStack>>;

/**
 * A database, an engine and an app with the SDK's own handler, all in this process. The app answers
 * nothing until it serves functions.
 */
export async function startEmptyStack(options: Partial<EngineOptions> = {}) {
  const db = await createTestDatabase();
  let handler: RequestListener = (_, response) => response.writeHead(503).end();
  const app = await listen((request, response) => handler(request, response));
  const appUrl = `http://127.0.0.1:${portOf(app)}/api/inngest`;
  const engineOptions: EngineOptions = {
    databaseUrl: db.url,
    eventKey: EVENT_KEY,
    signingKey: SIGNING_KEY,
    appUrl,
    ...FAST,
    ...options,
  };
  const engine = await startEngine(engineOptions);
  const client = createClient(engine.url);
  return {
    db,
    engine,
    client,
    appUrl,
    engineOptions,
    serve: (...functions: Functions) => {
      handler = serve({ client, functions }) as RequestListener;
    },
    stop: async () => {
      await engine.stop();
      await close(app);
      await db.drop();
    },
  };
}

/** A synced stack. `define` answers the functions that the app serves. */
export async function startStack(
  define: (on: Define, client: Client) => Functions,
  options: Partial<EngineOptions> = {},
): Promise<Stack> {
  const stack = await startEmptyStack(options);
  stack.serve(...define(definer(stack.client), stack.client));
  await synced(stack.db);
  return stack;
}

/** Waits until an app has registered. */
export async function synced(db: TestDatabase): Promise<void> {
  await until(async () => (await db.query("SELECT FROM function")).length > 0, "the app is synced");
}

/** Waits until `check` answers something truthy and answers that. */
export async function until<T>(
  check: () => T | Promise<T>,
  what: string,
  timeoutMs = 15_000,
): Promise<NonNullable<T>> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await check();
    if (value) return value as NonNullable<T>;
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain until ${what}.`);
    await pause(10);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export interface RunRow {
  id: string;
  function_id: string;
  status: "open" | "completed" | "failed" | "cancelled";
  output: unknown;
  milliseconds: number;
}

/** All runs of a function (its id without the app's), oldest first. */
export function runsOf(db: TestDatabase, functionId: string): Promise<RunRow[]> {
  return db.query<RunRow>(
    `SELECT id, function_id, status, output,
            (extract(epoch FROM ended_at - created_at) * 1000)::float8 AS milliseconds
     FROM run WHERE function_id = $1 ORDER BY created_at, id`,
    [`app-${functionId}`],
  );
}

/** Waits until a function has ended `count` runs and answers them. */
export async function endedRuns(
  db: TestDatabase,
  functionId: string,
  count = 1,
  timeoutMs?: number,
): Promise<RunRow[]> {
  return until(
    async () => {
      const ended = (await runsOf(db, functionId)).filter(
        ({ milliseconds }) => milliseconds !== null,
      );
      return ended.length >= count ? ended : null;
    },
    `${functionId} has ended ${count} run(s)`,
    timeoutMs,
  );
}

/** Like `endedRuns` for one run. */
export async function endedRun(
  db: TestDatabase,
  functionId: string,
  timeoutMs?: number,
): Promise<RunRow> {
  const [run] = await endedRuns(db, functionId, 1, timeoutMs);
  if (!run) throw new Error(`${functionId} has no run.`);
  return run;
}
