import { randomBytes } from "node:crypto";
import type { QueryResultRow } from "pg";
import { withConnection } from "@/prisma/postgres/connection";

/** A separate database with the migrated schema and no rows. */
export interface ClonedDatabase {
  url: string;
  drop: () => Promise<unknown>;
}

/** Runs a statement on a connection of its own. */
export const query = <Row extends QueryResultRow = Record<string, unknown>>(
  url = "",
  text: string,
  values?: unknown[],
): Promise<Row[]> =>
  withConnection(url, async (client) => (await client.query<Row>(text, values)).rows);

/**
 * Clones the migrated template and points DATABASE_URL to the clone. Test files of the integration
 * project have one already (tests/support/worker.ts); call this only for a further one.
 */
export async function cloneDatabase(): Promise<ClonedDatabase> {
  const { TEST_DATABASE_URL: server, TEST_TEMPLATE: template } = process.env;
  if (!server || !template) {
    throw new Error("There is no database to test against: run this through vitest's projects.");
  }
  const name = `test_${randomBytes(6).toString("hex")}`;
  await query(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  process.env.DATABASE_URL = url.href;
  return {
    url: url.href,
    drop: () => query(server, `drop database if exists ${name} with (force)`),
  };
}
