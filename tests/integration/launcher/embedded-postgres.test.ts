import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";
import { findRunningDatabase, startEmbeddedPostgres } from "@/prisma/embedded-postgres";
import { isAlive } from "@/prisma/postgres/is-alive.mjs";
import { query } from "../../support/database";

const pidFile = () => path.join(dataDir, "postgres", "cluster", "postmaster.pid");
const serverPid = () => Number(readFileSync(pidFile(), "utf8").split("\n")[0]);
const start = () => startEmbeddedPostgres({ dataDir, durable: false });

const dataDir = mkdtempSync(path.join(tmpdir(), "inkwright-postgres-"));
chmodSync(dataDir, 0o755);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Starts the server from a process of its own, which a test may kill. */
async function hold(): Promise<{ owner: ChildProcess; url: string }> {
  const script = fileURLToPath(new URL("./run-postgres.ts", import.meta.url));
  const owner = spawn(process.execPath, ["--import=tsx", script, dataDir]);
  const [line] = await once(owner.stdout, "data");
  return { owner, url: String(line).trim() };
}

describe("the embedded PostgreSQL", () => {
  it("keeps its rows across starts and leaves no process behind", async () => {
    const first = await start();
    await query(first.url, "create table kept as select 42 as answer");
    const pid = serverPid();
    await first.stop();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
    expect(await findRunningDatabase(dataDir)).toBeNull();

    const second = await start();
    expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
    expect(await findRunningDatabase(dataDir)).toBe(second.url);
    await second.stop();
  });

  it("listens on this machine only and asks for its password", async () => {
    const server = await start();
    expect(await query(server.url, "show listen_addresses")).toEqual([
      { listen_addresses: "127.0.0.1" },
    ]);
    const wrong = Object.assign(new URL(server.url), { password: "wrong" }).href;
    await expect(query(wrong, "select 1")).rejects.toThrow(/password authentication failed/);
    await server.stop();
  });

  it("refuses a second owner and names the first", async () => {
    const server = await start();
    await expect(start()).rejects.toThrow(
      new RegExp(`in use by another start \\(process ${process.pid}\\).*DATA_DIR`),
    );
    await server.stop();
  });

  it("stops when its owner is killed, and the next start works", async () => {
    const { owner } = await hold();
    const pid = serverPid();
    owner.kill("SIGKILL");
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
    const next = await start();
    expect(await query(next.url, "select answer from kept")).toEqual([{ answer: 42 }]);
    await next.stop();
  });

  it("starts although postmaster.pid names an unrelated process", async () => {
    const server = await start();
    const stale = readFileSync(pidFile(), "utf8");
    await server.stop();
    writeFileSync(pidFile(), stale.replace(/^\d+/, String(process.pid)));
    const next = await start();
    expect(await query(next.url, "select answer from kept")).toEqual([{ answer: 42 }]);
    expect(isAlive(process.pid)).toBe(true);
    await next.stop();
  });

  it("comes back on its port after it was killed", async () => {
    const server = await start();
    const pid = serverPid();
    process.kill(pid, "SIGKILL");
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
    vi.spyOn(console, "error").mockImplementation(() => {});
    await server.revive();
    expect(await query(server.url, "select answer from kept")).toEqual([{ answer: 42 }]);
    await server.stop();
  });
});
