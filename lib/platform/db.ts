import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import { Prisma, PrismaClient } from "@/prisma/client/client";
import { env } from "./env";
import { AppError, notFound } from "./errors";

function connect(): PrismaClient {
  const { DATABASE_URL, DIRECT_DATABASE_URL, DATABASE_POOL_SIZE } = env();
  if (!DATABASE_URL) {
    throw new Error("DATABASE_URL is not set. Start the app with `npm start`, which provides one.");
  }
  return new PrismaClient({
    adapter: new PrismaPg({
      connectionString: DATABASE_URL,
      max: DATABASE_POOL_SIZE,
      connectionTimeoutMillis: 4_000,
      idleTimeoutMillis: 30_000,
      // A pooler refuses connections that bring settings of their own, so we end what takes too long.
      ...(DIRECT_DATABASE_URL && DIRECT_DATABASE_URL !== DATABASE_URL
        ? { query_timeout: 15_000 }
        : { statement_timeout: 15_000, idle_in_transaction_session_timeout: 20_000 }),
    }),
    transactionOptions: { maxWait: 4_000, timeout: 15_000 },
  });
}

/** What a transaction hands to its body. */
export type Tx = Prisma.TransactionClient;

// `next dev` loads modules anew on each change; the pool must not multiply with them.
const holder = globalThis as {
  inkwrightDb?: PrismaClient;
  inkwrightTransaction?: AsyncLocalStorage<{ tx: Tx; isOpen: boolean }>;
};
holder.inkwrightTransaction ??= new AsyncLocalStorage();
const transaction = holder.inkwrightTransaction;

/**
 * The database, connected at the first use: a build needs none. What is asked while a transaction is
 * under way goes through its connection: a pool may have no other one (DATABASE_POOL_SIZE=1), and a
 * transaction that waits for a second connection waits for itself.
 */
export const db: PrismaClient = new Proxy({} as PrismaClient, {
  get(_, property) {
    const current = transaction.getStore();
    if (current?.isOpen) {
      if (property === "$transaction") return (work: Work) => within(current.tx, work);
      return bound(current.tx, property);
    }
    holder.inkwrightDb ??= connect();
    const client = holder.inkwrightDb;
    if (property !== "$transaction") return bound(client, property);
    return (work: Work, options?: object) =>
      typeof work === "function"
        ? client.$transaction((tx) => inside(tx, work), options)
        : client.$transaction(work, options);
  },
});

type Work = ((tx: Tx) => Promise<unknown>) | Prisma.PrismaPromise<unknown>[];

function bound(client: object, property: string | symbol): unknown {
  const value = Reflect.get(client, property);
  return typeof value === "function" ? value.bind(client) : value;
}

const within = (tx: Tx, work: Work) => (typeof work === "function" ? work(tx) : Promise.all(work));

/** Work that a body leaves behind unfinished finds the pool again, not a connection that is gone. */
function inside(tx: Tx, work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  const current = { tx, isOpen: true };
  return transaction.run(current, async () => {
    try {
      return await work(tx);
    } finally {
      current.isOpen = false;
    }
  });
}

export { Prisma };

/** Runs a transaction, and up to four times more where another one held what it waited for. */
export async function againOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isDeadlock =
        error instanceof Prisma.PrismaClientKnownRequestError &&
        (error.code === "P2034" || /40P01|deadlock/i.test(error.message));
      if (!isDeadlock || attempt === 5) throw error;
    }
  }
}

const unavailable = (cause: unknown) =>
  new AppError("unavailable", "The service is busy right now. Please try again in a few seconds.", {
    retryAfter: 3,
    cause,
  });

/**
 * Turns what the database client throws into an error of ours, at its edge.
 * Returns undefined for anything that does not come from the database.
 */
export function translateDatabaseError(error: unknown): AppError | undefined {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    switch (error.code) {
      case "P2025":
        return notFound("item");
      case "P2002":
        return new AppError("conflict", "This already exists. Please choose something else.", {
          cause: error,
        });
      case "P1001":
      case "P1002":
      case "P1008":
      case "P1017":
      case "P2024":
      case "P2028":
      case "P2034":
        return unavailable(error);
      default:
        return connectionLost(error.message) ? unavailable(error) : undefined;
    }
  }
  if (error instanceof Prisma.PrismaClientInitializationError) return unavailable(error);
  if (error instanceof Error && error.name.startsWith("Prisma") && connectionLost(error.message)) {
    return unavailable(error);
  }
  if (error instanceof Error && error.name === "DriverAdapterError") return unavailable(error);
  return undefined;
}

const connectionLost = (message: string) =>
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|timeout exceeded|terminat|not accepting|starting up|shutting down|too many clients|statement timeout/i.test(
    message,
  );
