import "server-only";
import { db, type Prisma, type Tx } from "../db";
import { log } from "../log";
import { platformEngines, recordEngineStatus } from "../status/engine-status";
import { traceId } from "../trace";
import { inngest } from "./client";
import { jobAbandoned, type OutgoingEvent, type Send } from "./events";

/** Milliseconds that a request waits for the engine; the outbox holds the event either way. */
const sendTimeoutMs = 3_000;
const batchSize = 100;

/** Writes events in the transaction of their rows; they are sent after its commit. */
export async function enqueue(tx: Tx, events: OutgoingEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.outboxEvent.createMany({
    data: events.map((event) => ({
      id: event.id,
      name: event.name,
      data: event.data as Prisma.InputJsonObject,
    })),
    skipDuplicates: true,
  });
}

/**
 * Runs a transaction and sends its events right after the commit. `sent` resolves when they are
 * sent or left to the sweep; it never rejects.
 */
export async function commit<T>(
  work: (tx: Tx, send: Send) => Promise<T>,
): Promise<{ result: T; sent: Promise<void> }> {
  const events: OutgoingEvent[] = [];
  const result = await db.$transaction(async (tx) => {
    events.length = 0;
    const requestTraceId = traceId();
    const value = await work(tx, (event) =>
      events.push(
        requestTraceId ? { ...event, data: { ...event.data, traceId: requestTraceId } } : event,
      ),
    );
    await enqueue(tx, events);
    return value;
  });
  return { result, sent: deliver(events) };
}

/** Like `commit`, and waits for the events to be sent. */
export async function transact<T>(work: (tx: Tx, send: Send) => Promise<T>): Promise<T> {
  const { result, sent } = await commit(work);
  await sent;
  return result;
}

/** Statuses of a job that has not ended. */
export const openJobStatus = { in: ["queued" as const, "processing" as const] };

/**
 * Cancels the engine's runs of jobs that are about to be deleted. A run that is executing finds its
 * job missing at its next write.
 */
export async function abandonJobs(tx: Tx, send: Send, where: Prisma.JobWhereInput): Promise<void> {
  const open = await tx.job.findMany({
    where: { AND: [where, { status: openJobStatus }] },
    select: { id: true },
  });
  for (const { id: jobId } of open) {
    send({ ...jobAbandoned.create({ jobId }), id: `abandoned:${jobId}` });
  }
}

let isDeliveryPaused = false;

/** Leaves this process's events in the outbox, for scripts without an engine. */
export function pauseEventDelivery(): void {
  isDeliveryPaused = true;
}

/** Sends committed events now; the next sweep sends those that fail. */
async function deliver(events: OutgoingEvent[]): Promise<void> {
  if (events.length === 0 || isDeliveryPaused) return;
  await withinSendTimeout(
    send(events).catch((error: unknown) => {
      const ids = events.map((event) => event.id);
      log.warn({ err: error, events: ids }, "events wait in the outbox");
    }),
  );
}

/** Waits for a delivery, but at most for the time that a request may take. */
export async function withinSendTimeout(delivery: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, sendTimeoutMs, "late");
  });
  await Promise.race([delivery, timeout]);
  clearTimeout(timer);
}

async function send(events: OutgoingEvent[]): Promise<void> {
  try {
    await inngest.send(events);
    recordEngineStatus("jobs", platformEngines.jobs(), null);
  } catch (error) {
    const problem = "It did not take an event. It is sent again until it is taken.";
    recordEngineStatus("jobs", platformEngines.jobs(), problem);
    throw error;
  }
  await db.outboxEvent.updateMany({
    where: { id: { in: events.map((event) => event.id) }, sentAt: null },
    // The data, which names users, is not needed any more.
    data: { sentAt: new Date(), data: {} },
  });
}

/**
 * Sends events left behind by a process that died or while the engine was down. Several processes
 * may sweep concurrently.
 * @param minAgeSeconds younger events are left to the process that wrote them
 */
export async function sweepOutbox(minAgeSeconds = 2): Promise<{ sent: number; failed: number }> {
  const due = await db.$queryRaw<OutgoingEvent[]>`
    UPDATE outbox_event SET attempts = attempts + 1
    WHERE id IN (
      SELECT id FROM outbox_event
      WHERE sent_at IS NULL
        AND (attempts > 0 OR created_at <= now() - make_interval(secs => ${minAgeSeconds}::float8))
      ORDER BY attempts, created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
    RETURNING id, name, data`;
  if (due.length === 0) return { sent: 0, failed: 0 };
  const problem = await trySend(due);
  if (!problem) return { sent: due.length, failed: 0 };
  // A rejected event must not block other events.
  const problems = await Promise.all(due.map((event) => trySend([event])));
  const failed = problems.filter(Boolean).length;
  log.warn({ err: problem, events: failed }, "events still wait in the outbox");
  return { sent: due.length - failed, failed };
}

/** Sends events; records and returns an error instead of throwing it. */
async function trySend(events: OutgoingEvent[]): Promise<Error | null> {
  try {
    await send(events);
    return null;
  } catch (thrown) {
    const problem = thrown instanceof Error ? thrown : new Error("The engine refused the event.");
    await db.outboxEvent.updateMany({
      where: { id: { in: events.map((event) => event.id) }, sentAt: null },
      data: { lastError: problem.message.slice(0, 500) },
    });
    return problem;
  }
}

const sweeper = globalThis as { inkwrightOutbox?: NodeJS.Timeout };
const minSweepSeconds = 2;
const maxSweepSeconds = 30;

/** Sweeps in a long-lived process: at once, then every two seconds, with backoff after failures. */
export function startOutboxSweep(sweep = sweepOutbox): () => void {
  clearTimeout(sweeper.inkwrightOutbox);
  let stopped = false;
  let pause = minSweepSeconds;
  const round = async (minAgeSeconds: number) => {
    let isMore = false;
    const ok = await sweep(minAgeSeconds).then(
      ({ sent, failed }) => {
        isMore = sent === batchSize;
        return failed === 0;
      },
      (error: unknown) => {
        log.warn({ err: error }, "the outbox could not be read");
        return false;
      },
    );
    pause = ok ? minSweepSeconds : Math.min(pause * 2, maxSweepSeconds);
    if (stopped) return;
    // After an outage thousands may wait, so a full batch is followed by the next at once.
    const rest = isMore ? 0 : pause * 1_000;
    sweeper.inkwrightOutbox = setTimeout(() => void round(minSweepSeconds), rest).unref();
  };
  void round(0);
  return () => {
    stopped = true;
    clearTimeout(sweeper.inkwrightOutbox);
  };
}
