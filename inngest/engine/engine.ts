import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AppSync } from "./app-sync";
import { createLogger } from "./log";
import { type EngineOptions, withDefaults } from "./options";
import { Queue } from "./queue";
import { Scheduler } from "./scheduler";
import { createEngineServer } from "./server";
import { Database } from "./store/database";
import { Worker } from "./worker";

export interface Engine {
  /** The port it listens on. */
  port: number;
  /** The app's INNGEST_BASE_URL. */
  url: string;
  /** Claims no more items, waits for running calls up to the grace time, then closes everything. */
  stop(): Promise<void>;
}

/** Open requests have one second to finish. */
async function closeServer(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), 1_000);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}

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
  const log = createLogger(options.logLevel);
  const instanceId = randomUUID();
  const db = new Database(options.databaseUrl, options.schema, log);
  await db.migrate().catch(async (error: unknown) => {
    await db.close();
    throw error;
  });

  const queue = new Queue(db, instanceId, options.leaseMs);
  const appSync = options.appUrl
    ? new AppSync(db, log, {
        appUrl: options.appUrl,
        signingKey: options.signingKey,
        intervalMs: options.syncIntervalMs,
        retryMs: options.refusalBaseMs,
      })
    : null;
  const worker = new Worker(db, queue, log, {
    signingKey: options.signingKey,
    concurrency: options.concurrency,
    callTimeoutMs: options.callTimeoutMs,
    delays: {
      retry: backoff(options.retryBaseMs, options.retryLimitMs),
      refusal: backoff(options.refusalBaseMs, options.refusalLimitMs),
    },
    onUnreachable: (reason) => {
      log.debug("The app cannot be reached", { reason });
      appSync?.nudge();
    },
  });
  const scheduler = new Scheduler(db, log, {
    pollMs: options.pollMs,
    retentionMs: options.retentionMs,
    onTick: async () => {
      const freed = await queue.freeExpired(worker.runningItems());
      if (freed > 0) log.info("Took over calls of a process that ended", { count: freed });
    },
    onDue: () => worker.kick(),
  });
  db.setWakeListener(({ ready, afterMs }) => {
    if (ready) worker.kick();
    if (Number.isFinite(afterMs)) scheduler.plan(afterMs);
  });

  const server = createEngineServer(db, log, options);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  }).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  const { port } = server.address() as AddressInfo;

  let beating = false;
  const heartbeat = setInterval(() => {
    if (beating) return;
    beating = true;
    queue
      .heartbeat(worker.runningItems())
      .then((lost) => worker.drop(lost))
      .catch((error: Error) => log.error("Could not extend leases", { error: error.message }))
      .finally(() => {
        beating = false;
      });
  }, options.leaseMs / 3);
  scheduler.start();
  appSync?.start();

  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await appSync?.stop();
    await scheduler.stop();
    // While running calls finish, the server still accepts the events and registrations that they
    // send.
    await worker.stop(options.graceMs);
    clearInterval(heartbeat);
    await closeServer(server);
    await db.close();
  };
  return {
    port,
    url: `http://${options.host}:${port}`,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
