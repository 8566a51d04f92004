import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Client } from "pg";
import { StartupError } from "./postgres/startup-error.ts";
import {
  type Migration,
  NO_FILTER,
  PRISMA_FOLDER,
  readMigrations,
  toMigrationList,
} from "./schema-engine/migrations.ts";
import { withSchemaEngine } from "./schema-engine/wasm-engine.ts";

/** Any number, the same for everybody who migrates this product; not the one Prisma itself uses. */
const LOCK = 4_031_977;

/** The migrations that the database lacks. */
async function pendingMigrations(client: Client, migrations: Migration[]): Promise<Migration[]> {
  const table = await client.query("select to_regclass('_prisma_migrations') as name");
  if (!table.rows[0].name) return migrations;
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    "select migration_name, checksum from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new StartupError(
        `The migration ${name} was changed after this database had applied it. Put the file back as it was and write a new migration.`,
      );
    }
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

/** Prisma's downloaded engine, where the machine has it. */
function nativeEngine(): string | null {
  const given = process.env.PRISMA_SCHEMA_ENGINE_BINARY;
  if (given) return path.basename(given).startsWith("schema-engine") ? given : null;
  const manifest = createRequire(import.meta.url).resolve("@prisma/engines/package.json");
  const folder = path.dirname(manifest);
  const found = readdirSync(folder).find((name) =>
    /^schema-engine-(?!.*\.(gz|sha256)$)/.test(name),
  );
  return found ? path.join(folder, found) : null;
}

function deployNatively(url: string, engine: string): Promise<void> {
  const cli = createRequire(import.meta.url).resolve("prisma/build/index.js");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, "migrate", "deploy"], {
      cwd: path.dirname(PRISMA_FOLDER),
      env: {
        ...process.env,
        DATABASE_URL: url,
        DIRECT_DATABASE_URL: url,
        PRISMA_SCHEMA_ENGINE_BINARY: engine,
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        CHECKPOINT_DISABLE: "1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
      });
    }
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(output.trim()))));
  });
}

async function apply(url: string, migrations: Migration[]): Promise<void> {
  const native = nativeEngine();
  if (native) return deployNatively(url, native);
  const migrationsList = toMigrationList(migrations);
  await withSchemaEngine(url, undefined, (engine) =>
    engine.applyMigrations({ migrationsList, filters: NO_FILTER }),
  );
}

/**
 * Applies the migrations that the database lacks, with Prisma's own engine: the native one where it
 * is installed, else its WebAssembly build. Both keep the same records. Several processes may call
 * it at once. Returns the names of what was applied; throws a StartupError that names the reason.
 */
export async function migrate(url: string, migrations = readMigrations()): Promise<string[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    if ((await pendingMigrations(client, migrations)).length === 0) return [];
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    const pending = await pendingMigrations(client, migrations);
    if (pending.length > 0) await apply(url, migrations);
    return pending.map(({ name }) => name);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The database could not be migrated: ${(error as Error).message}`);
  } finally {
    await client.end();
  }
}
