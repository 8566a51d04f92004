import { setTimeout as sleep } from "node:timers/promises";
import { Client, type ClientConfig, Pool, type PoolClient, type QueryResultRow } from "pg";
import type { Logger } from "pino";
import { type EventPayload, internalEvents } from "./protocol";
import { TABLES_VERSION, tables } from "./tables";

const SCHEMA = "inngest_engine";
/** Serialization failure and deadlock: the transaction is retried unchanged. */
const RETRYABLE_CODES = new Set(["40001", "40P01"]);
const MAX_ATTEMPTS = 5;
/** How long a start waits for an engine that is ending. */
const OTHER_ENGINE_TIMEOUT = "10s";
const LOCK_NOT_AVAILABLE = "55P03";
const RETAKE_DELAY_MS = 1_000;

class OtherEngineError extends Error {
  override message =
    "Another engine works on this database. Give each `npm start` a database of its own, or run the app with Inngest's own server.";
}

export interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

export interface Transaction extends Queries {
  /** Work becomes due `delayMs` after the commit. */
  wake(delayMs?: number): void;
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/**
 * Whether repeating a statement cannot mend its error: unfit data, a value past a limit, or a broken
 * constraint that is no conflict with another row.
 */
export const isRefusedForGood = (error: unknown) =>
  /^(22|54|23(?!503|505|P01))/.test(codeOf(error));

/** The engine's connections; its tables are first on their search path. */
export class Database {
  private readonly pool: Pool;
  private readonly config: ClientConfig;
  private readonly onLost: (err: Error) => void;
  /** Its connection holds the lock that keeps other engines away. */
  private owner: Client | undefined;
  private isClosing = false;
  private onWake: (delayMs: number) => void = () => undefined;

  constructor(url: string, log: Logger) {
    this.config = {
      connectionString: url,
      application_name: "inngest-engine",
      keepAlive: true,
      options: [process.env.PGOPTIONS, `-c search_path=${SCHEMA}`].filter(Boolean).join(" "),
    };
    this.pool = new Pool({ ...this.config, max: 10 });
    this.onLost = (err) => log.warn({ err }, "A database connection was lost");
    this.pool.on("error", this.onLost);
    // A connection that breaks in use emits an error event of its own; the statement fails as well.
    this.pool.on("connect", (client) => client.on("error", this.onLost));
  }

  /** Called after each commit that made work due, with the milliseconds until then. */
  setWakeListener(listener: (delayMs: number) => void): void {
    this.onWake = listener;
  }

  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    return queriesOf(this.pool).query<Row>(text, values);
  }

  /** Runs `work` in one transaction, and again from the start after a deadlock. */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const delays = new Set<number>();
      const wake = (delayMs = 0) => void delays.add(Math.max(0, delayMs));
      try {
        const result = await this.runOnce(work, wake);
        for (const delayMs of delays) this.onWake(delayMs);
        return result;
      } catch (error) {
        if (!RETRYABLE_CODES.has(codeOf(error)) || attempt >= MAX_ATTEMPTS) throw error;
      }
    }
  }

  private async runOnce<T>(
    work: (tx: Transaction) => Promise<T>,
    wake: Transaction["wake"],
  ): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query("BEGIN");
      const result = await work({ ...queriesOf(client), wake });
      await client.query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK").catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Makes the tables. Throws if another engine works on this database. */
  async open(): Promise<void> {
    await this.takeLock();
    await this.transaction(makeTables);
  }

  private async takeLock(): Promise<void> {
    const owner = new Client(this.config);
    owner.on("error", this.onLost);
    try {
      await owner.connect();
      await owner.query(`SET lock_timeout = '${OTHER_ENGINE_TIMEOUT}'`);
      await owner.query(`SELECT pg_advisory_lock(hashtext('${SCHEMA}'))`);
    } catch (error) {
      await owner.end().catch(() => undefined);
      throw codeOf(error) === LOCK_NOT_AVAILABLE ? new OtherEngineError() : error;
    }
    this.owner = owner;
    owner.on("end", () => this.isClosing || void this.retakeLock());
  }

  /** After a restart of the database. Rejects, which ends the process, if another engine was first. */
  private async retakeLock(): Promise<void> {
    while (!this.isClosing) {
      try {
        return await this.takeLock();
      } catch (error) {
        if (error instanceof OtherEngineError) throw error;
        await sleep(RETAKE_DELAY_MS);
      }
    }
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.pool.end();
    await this.owner?.end().catch(() => undefined);
  }
}

const queriesOf = (client: Pool | PoolClient): Queries => ({
  query: async <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows,
});

/** Runs that another version's tables hold start anew from their events: steps can be repeated. */
async function makeTables(tx: Transaction): Promise<void> {
  const [found] = await tx.query<{ exists: boolean }>(
    "SELECT to_regclass('schema_version') IS NOT NULL AS exists",
  );
  let unfinished: { event: EventPayload }[] = [];
  if (found?.exists) {
    const [row] = await tx.query<{ version: number }>(
      "SELECT max(version) AS version FROM schema_version",
    );
    if (row?.version === TABLES_VERSION) return;
    // PostgreSQL's own `->>` fails on texts with NUL.
    unfinished = await tx.query<{ event: EventPayload }>(
      "SELECT event FROM run WHERE ended_at IS NULL ORDER BY created_at",
    );
  }
  await tx.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
  await tx.query(`CREATE SCHEMA ${SCHEMA}`);
  await tx.query(tables);
  await tx.query("INSERT INTO schema_version (version) VALUES ($1)", [TABLES_VERSION]);
  for (const { event } of unfinished) {
    if (event.name === internalEvents.timer) continue;
    await tx.query("INSERT INTO event (payload) VALUES ($1)", [JSON.stringify(event)]);
  }
}
