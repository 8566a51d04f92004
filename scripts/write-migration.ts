import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { startTemporaryPostgres } from "../prisma/embedded-postgres.ts";
import { migrate } from "../prisma/migrate.ts";
import { StartupError } from "../prisma/postgres/startup-error.ts";
import { withSchemaEngine } from "../prisma/schema-engine.ts";

// `npm run db:migration -- --name add_tags` writes a migration: the SQL for the changes of
// prisma/schema since the last one. It compares with `schema.snapshot.prisma`, not with a migrated
// database: Prisma does not know what was added to migrations by hand (checks, triggers, expression
// indexes) and would drop it. Each run then applies all migrations to an empty database: run it
// again after editing the SQL.

const MIGRATIONS = path.resolve("prisma/migrations");
const SNAPSHOT = path.join(MIGRATIONS, "schema.snapshot.prisma");

/** The SQL from one schema to another; empty where they are equal. */
async function difference(url: string, from: string | null, to: string): Promise<string> {
  const target = (content: string) => ({
    tag: "schemaDatamodel" as const,
    files: [{ path: "schema.prisma", content }],
  });
  const { stdout } = await withSchemaEngine(url, [["schema.prisma", to]], (engine) =>
    engine.diff({
      from: from === null ? { tag: "empty" } : target(from),
      to: target(to),
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  const sql = (stdout ?? "").trim();
  if (sql === "" || sql === "-- This is an empty migration.") return "";
  const needsCitext = /@db\.Citext\b/.test(to) && !/@db\.Citext\b/.test(from ?? "");
  return `${needsCitext ? 'CREATE EXTENSION IF NOT EXISTS "citext";\n\n' : ""}${sql}\n`;
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
  const before = existsSync(SNAPSHOT) ? readFileSync(SNAPSHOT, "utf8") : null;
  const postgres = await startTemporaryPostgres();
  try {
    const sql = await difference(postgres.url, before, schema);
    if (sql === "") {
      console.log("prisma/schema has not changed since the last migration.");
    } else {
      const at = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
      const file = path.join(MIGRATIONS, `${at}_${name}`, "migration.sql");
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, sql);
      writeFileSync(SNAPSHOT, `${schema}\n`);
      console.log(`Written: ${path.relative(process.cwd(), file)}`);
    }
    await migrate(postgres.url);
    console.log("All migrations apply to an empty database.");
  } finally {
    await postgres.stop();
  }
}
