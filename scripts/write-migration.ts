import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { startTemporaryPostgres } from "../prisma/embedded-postgres.ts";
import { migrate } from "../prisma/migrate.ts";
import { StartupError } from "../prisma/postgres/startup-error.ts";

// `npm run db:migration -- --name add_tags` writes a migration: the SQL for the changes of
// prisma/schema since the last one. It compares with `schema.snapshot.prisma`, not with a migrated
// database: Prisma does not know what was added to migrations by hand (checks, triggers, expression
// indexes) and would drop it. Each run then applies all migrations to an empty database: run it
// again after editing the SQL.

const MIGRATIONS = path.resolve("prisma/migrations");
const SNAPSHOT = path.join(MIGRATIONS, "schema.snapshot.prisma");

/** The SQL from one schema to another; empty where they are equal. */
async function difference(connectionString: string, from: string, to: string): Promise<string> {
  const bindings = await loadEngine();
  const adapter = new PrismaPg({ connectionString, max: 4, idleTimeoutMillis: 500 });
  const engine = await bindings.SchemaEngine.new(
    { datamodels: [["schema.prisma", to]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  const target = (content: string) => ({
    tag: "schemaDatamodel" as const,
    files: [{ path: "schema.prisma", content }],
  });
  const work = engine.diff({
    from: target(from),
    to: target(to),
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  try {
    const { stdout } = await Promise.race([work, panic()]);
    const sql = (stdout ?? "").trim();
    return sql === "-- This is an empty migration." ? "" : sql;
  } finally {
    engine.free();
  }
}

export async function main(): Promise<void> {
  const { values } = parseArgs({ options: { name: { type: "string", default: "" } } });
  const name = values.name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");
  if (!name) {
    throw new StartupError("Say what the migration does: npm run db:migration -- --name add_tags");
  }
  const schema = globSync("prisma/schema/*.prisma")
    .sort()
    .map((file) => readFileSync(file, "utf8").trim())
    .join("\n\n");
  const before = readFileSync(SNAPSHOT, "utf8");
  const postgres = await startTemporaryPostgres();
  try {
    const sql = await difference(postgres.url, before, schema);
    if (sql === "") {
      console.log("prisma/schema has not changed since the last migration.");
    } else {
      const at = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
      const file = path.join(MIGRATIONS, `${at}_${name}`, "migration.sql");
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, `${sql}\n`);
      writeFileSync(SNAPSHOT, `${schema}\n`);
      console.log(`Written: ${path.relative(process.cwd(), file)}`);
    }
    await migrate(postgres.url);
    console.log("All migrations apply to an empty database.");
  } finally {
    await postgres.stop();
  }
}

type Bindings = typeof import("@prisma/schema-engine-wasm") & {
  __wbg_set_wasm: (exports: WebAssembly.Exports) => void;
};

/**
 * Prisma's schema engine, the WebAssembly build. The package's own loader does not work in Node: it
 * imports WebAssembly as a module.
 */
async function loadEngine(): Promise<Bindings> {
  const name = "@prisma/schema-engine-wasm/schema_engine_bg";
  const bindings: Bindings = await import(name);
  const folder = path.dirname(createRequire(import.meta.url).resolve(name));
  const code = readFileSync(path.join(folder, "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(code, {
    "./schema_engine_bg.js": { ...bindings } as unknown as WebAssembly.ModuleImports,
  });
  bindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === "function") start();
  return bindings;
}

/** Rejects when the engine fails fatally: it then reports the reason and settles no promise. */
function panic(): Promise<never> {
  return new Promise((_, reject) => {
    Object.assign(globalThis, {
      PRISMA_WASM_PANIC_REGISTRY: {
        set_message: (message: string) => reject(new Error(`Prisma's schema engine: ${message}`)),
      },
    });
  });
}
