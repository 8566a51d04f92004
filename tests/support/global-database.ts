import { randomBytes } from "node:crypto";
import { statfs } from "node:fs/promises";
import { type EmbeddedPostgres, startTemporaryPostgres } from "@/prisma/embedded-postgres";
import { migrate } from "@/prisma/migrate";
import { query } from "./database";

let server: EmbeddedPostgres | undefined;
let template: string | undefined;

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
    server = await startTemporaryPostgres();
    process.env.TEST_DATABASE_URL = server.url;
  }
  template = `inkwright_template_${randomBytes(4).toString("hex")}`;
  await query(process.env.TEST_DATABASE_URL, `create database ${template}`);
  const url = new URL(process.env.TEST_DATABASE_URL);
  url.pathname = `/${template}`;
  await migrate(url.href);
  process.env.TEST_TEMPLATE = template;
}

/** Stops the server that `setup` has started. */
export async function teardown(): Promise<void> {
  if (!template) return;
  if (server) await server.stop();
  else
    await query(process.env.TEST_DATABASE_URL, `drop database if exists ${template} with (force)`);
  template = undefined;
}
