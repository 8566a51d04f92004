import { randomBytes } from "node:crypto";
import { Pool, type QueryResultRow } from "pg";
import { query } from "../../../support/database";

export interface TestDatabase {
  url: string;
  /** Runs a statement with the engine's schema first on the search path. */
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** A new empty database on the test server, dropped again by `drop()`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = process.env.TEST_DATABASE_URL;
  if (!adminUrl) throw new Error("TEST_DATABASE_URL is not set: no PostgreSQL to test against.");
  const name = `engine_${randomBytes(6).toString("hex")}`;
  await query(adminUrl, `CREATE DATABASE ${name} STRATEGY file_copy`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const pool = new Pool({
    connectionString: url.href,
    max: 2,
    options: "-c search_path=inngest_engine",
  });
  // Connections end with the database.
  pool.on("error", () => undefined);
  return {
    url: url.href,
    query: async <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    drop: async () => {
      await pool.end();
      await query(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
