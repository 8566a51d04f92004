import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Storage } from "../../lib/platform/storage/storage.ts";
import { LOCK } from "../../prisma/apply-migrations.mjs";
import { withConnection } from "../../prisma/postgres/connection.ts";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
import {
  configureSession,
  quoteTable,
  readApplied,
  readSequences,
  readTables,
  type Table,
} from "./catalog.ts";
import { digestOf, FORMAT, type Manifest, pathsIn, type SavedTable } from "./manifest.ts";
import { saveObjects } from "./objects.ts";

/** Files that only their owner can read, synced to the disk. */
const ownFile = { flag: "wx", mode: 0o600, flush: true } as const;

/** Every object that a row names: pictures and videos, and their smaller encodings. */
const KEYS = `
  SELECT sha256 || '.' || extension AS key FROM media_object
  UNION SELECT variant ->> 'key' FROM media_object, jsonb_array_elements(variants) AS variant`;

/** How one table is copied, in and out. */
export const copyOf = ({ name, columns }: Table, direction: "TO STDOUT" | "FROM STDIN") =>
  `COPY ${quoteTable(name)} (${columns.map(escapeIdentifier).join(", ")}) ${direction} (FORMAT text, ENCODING 'UTF8')`;

/**
 * Writes a snapshot of the whole database, then the objects that its rows name, into a new folder.
 * The folder gets its name only when it is complete.
 * @throws StartupError if the database is not ours, or the folder exists
 */
export async function saveBackup(options: {
  databaseUrl: string;
  store: Storage;
  folder: string;
  say: (line: string) => void;
  /** A backup on the same disk, whose objects are linked instead of copied. */
  earlier?: string | undefined;
  /** Called with the unfinished folder once it exists: a process that is stopped must delete it. */
  began?: (draft: string) => void;
}): Promise<Manifest> {
  const { databaseUrl, store, folder, say, earlier } = options;
  const draft = `${folder}.unfinished`;
  await refuseExisting(folder);
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw cannotWrite(folder, error);
  });
  await mkdir(draft, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw cannotWrite(folder, error);
    throw new StartupError(
      `${draft} is of a backup that is being made or was cut short. Wait for it, or delete that folder.`,
    );
  });
  options.began?.(draft);
  try {
    const places = pathsIn(draft);
    await mkdir(places.tables, { mode: 0o700 });
    await mkdir(places.media, { mode: 0o700 });
    const saving = withConnection(databaseUrl, (client) => saveRows(client, draft));
    const { keys, ...rows } = await saving;
    // Objects are immutable, so those of the snapshot can be copied after it.
    const media = await saveObjects(store, draft, keys, say, earlier);
    const manifest: Manifest = { product: "inkwright", format: FORMAT, ...rows, media };
    await writeFile(places.manifest, `${JSON.stringify(manifest, null, 2)}\n`, ownFile);
    await refuseExisting(folder);
    await rename(draft, folder);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const { code = "" } = error as NodeJS.ErrnoException;
    throw noRoom.has(code) ? cannotWrite(folder, error as Error) : error;
  }
}

const noRoom: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EACCES", "EPERM", "EROFS"]);

async function refuseExisting(folder: string): Promise<void> {
  if (!(await stat(folder).catch(() => null))) return;
  throw new StartupError(
    `${folder} is there already, and a backup never overwrites anything. Name another folder.`,
  );
}

const cannotWrite = (folder: string, { message }: Error) =>
  new StartupError(
    `The backup cannot be written to ${folder} (${message}). Make room, or name a folder where this user may write.`,
  );

/** Writes all tables and the list of objects, from one snapshot. */
async function saveRows(client: Client, folder: string) {
  // Before the snapshot, so that no migration runs during it.
  await client.query("SELECT pg_advisory_lock_shared($1)", [LOCK]);
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await configureSession(client);
  const migrations = await readApplied(client);
  const now = await client.query(
    "SELECT now() AS created, current_setting('server_version') AS version",
  );
  const tables: SavedTable[] = [];
  for (const table of await readTables(client)) {
    const stream = client.query(copyTo(copyOf(table, "TO STDOUT")));
    const file = pathsIn(folder).table(table.name);
    await pipeline(stream, createWriteStream(file, { ...ownFile, flags: ownFile.flag }));
    tables.push({ ...table, rows: stream.rowCount, ...(await digestOf(file)) });
  }
  // After the rows: a sequence may skip a number, but must never repeat one.
  const sequences = await readSequences(client);
  const objects = await client.query<{ key: string }>(KEYS);
  await client.query("COMMIT");
  return {
    createdAt: (now.rows[0].created as Date).toISOString(),
    postgres: String(now.rows[0].version),
    migrations,
    tables,
    sequences,
    keys: objects.rows.map(({ key }) => key),
  };
}
