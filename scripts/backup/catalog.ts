import { type Client, escapeIdentifier } from "pg";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
import type { Manifest } from "./manifest.ts";

/** The embedded engine's own tables; it creates them when it starts. */
const ENGINE_SCHEMA = "inngest_engine";

export const quoteTable = (table: string) => `public.${escapeIdentifier(table)}`;

/** Fixed output formats regardless of the server's settings, and no timeouts. */
export const configureSession = (client: Client) =>
  client.query(`
    SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD';
    SET LOCAL IntervalStyle = 'postgres'; SET LOCAL extra_float_digits = 1;
    SET LOCAL row_security = off; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0`);

const ofExtension = (catalogue: string, oid: string) =>
  `EXISTS (SELECT FROM pg_depend WHERE classid = '${catalogue}'::regclass AND objid = ${oid} AND deptype = 'e')`;

export interface Table {
  name: string;
  columns: string[];
}

/** All tables of the application, with their columns except generated ones. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT ${ofExtension("pg_class", "c.oid")}
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.relname ORDER BY c.relname`);
  return rows;
}

/** Current value of each sequence. */
export async function readSequences(client: Client): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT sequencename::text AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
  );
  const sequences: Manifest["sequences"] = [];
  for (const { name } of rows) {
    const found = await client.query(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${quoteTable(name)}`,
    );
    sequences.push({ name, ...found.rows[0] });
  }
  return sequences;
}

/** Applied migrations, in order. @throws StartupError for a database of another application */
export async function readApplied(client: Client): Promise<Manifest["migrations"]> {
  const found = await client.query("SELECT to_regclass('public._prisma_migrations') AS records");
  if (!found.rows[0].records) {
    throw new StartupError(
      "This database holds nothing of Inkwright's: no migration was ever applied to it. Look at DATABASE_URL.",
    );
  }
  const { rows } = await client.query(`
    SELECT migration_name AS name, checksum, finished_at FROM public._prisma_migrations
    WHERE rolled_back_at IS NULL ORDER BY migration_name`);
  const open = rows.find((row) => !row.finished_at);
  if (open) {
    throw new StartupError(
      `The migration ${open.name} was begun and not finished. Resolve it with \`prisma migrate resolve\` first.`,
    );
  }
  return rows.map(({ name, checksum }) => ({ name, checksum }));
}

/** Tables with rows, without the records of migrations. */
export async function tablesWithRows(client: Client): Promise<string[]> {
  const tables = (await readTables(client)).filter(({ name }) => name !== "_prisma_migrations");
  if (tables.length === 0) return [];
  const { rows } = await client.query<{ name: string }>(
    tables
      .map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${quoteTable(name)})`)
      .join(" UNION ALL "),
  );
  return rows.map(({ name }) => name);
}

/**
 * Drops every table, function and type of the application, and the engine's own. Extensions stay:
 * the database's owner may lack the right to create them again.
 */
export async function dropEverything(client: Client): Promise<void> {
  // Without tables, the app has created nothing here.
  if ((await readTables(client)).length === 0) return;
  const { rows } = await client.query<{ statement: string }>(`
    SELECT format('DROP TABLE IF EXISTS public.%I CASCADE', relname) AS statement FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT ${ofExtension("pg_class", "oid")}
    UNION ALL
    SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', oid::regprocedure) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND NOT ${ofExtension("pg_proc", "oid")}
    UNION ALL
    SELECT format('DROP TYPE IF EXISTS public.%I CASCADE', typname) FROM pg_type
    WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
      AND NOT ${ofExtension("pg_type", "oid")}`);
  for (const { statement } of rows) await client.query(statement);
  await client.query(`DROP SCHEMA IF EXISTS ${ENGINE_SCHEMA} CASCADE`);
}
