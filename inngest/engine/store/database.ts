import { Pool, type PoolClient, type QueryResultRow } from "pg";
import type { Logger } from "../log";
import { migrations } from "./migrations";

const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,40}$/;
/** Serialization failure and deadlock: the transaction is retried unchanged. */
const RETRYABLE_CODES = new Set(["40001", "40P01"]);
const MAX_ATTEMPTS = 5;

/** Runs statements; `@name` in their text is the table `name` in the engine's schema. */
export interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** A transaction, with the notifications of its commit. */
export interface Transaction extends Queries {
  /** This commit makes work ready. */
  wakeWorkers(): void;
  /** Work becomes due `delayMs` after this commit. */
  wakeAfter(delayMs: number): void;
}

export interface Wake {
  ready: boolean;
  afterMs: number;
}

function isRetryable(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && RETRYABLE_CODES.has(code);
}

/** The engine's connection pool, bound to its schema. */
export class Database {
  private readonly pool: Pool;
  private readonly prefix: string;
  private onWake: (wake: Wake) => void = () => undefined;

  constructor(
    url: string,
    readonly schema: string,
    log: Logger,
  ) {
    if (!SCHEMA_NAME.test(schema)) {
      throw new Error(`The schema name "${schema}" may hold only a-z, 0-9 and _.`);
    }
    this.prefix = `"${schema}".`;
    this.pool = new Pool({ connectionString: url, max: 10, application_name: "inngest-engine" });
    const lost = (error: Error) =>
      log.warn("A database connection was lost", { error: error.message });
    this.pool.on("error", lost);
    // A connection that breaks in use emits an error event of its own; the statement fails as well.
    this.pool.on("connect", (client) => client.on("error", lost));
  }

  /** Called after each commit of this process that made work ready or due. */
  setWakeListener(listener: (wake: Wake) => void): void {
    this.onWake = listener;
  }

  private on(client: Pool | PoolClient): Queries["query"] {
    return async <Row extends QueryResultRow>(text: string, values: unknown[] = []) => {
      const { rows } = await client.query<Row>(text.replace(/@(?=[a-z])/g, this.prefix), values);
      return rows;
    };
  }

  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    return this.on(this.pool)<Row>(text, values);
  }

  /** Runs `work` in one transaction, and again from the start after a deadlock. */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const wake: Wake = { ready: false, afterMs: Number.POSITIVE_INFINITY };
      try {
        const result = await this.runOnce(work, wake);
        if (wake.ready || Number.isFinite(wake.afterMs)) this.onWake(wake);
        return result;
      } catch (error) {
        if (!isRetryable(error) || attempt >= MAX_ATTEMPTS) throw error;
      }
    }
  }

  private async runOnce<T>(work: (tx: Transaction) => Promise<T>, wake: Wake): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query("BEGIN");
      const result = await work({
        query: this.on(client),
        wakeWorkers: () => {
          wake.ready = true;
        },
        wakeAfter: (delayMs) => {
          wake.afterMs = Math.min(wake.afterMs, delayMs);
        },
      });
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

  /** Creates the schema or migrates it; safe while other processes do the same. */
  async migrate(): Promise<void> {
    await this.transaction(async (tx) => {
      await tx.query(
        "SELECT pg_advisory_xact_lock(hashtext('inngest_engine.migrate'), hashtext($1))",
        [this.schema],
      );
      await tx.query(`CREATE SCHEMA IF NOT EXISTS "${this.schema}"`);
      await tx.query(
        "CREATE TABLE IF NOT EXISTS @schema_version (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
      );
      const [row] = await tx.query<{ version: number }>(
        "SELECT coalesce(max(version), 0) AS version FROM @schema_version",
      );
      const current = row?.version ?? 0;
      if (current > migrations.length) {
        throw new Error(
          `The schema "${this.schema}" is of version ${current}, made by a newer engine than this one (${migrations.length}).`,
        );
      }
      for (let version = current + 1; version <= migrations.length; version++) {
        await tx.query(migrations[version - 1] ?? "");
        await tx.query("INSERT INTO @schema_version (version) VALUES ($1)", [version]);
      }
    });
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
