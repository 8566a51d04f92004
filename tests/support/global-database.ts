import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/prisma/embedded-postgres";
import { migrate } from "@/prisma/migrate";

let server: EmbeddedPostgres | undefined;
let folder: string | undefined;
let template: string | undefined;

async function execute(statement: string): Promise<void> {
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/**
 * Temporary files are in memory where there is room for them: on a disk a new database takes ten
 * times as long. A container may have no more than 64 MB of it.
 */
async function keepFilesInMemory(): Promise<void> {
  const memory = "/dev/shm";
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (room > 3 * 1024 ** 3) process.env.TMPDIR = memory;
}

/**
 * Once per run: a PostgreSQL server (the one that TEST_DATABASE_URL names, or a temporary one that
 * is deleted afterwards) with a migrated database that test files clone. Sets TEST_DATABASE_URL and
 * TEST_TEMPLATE. Projects of one run share it.
 */
export async function setup(): Promise<void> {
  if (process.env.TEST_TEMPLATE) return;
  await keepFilesInMemory();
  if (!process.env.TEST_DATABASE_URL) {
    folder = await mkdtemp(path.join(tmpdir(), "inkwright-test-"));
    await chmod(folder, 0o755);
    server = await startEmbeddedPostgres({ dataDir: folder, durable: false });
    process.env.TEST_DATABASE_URL = server.url;
  }
  template = `inkwright_template_${randomBytes(4).toString("hex")}`;
  await execute(`create database ${template}`);
  const url = new URL(process.env.TEST_DATABASE_URL);
  url.pathname = `/${template}`;
  await migrate(url.href);
  process.env.TEST_TEMPLATE = template;
}

/** Stops the server that `setup` has started. */
export async function teardown(): Promise<void> {
  if (!template) return;
  if (server) await server.stop();
  else await execute(`drop database if exists ${template} with (force)`);
  if (folder) await rm(folder, { recursive: true, force: true });
  template = undefined;
}
