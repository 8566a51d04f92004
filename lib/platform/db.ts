import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import { Prisma, PrismaClient } from "@/prisma/client/client";
import { env } from "./env";
import { AppError, notFound, serviceBusy } from "./errors";

/**
 * Milliseconds. A request that waits for the database is answered within six seconds, and a
 * statement that waits for a lock soon frees its connection for others.
 */
const timeouts = { connection: 2_500, lock: 1_000, statement: 5_000 };

function connect(statement = timeouts.statement, name?: string): PrismaClient {
  const { DATABASE_URL, DIRECT_DATABASE_URL, DATABASE_POOL_SIZE } = env();
  if (!DATABASE_URL) {
    throw new Error("DATABASE_URL is not set. Start the app with `npm start`, which provides one.");
  }
  const isPooled = DIRECT_DATABASE_URL && DIRECT_DATABASE_URL !== DATABASE_URL;
  return new PrismaClient({
    adapter: new PrismaPg({
      connectionString: name ? withApplicationName(DATABASE_URL, name) : DATABASE_URL,
      max: DATABASE_POOL_SIZE,
      connectionTimeoutMillis: timeouts.connection,
      idleTimeoutMillis: 30_000,
      // On a network that drops packets only the client can end a query. It waits slightly longer
      // than the database, whose timeout also frees the connection.
      query_timeout: isPooled ? statement : statement + 500,
      // Poolers refuse connections with settings of their own.
      ...(!isPooled && {
        lock_timeout: timeouts.lock,
        statement_timeout: statement,
        idle_in_transaction_session_timeout: 20_000,
      }),
    }),
    transactionOptions: { maxWait: timeouts.connection, timeout: 15_000 },
  });
}

/** Sets a name for `pg_stat_activity`. */
function withApplicationName(address: string, name: string): string {
  const url = new URL(address);
  url.searchParams.set("application_name", name);
  return url.href;
}

/** The client within a transaction. */
export type Tx = Prisma.TransactionClient;

/** Transactions that lock the same name run one after the other, each until its end. */
export const lockName = (tx: Tx, name: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;

/** A text for LIKE, and for Prisma's insensitive comparisons, which use it. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

// `next dev` reloads modules on each change; the pool must not multiply.
const holder = globalThis as {
  inkwrightDb?: PrismaClient;
  inkwrightPatientDb?: PrismaClient;
  inkwrightTransaction?: AsyncLocalStorage<{ tx: Tx; isOpen: boolean }>;
};
holder.inkwrightTransaction ??= new AsyncLocalStorage();
const transaction = holder.inkwrightTransaction;

/**
 * The database, connected on first use, because a build needs none. Queries during a transaction
 * use its connection: the pool may have no other (DATABASE_POOL_SIZE=1), and waiting for a second
 * one would be a deadlock.
 */
export const db: PrismaClient = new Proxy({} as PrismaClient, {
  get(_, property) {
    const current = transaction.getStore();
    if (current?.isOpen) {
      if (property === "$transaction") return (work: Work) => runNested(current.tx, work);
      return bindProperty(current.tx, property);
    }
    holder.inkwrightDb ??= connect();
    const client = holder.inkwrightDb;
    if (property !== "$transaction") return bindProperty(client, property);
    return (work: Work, options?: object) =>
      typeof work === "function"
        ? client.$transaction((tx) => runInTransaction(tx, work), options)
        : client.$transaction(work, options);
  },
});

type Work = ((tx: Tx) => Promise<unknown>) | Prisma.PrismaPromise<unknown>[];

function bindProperty(client: object, property: string | symbol): unknown {
  const value = Reflect.get(client, property);
  return typeof value === "function" ? value.bind(client) : value;
}

const runNested = (tx: Tx, work: Work) =>
  typeof work === "function" ? work(tx) : Promise.all(work);

/** After the transaction its unawaited work uses the pool, because the connection is closed. */
function runInTransaction<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const current = { tx, isOpen: true };
  return transaction.run(current, async () => {
    try {
      return await work(tx);
    } finally {
      current.isOpen = false;
    }
  });
}

/**
 * Runs statements that may take a minute, such as hourly upkeep, on a separate pool. Holds an
 * additional connection until the work ends.
 */
export function withLongTimeout<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  holder.inkwrightPatientDb ??= connect(60_000, "inkwright-upkeep");
  return holder.inkwrightPatientDb.$transaction((tx) => runInTransaction(tx, work), {
    timeout: 90_000,
  });
}

export { Prisma };

/**
 * Runs a transaction and retries it after a conflict: up to four times after a deadlock, once after
 * a lock timeout.
 */
export async function retryOnLockConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Prisma.PrismaClientKnownRequestError)) throw error;
      const isDeadlock = error.code === "P2034" || /40P01|deadlock/i.test(error.message);
      const isLocked = /55P03|lock timeout/i.test(error.message);
      const maxAttempts = isDeadlock ? 5 : isLocked ? 2 : 1;
      if (attempt >= maxAttempts) throw error;
    }
  }
}

const unavailable = (cause: unknown) => serviceBusy(3, cause);

/** Prisma's codes for a database that is unreachable, overloaded or too slow. */
const unavailableCodes = new Set(
  "P1001 P1002 P1008 P1011 P1017 P2024 P2028 P2034 P2037".split(" "),
);

/**
 * The same for PostgreSQL (Appendix A of its manual): connections (08), deadlocks and serialization
 * (40), resources (53), lock and statement timeouts (55P03, 57014) and shutdown (57P01 to 57P05);
 * and for the driver, which has no codes.
 */
const unavailablePattern =
  /\b(08\w{3}|40001|40P01|53\w{3}|55P03|57014|57P0[1-5])\b|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|timeout exceeded|read timeout|terminat|not queryable|not accepting|closed the connection|starting up|shutting down|too many clients|(statement|lock) timeout/i;

/**
 * The parent row was deleted concurrently. The opposite violation ('update or delete on table')
 * indicates a bug of the app.
 */
const foreignKeyViolation = /insert or update on table \S+ violates foreign key constraint/;

/**
 * A value that passes its type but does not fit its column (PostgreSQL, Appendix A, class 22): a
 * NUL, a date or number out of range, a text that is too long. Validation catches most of them
 * before.
 */
const unstorableValue = /"originalCode":"22(001|003|007|008|009|021|P02|P03|P05)"/;

/** Errors of pg and its pool that Prisma passes on unchanged. */
const driverErrors =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client has encountered)/;

/** Whether a write failed because another row has one of its unique values. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";

/** Translates an error of the database client to an AppError; undefined for other errors. */
export function translateDatabaseError(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    if (error.code === "P2025") return notFound("item");
    if (isUniqueViolation(error)) {
      return new AppError("conflict", "This already exists. Please choose something else.", {
        cause: error,
      });
    }
    const text = `${error.message} ${JSON.stringify(error.meta ?? {})}`;
    if (foreignKeyViolation.test(text)) {
      return new AppError(
        "not_found",
        "What this belongs to was deleted in the meantime. Please load the page again.",
        { cause: error },
      );
    }
    if (unstorableValue.test(text)) {
      return new AppError("bad_request", "The request contains a value that cannot be stored.", {
        cause: error,
      });
    }
    return unavailableCodes.has(error.code) || unavailablePattern.test(text)
      ? unavailable(error)
      : undefined;
  }
  if (error instanceof Prisma.PrismaClientInitializationError) return unavailable(error);
  if (error.name === "DriverAdapterError") return unavailable(error);
  const isOfClient = error.name.startsWith("Prisma") || driverErrors.test(error.message);
  return isOfClient && unavailablePattern.test(error.message) ? unavailable(error) : undefined;
}
