import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { MigrationList, SchemaFilter } from "@prisma/schema-engine-wasm";

/** One folder of prisma/migrations. */
export interface Migration {
  name: string;
  sql: string;
  /** As Prisma writes it to `_prisma_migrations`. */
  checksum: string;
}

/** The folder that holds schema/ and migrations/. */
export const PRISMA_FOLDER = path.resolve(import.meta.dirname, "..");

/** No table is kept out of comparisons. */
export const NO_FILTER: SchemaFilter = { externalTables: [], externalEnums: [] };

/** All migrations of a folder in the order they are applied. */
export function readMigrations(folder = path.join(PRISMA_FOLDER, "migrations")): Migration[] {
  let entries: string[];
  try {
    entries = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
  } catch {
    return [];
  }
  return entries.sort().map((name) => {
    const sql = readFileSync(path.join(folder, name, "migration.sql"), "utf8");
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}

/** Migrations in the form the schema engine takes. */
export function toMigrationList(migrations: Migration[]): MigrationList {
  return {
    baseDir: path.join(PRISMA_FOLDER, "migrations"),
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
    })),
  };
}

/** The schema files as the engine takes them. */
export function readSchema(): { path: string; content: string }[] {
  const folder = path.join(PRISMA_FOLDER, "schema");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".prisma"))
    .sort()
    .map((name) => path.join(folder, name))
    .map((file) => ({ path: file, content: readFileSync(file, "utf8") }));
}
