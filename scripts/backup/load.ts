import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { type Client, escapeIdentifier } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Storage } from "../../lib/platform/storage/storage.ts";
import { LOCK, RECORDS, readMigrations } from "../../prisma/apply-migrations.mjs";
import { migrate } from "../../prisma/migrate.ts";
import { withConnection } from "../../prisma/postgres/connection.ts";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
import {
  configureSession,
  dropEverything,
  quoteTable,
  readApplied,
  readSequences,
  readTables,
  tablesWithRows,
} from "./catalog.ts";
import {
  damagedError,
  digestOf,
  type Manifest,
  migrationsOf,
  openBackup,
  pathsIn,
  type SavedTable,
} from "./manifest.ts";
import {
  checkObjects,
  deleteForeignObjects,
  loadObjects,
  refuseForeignObjects,
} from "./objects.ts";
import { copyOf } from "./save.ts";

/** A backup with all files verified. */
interface CheckedBackup {
  folder: string;
  manifest: Manifest;
  migrations: ReturnType<typeof readMigrations>;
  /** Of its objects. */
  keys: string[];
}

/**
 * Reads and verifies all of a backup before anything is written. @throws StartupError if it cannot
 * be restored
 */
export async function checkBackup(
  given: string,
  migrationsFolder?: string,
): Promise<CheckedBackup> {
  const { folder, manifest } = await openBackup(given);
  const migrations = migrationsOf(manifest, migrationsFolder);
  for (const table of manifest.tables) {
    const name = `tables/${table.name}.copy`;
    const { sha256, bytes } = await digestOf(pathsIn(folder).table(table.name));
    if (bytes !== table.bytes) throw damagedError(name, `${bytes} bytes instead of ${table.bytes}`);
    if (sha256 !== table.sha256) throw damagedError(name, "its SHA-256 differs");
  }
  const keys = await checkObjects(folder, manifest.media);
  return { folder, manifest, migrations, keys };
}

/**
 * Restores a verified backup into a database and a store: objects first, then all rows in one
 * transaction, then the newer migrations. An interruption leaves the database unchanged. `replace`
 * deletes all other rows and objects.
 * @returns the names of those migrations
 * @throws StartupError if data exist already and `replace` is not set
 */
export async function loadBackup(
  backup: CheckedBackup,
  options: {
    databaseUrl: string;
    store: Storage;
    replace: boolean;
    say: (line: string) => void;
    migrationsFolder?: string | undefined;
  },
): Promise<string[]> {
  const { databaseUrl, store, replace, say, migrationsFolder } = options;
  await withConnection(databaseUrl, (client) => refuseUsed(client, replace));
  if (!replace) await refuseForeignObjects(store, backup.keys);
  await loadObjects(store, backup.folder, backup.keys, say);
  await withConnection(databaseUrl, async (client) => {
    await client.query("BEGIN");
    try {
      await configureSession(client);
      await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
      // Checked again: minutes may have passed since the first check.
      await refuseUsed(client, replace);
      await loadRows(client, backup);
      await client.query("COMMIT");
    } catch (error) {
      await client.query("ROLLBACK").catch(() => {});
      throw explained(error as Error);
    }
    await client.query("ANALYZE");
  });
  const applied = await migrate(databaseUrl, migrationsFolder);
  // Runs last, so that an interrupted restore keeps all objects that the old rows refer to.
  if (replace) await deleteForeignObjects(store, backup.keys, say);
  return applied;
}

const explained = (error: Error) =>
  error instanceof StartupError
    ? error
    : new StartupError(
        `The rows could not be restored: ${error.message}. The database is as it was before.`,
      );

async function refuseUsed(client: Client, replace: boolean): Promise<void> {
  const tables = await readTables(client);
  if (tables.length === 0) return;
  const hasRecords = tables.some(({ name }) => name === "_prisma_migrations");
  const [first] = hasRecords ? await readApplied(client) : [];
  const isOurs = first
    ? readMigrations().some(({ name }) => name === first.name)
    : hasRecords && tables.length === 1;
  if (!isOurs) {
    throw new StartupError(
      `This database holds tables of something else, such as ${tables[0]?.name}. Nothing was restored. Give Inkwright a database of its own.`,
    );
  }
  const used = replace ? [] : await tablesWithRows(client);
  if (used.length === 0) return;
  const some = used.length > 3 ? `${used.slice(0, 3).join(", ")} and others` : used.join(", ");
  throw new StartupError(
    `This database is not empty: there are rows in ${some}. Nothing was restored. Restore into an empty database, or add --replace: then everything in it is deleted first.`,
  );
}

/** Creates the tables in their former state and fills them, within the caller's transaction. */
async function loadRows(client: Client, { folder, manifest, migrations }: CheckedBackup) {
  await dropEverything(client);
  await client.query(RECORDS);
  for (const { sql } of migrations) await client.query(sql);
  await requireSameTables(client, manifest.tables);

  const tables = manifest.tables.map(({ name }) => quoteTable(name));
  // Triggers stay off, because the backup contains their totals and logs. Foreign keys are checked
  // together at the end, which requires neither an order of tables nor superuser rights.
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  const keys = await readForeignKeys(client);
  for (const { table, name } of keys) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  }
  await client.query(`TRUNCATE ${tables.join(", ")}`);
  for (const table of manifest.tables) await loadTable(client, folder, table);
  for (const { table, name, definition } of keys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  }
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await setSequences(client, manifest.sequences);
  const applied = JSON.stringify(await readApplied(client));
  if (applied !== JSON.stringify(manifest.migrations)) {
    throw damagedError("manifest.json", "it names other migrations than the rows do");
  }
}

/**
 * Names of tables and columns become part of statements: only names from the migrations are
 * allowed.
 */
async function requireSameTables(client: Client, saved: SavedTable[]): Promise<void> {
  const made = new Map((await readTables(client)).map((table) => [table.name, table.columns]));
  for (const { name, columns } of saved) {
    const known = made.get(name);
    made.delete(name);
    if (known && known.length === columns.length && known.every((each) => columns.includes(each))) {
      continue;
    }
    throw damagedError("manifest.json", `its migrations make no table ${name} with these columns`);
  }
  const [left] = made.keys();
  if (left) throw damagedError("manifest.json", `the table ${left} is not in it`);
}

async function readForeignKeys(client: Client) {
  // In the order of creation, so that triggers fire in the same order as before.
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name,
      pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY oid`);
  return rows;
}

async function loadTable(client: Client, folder: string, table: SavedTable): Promise<void> {
  const target = client.query(copyFrom(copyOf(table, "FROM STDIN")));
  try {
    await pipeline(createReadStream(pathsIn(folder).table(table.name)), target);
  } catch (error) {
    throw new StartupError(
      `The rows of ${table.name} could not be restored: ${(error as Error).message}. The database is as it was before.`,
    );
  }
  if (target.rowCount === table.rows) return;
  const counts = `${target.rowCount} rows instead of ${table.rows}`;
  throw damagedError(`tables/${table.name}.copy`, counts);
}

async function setSequences(client: Client, saved: Manifest["sequences"]): Promise<void> {
  const made = (await readSequences(client)).map(({ name }) => name);
  for (const { name, value, isCalled } of saved) {
    if (!made.includes(name)) {
      throw damagedError("manifest.json", `its migrations make no sequence ${name}`);
    }
    const sequence = `public.${escapeIdentifier(name)}`;
    await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [sequence, value, isCalled]);
  }
}
