import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { createDiskStorage } from "@/lib/platform/storage/disk";
import type { Storage } from "@/lib/platform/storage/storage";
import { withConnection } from "@/prisma/postgres/connection";
import { checkBackup, loadBackup } from "@/scripts/backup/load";
import { saveBackup } from "@/scripts/backup/save";
import { query } from "../../support/database";

const made: string[] = [];
const server = () => process.env.TEST_DATABASE_URL ?? "";

/** A database with nothing in it, not even tables. */
export async function emptyDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await query(server(), `create database ${name} strategy file_copy`);
  made.push(name);
  return Object.assign(new URL(server()), { pathname: `/${name}` }).href;
}

export const root = mkdtempSync(path.join(tmpdir(), "inkwright-backup-"));
let folders = 0;
/** The path of a folder that is not there yet. */
export const newPath = (name = "backup"): string => {
  folders += 1;
  return path.join(root, `${name}-${folders}`);
};
export const emptyStore = (): Storage => createDiskStorage(newPath("objects"));

afterAll(async () => {
  for (const name of made) await query(server(), `drop database if exists ${name} with (force)`);
  rmSync(root, { recursive: true, force: true });
});

export const said: string[] = [];
const say = (line: string) => void said.push(line);

export const save = async (
  databaseUrl: string,
  store: Storage,
  folder = newPath(),
  earlier?: string,
) => ({
  folder,
  manifest: await saveBackup({ databaseUrl, store, folder, say, earlier }),
});

export async function restore(
  folder: string,
  databaseUrl: string,
  store: Storage,
  { replace = false, migrationsFolder }: { replace?: boolean; migrationsFolder?: string } = {},
) {
  const backup = await checkBackup(folder, migrationsFolder);
  return loadBackup(backup, { databaseUrl, store, replace, say, migrationsFolder });
}

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

/** Rows and hash of every table, in whatever order its rows lie. */
export const tableHashes = (url: string): Promise<Record<string, string>> =>
  withConnection(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      "select table_name::text as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
    );
    const hashes: Record<string, string> = {};
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from public."${name}" t order by t::text collate "C"`,
      );
      hashes[name] = `${rows.length} rows ${sha256(rows.map(({ row }) => row).join("\n"))}`;
    }
    return hashes;
  });

/** The schema objects of a database: keys, checks, indexes, triggers, functions, counters. */
export const schemaObjectsOf = (url: string) =>
  query(
    url,
    `select 'constraint' as kind, conrelid::regclass || '.' || conname as name, pg_get_constraintdef(oid) || convalidated::text as rule
       from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
     union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
     union all select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) || tgenabled::text
       from pg_trigger where not tgisinternal
     union all select 'key trigger', tgrelid::regclass::text || tgfoid::regproc,
       string_agg(c.conname || t.tgenabled::text, ' ' order by length(t.tgname), t.tgname)
       from pg_trigger t join pg_constraint c on c.oid = t.tgconstraint
       where t.tgisinternal group by t.tgrelid, t.tgfoid
     union all select 'function', proname, md5(prosrc) from pg_proc where pronamespace = 'public'::regnamespace
     union all select 'counter', sequencename, coalesce(last_value, 0)::text from pg_sequences where schemaname = 'public'
     order by 1, 2, 3`,
  );

/** Hash of every object. */
export async function objectHashes(store: Storage): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for await (const { key } of store.list()) {
    const object = await store.get(key);
    hashes[key] = `${object?.mediaType} ${sha256(object?.bytes ?? "")}`;
  }
  return Object.fromEntries(Object.entries(hashes).sort());
}
