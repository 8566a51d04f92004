import "server-only";
import { db, Prisma, type Tx } from "../db";
import { log } from "../log";
import { inngest } from "./client";
import type { OutgoingEvent } from "./events";

/** A request waits this long for the engine; the event is safe in the outbox either way. */
const patience = 3_000;
const batchSize = 100;

/** Writes events beside the rows they speak of; they leave when the transaction has committed. */
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
 * Runs a transaction whose events are sent right after its commit. `sent` settles when they are on
 * their way or were left to the sweep; it never rejects.
 */
export async function commit<T>(
  work: (tx: Tx, send: (event: OutgoingEvent) => void) => Promise<T>,
): Promise<{ result: T; sent: Promise<void> }> {
  const events: OutgoingEvent[] = [];
  const result = await db.$transaction(async (tx) => {
    events.length = 0;
    const value = await work(tx, (event) => events.push(event));
    await enqueue(tx, events);
    return value;
  });
  return { result, sent: deliver(events) };
}

/** The same where the caller has nothing to do meanwhile. */
export async function transact<T>(
  work: (tx: Tx, send: (event: OutgoingEvent) => void) => Promise<T>,
): Promise<T> {
  const { result, sent } = await commit(work);
  await sent;
  return result;
}

/** Sends committed events now. What does not get through is sent by the next sweep. */
async function deliver(events: OutgoingEvent[]): Promise<void> {
  if (events.length === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, patience, "late");
  });
  const delivery = send(events).catch((error: unknown) => {
    log.warn({ err: error, events: events.map((event) => event.id) }, "events wait in the outbox");
  });
  await Promise.race([delivery, tooLate]);
  clearTimeout(timer);
}

async function send(events: OutgoingEvent[]): Promise<void> {
  await inngest.send(events);
  await db.outboxEvent.updateMany({
    where: { id: { in: events.map((event) => event.id) }, sentAt: null },
    data: { sentAt: new Date() },
  });
}

/**
 * Sends what a process that died, or an engine that was away, left behind. Each failure doubles the
 * pause of its event, up to ten minutes. Several processes may sweep at once.
 * @param minAgeSeconds younger events are still being sent by whoever wrote them
 * @returns how many were sent
 */
export async function sweepOutbox(minAgeSeconds = 2): Promise<number> {
  const due = await db.$queryRaw<OutgoingEvent[]>`
    UPDATE outbox_event SET attempts = attempts + 1
    WHERE id IN (
      SELECT id FROM outbox_event
      WHERE sent_at IS NULL AND created_at <= now() - make_interval(
        secs => CASE WHEN attempts = 0 THEN ${minAgeSeconds}::float8
          ELSE least(2 * power(2, least(attempts, 10)), 600) END)
      ORDER BY created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
    RETURNING id, name, data`;
  if (due.length === 0) return 0;
  try {
    await send(due);
    return due.length;
  } catch (error) {
    const ids = due.map((event) => event.id);
    const lastError = error instanceof Error ? error.message.slice(0, 500) : "unknown";
    await db.$executeRaw`
      UPDATE outbox_event SET last_error = ${lastError}
      WHERE id IN (${Prisma.join(ids)}) AND sent_at IS NULL`;
    log.warn({ err: error, events: ids.length }, "events still wait in the outbox");
    return 0;
  }
}

const sweeper = globalThis as { inkwrightOutbox?: NodeJS.Timeout };

/** Sweeps every few seconds in a process that lives long; at once after its start. */
export function startOutboxSweep(everySeconds = 2): () => void {
  clearTimeout(sweeper.inkwrightOutbox);
  let stopped = false;
  const round = async (minAgeSeconds: number) => {
    // The database may be away for a moment; the next round tries again.
    await sweepOutbox(minAgeSeconds).catch((error: unknown) => log.warn({ err: error }, "sweep"));
    if (stopped) return;
    sweeper.inkwrightOutbox = setTimeout(() => void round(2), everySeconds * 1_000).unref();
  };
  void round(0);
  return () => {
    stopped = true;
    clearTimeout(sweeper.inkwrightOutbox);
  };
}
