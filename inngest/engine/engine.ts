import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { Database } from "./database";
import { type EngineOptions, withDefaults } from "./options";
import { Registration } from "./registration";
import { Scheduler } from "./scheduler";
import { createEngineServer } from "./server";
import { Worker } from "./worker";

export interface Engine {
  /** The port it listens on. */
  port: number;
  /** The app's INNGEST_BASE_URL. */
  url: string;
  /** Claims no more items, waits for running calls up to the grace time, then closes everything. */
  stop(): Promise<void>;
}

/** JSON lines on stderr; stdout carries only the ready line. */
const createLog = (level: string) =>
  pino(
    {
      level,
      base: { engine: true },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // What PostgreSQL adds to its errors may quote events.
      serializers: { err: (error) => (error instanceof Error ? error.message : String(error)) },
    },
    pino.destination({ fd: 2, sync: true }),
  );

/** Exponential growth from `base` up to `limit`, with up to a tenth added at random. */
function backoff(base: number, limit: number): (repetition: number) => number {
  return (repetition) => {
    const delay = Math.min(limit, base * 2 ** Math.min(repetition - 1, 30));
    return Math.round(delay * (1 + Math.random() / 10));
  };
}

/** Starts an engine in this process. Rejects if a setting is invalid or the database is down. */
export async function startEngine(given: EngineOptions): Promise<Engine> {
  const options = withDefaults(given);
  const log = createLog(options.logLevel);
  const db = new Database(options.databaseUrl, log);
  const server = createEngineServer(db, log, options.eventKey);
  try {
    await db.open();
    // Calls of an engine that died: the app may still be at work on them.
    await db.query(
      `UPDATE queue_item SET is_claimed = false,
         available_at = greatest(available_at, now() + $1 * interval '1 millisecond')
       WHERE is_claimed`,
      [options.takeoverMs],
    );
    await once(server.listen(options.port, "127.0.0.1"), "listening");
  } catch (error) {
    await db.close();
    throw error;
  }

  const { refusalMs, retryBaseMs, retryLimitMs } = options;
  const delays = { retry: backoff(retryBaseMs, retryLimitMs), refusalMs };
  const worker = new Worker(db, log, options, delays);
  const scheduler = new Scheduler(db, log, options, () => worker.kick());
  db.setWakeListener((delayMs) => (delayMs === 0 ? worker.kick() : scheduler.plan(delayMs)));
  const registration = new Registration(db, log, options);
  scheduler.plan(0);
  registration.start();

  const stop = async () => {
    await registration.stop();
    await scheduler.stop();
    // While running calls finish, the server still accepts the events that they send.
    await worker.stop(options.graceMs);
    // A client repeats an event whose request is cut.
    server.close();
    server.closeAllConnections();
    await db.close();
  };
  let stopped: Promise<void> | undefined;
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
