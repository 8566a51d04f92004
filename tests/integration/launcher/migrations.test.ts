import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readMigrations } from "@/prisma/apply-migrations.mjs";
import { migrate } from "@/prisma/migrate";
import { query as queryOf } from "../../support/database";

// The migrated clone is not for these: each test has an empty database.
let url: string;
let number = 0;

const query = (text: string) => queryOf(url, text);

beforeEach(async () => {
  url = process.env.DATABASE_URL ?? "";
  number += 1;
  const name = `${new URL(url).pathname.slice(1)}_${number}`;
  await query(`create database ${name} strategy file_copy`);
  url = Object.assign(new URL(url), { pathname: `/${name}` }).href;
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "inkwright-migrations-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, sql: string): void {
  mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, name, "migration.sql"), sql);
}

describe("migrations", () => {
  it("apply to an empty database, and a second time do nothing", async () => {
    const names = readMigrations().map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(await migrate(url)).toEqual(names);
    expect(await migrate(url)).toEqual([]);
  });

  it("are recorded as Prisma records them", async () => {
    await migrate(url);
    const rows = await query(
      "select migration_name, checksum, finished_at is not null as finished from _prisma_migrations order by 1",
    );
    expect(rows).toEqual(
      readMigrations().map(({ name, checksum }) => ({
        migration_name: name,
        checksum,
        finished: true,
      })),
    );
  });

  it("leave nothing behind when one fails, and refuse a changed one", async () => {
    write("1_a", "create table a (x int);");
    write("2_b", "create table b (x int); select nonsense;");
    await expect(migrate(url, folder)).rejects.toThrow("2_b failed");
    expect(await query("select to_regclass('a') as a, to_regclass('b') as b")).toEqual([
      { a: "a", b: null },
    ]);
    write("2_b", "create table b (x int);");
    expect(await migrate(url, folder)).toEqual(["2_b"]);
    write("1_a", "create table a (y int);");
    await expect(migrate(url, folder)).rejects.toThrow("1_a was changed");
  });

  it("are applied once when several processes migrate at the same time", async () => {
    const results = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(results.filter((names) => names.length > 0)).toHaveLength(1);
  });

  it("keep function bodies with semicolons intact", async () => {
    const body = "begin new.x := 1; return new; end";
    write("1_f", `create function f() returns trigger language plpgsql as $$ ${body} $$;`);
    await migrate(url, folder);
    expect(await query("select prosrc from pg_proc where proname = 'f'")).toEqual([
      { prosrc: ` ${body} ` },
    ]);
  });

  it("that fail report PostgreSQL's error and are rolled back", async () => {
    write("1_broken", "create table half (x int); select no_such_function();");
    await expect(migrate(url, folder)).rejects.toThrow(/no_such_function/);
    expect(await query("select to_regclass('half') as half")).toEqual([{ half: null }]);
  });
});
