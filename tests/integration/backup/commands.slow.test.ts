import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { storage } from "@/lib/platform/storage";
import { LOCK } from "@/prisma/apply-migrations.mjs";
import { startEmbeddedPostgres } from "@/prisma/embedded-postgres";
import { migrate } from "@/prisma/migrate";
import { query } from "../../support/database";
import { smallBackup } from "./corrupt-backup";
import { emptyDatabase, newPath, tableHashes } from "./support";

const source = () => process.env.DATABASE_URL ?? "";
const good = await smallBackup();

/** A command of package.json, as its script starts it. */
function start(command: "backup" | "restore", args: string[], env: Record<string, string> = {}) {
  const script = ["scripts/run.mjs", `scripts/${command}.ts`];
  const child = spawn(process.execPath, ["--conditions=react-server", ...script, ...args], {
    env: { ...process.env, ...env },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => output.push(String(chunk)));
  }
  return { child, output: () => output.join("") };
}

async function run(...given: Parameters<typeof start>) {
  const { child, output } = start(...given);
  const [code] = await once(child, "exit");
  return { code, output: output() };
}

const manifestOf = (folder: string) => {
  const { tables, media } = JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8"));
  return { tables, objects: media.objects, bytes: media.bytes };
};

/** Waits until a connection waits for a lock in a database. */
async function waits(url: string): Promise<void> {
  const waiting =
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await query<{ count: number }>(url, waiting))[0]?.count === 0) await sleep(50);
}

async function holding(url: string, statement: string, work: () => Promise<void>): Promise<void> {
  const holder = new Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query(statement);
    await work();
  } finally {
    await holder.end();
  }
}

const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
  child.kill(signal);
  return (await once(child, "exit"))[0];
};

describe("the commands", () => {
  it("carry everything into the embedded database of a new machine, and out of it again", async () => {
    const dataDir = newPath("machine");
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);
    chmodSync(path.dirname(dataDir), 0o755);
    const env = { DATA_DIR: dataDir, DATABASE_URL: "" };
    const restored = await run("restore", [good], env);
    expect(restored, restored.output).toMatchObject({ code: 0 });
    expect(restored.output).toMatch(/Restored \d+ rows of \d+ tables and 2 objects/);

    // Nothing runs: it is started for the command alone. Without a name it goes below the data folder.
    const first = await run("backup", [], env);
    expect(first, first.output).toMatchObject({ code: 0 });
    const [name = ""] = readdirSync(path.join(dataDir, "backups"));
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
    expect(manifestOf(path.join(dataDir, "backups", name))).toEqual(manifestOf(good));

    const server = await startEmbeddedPostgres({ dataDir, durable: false });
    try {
      const beside = newPath();
      expect(await run("backup", [beside, "--after", good], env)).toMatchObject({ code: 0 });
      expect(manifestOf(beside)).toEqual(manifestOf(good));
      const refused = await run("restore", [good, "--replace"], env);
      expect(refused.code).toBe(1);
      expect(refused.output).toContain("is in use by another start");
    } finally {
      await server.stop();
    }
    const again = await run("restore", [good], env);
    expect(again.code).toBe(1);
    expect(again.output).toContain("This database is not empty");
    expect(await run("restore", [good, "--replace"], env)).toMatchObject({ code: 0 });
  }, 120_000);

  it("end with 1 and say what to do", async () => {
    const nameless = await run("restore", []);
    expect([nameless.code, nameless.output]).toEqual([1, expect.stringContaining("Say which")]);
    const overwriting = await run("backup", [good]);
    expect(overwriting.code).toBe(1);
    expect(overwriting.output).toContain("never overwrites anything");

    const nowhere = newPath("nowhere");
    const empty = await run("backup", [], { DATA_DIR: nowhere, DATABASE_URL: "" });
    expect([empty.code, empty.output]).toEqual([
      1,
      expect.stringContaining("There is no database"),
    ]);
    expect(existsSync(nowhere)).toBe(false);

    const [lost = ""] = readdirSync(path.join(good, "media"));
    const object = await storage().get(lost);
    await storage().delete([lost]);
    const folder = newPath();
    const incomplete = await run("backup", [folder]);
    expect(incomplete.code).toBe(1);
    expect(incomplete.output).toContain(`${lost} is missing`);
    expect(existsSync(path.join(folder, "manifest.json"))).toBe(true);
    if (object) await storage().put(lost, object);
  }, 60_000);

  it("leave nothing behind: a backup that is stopped", async () => {
    const folder = newPath();
    await holding(source(), `select pg_advisory_xact_lock(${LOCK})`, async () => {
      const { child } = start("backup", [folder]);
      await waits(source());
      expect(existsSync(`${folder}.unfinished`)).toBe(true);
      expect(await end(child, "SIGINT")).toBe(130);
    });
    expect([existsSync(folder), existsSync(`${folder}.unfinished`)]).toEqual([false, false]);
  }, 60_000);

  it("leave nothing behind: a restore that is killed", async () => {
    const url = await emptyDatabase();
    await migrate(url);
    const before = await tableHashes(url);
    const env = { DATABASE_URL: url, DATA_DIR: newPath("killed") };
    // A table that is being read is dropped last.
    await holding(url, "lock table user_account in access share mode", async () => {
      const { child } = start("restore", [good], env);
      await waits(url);
      await end(child, "SIGKILL");
    });
    expect(await tableHashes(url)).toEqual(before);
    // Its objects are there already; they are no hindrance.
    expect(await run("restore", [good], env)).toMatchObject({ code: 0 });
  }, 60_000);
});
