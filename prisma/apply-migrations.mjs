// Applies the migrations that a database lacks. It needs only `pg`, as images and hosts lack the
// development tools, and writes the same records as `prisma migrate`.
//
//   DIRECT_DATABASE_URL=… node prisma/apply-migrations.mjs
import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";

/** Key of the advisory lock that lets one process at a time migrate; an arbitrary number. */
export const LOCK = 4_031_977;

/** The table of records, as Prisma's engine creates it. */
export const RECORDS = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

/** All migrations of a folder, in order of application. */
export function readMigrations(folder = path.join(import.meta.dirname, "migrations")) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

/** Applies one migration in a transaction; a failure leaves no change and no record. */
async function apply(client, { name, sql, checksum }) {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw new Error(`The migration ${name} failed, and nothing of it was kept: ${error.message}`);
  }
}

/**
 * @param {string} connectionString of a direct connection: a pooler breaks the lock
 * @param {string} [folder]
 * @returns {Promise<string[]>} the names of the applied migrations
 */
export async function applyMigrations(connectionString, folder) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await client.query(RECORDS);
    const { rows } = await client.query(
      "SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL",
    );
    const known = new Map(rows.map((row) => [row.migration_name, row]));
    const applied = [];
    for (const migration of readMigrations(folder)) {
      const record = known.get(migration.name);
      if (!record) {
        await apply(client, migration);
        applied.push(migration.name);
      } else if (!record.finished_at) {
        throw new Error(
          `The migration ${migration.name} was begun by Prisma and not finished. Resolve it with \`prisma migrate resolve\` first.`,
        );
      } else if (record.checksum !== migration.checksum) {
        throw new Error(
          `The migration ${migration.name} was changed after this database had applied it. Put the file back as it was and write a new migration.`,
        );
      }
    }
    return applied;
  } finally {
    await client.end();
  }
}

async function main() {
  const url = process.env.DIRECT_DATABASE_URL || process.env.DATABASE_URL;
  if (!url) throw new Error("DIRECT_DATABASE_URL or DATABASE_URL is needed.");
  const applied = await applyMigrations(url);
  console.log(applied.length > 0 ? `Applied ${applied.join(", ")}.` : "The database is current.");
}

// No top-level `await`: a module loaded with `require` cannot have one.
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
