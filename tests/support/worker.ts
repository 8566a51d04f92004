import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, vi } from "vitest";
import { peerHeader } from "@/scripts/launcher/request-guard.mjs";
import { cloneDatabase } from "./database";
import { cacheHashes } from "./rows/password-hashes";

// Tests that measure the time of a password check use `vi.unmock`.
vi.mock("@node-rs/argon2", async (original) => cacheHashes(await original()));

// Before each test file, and before any import of the product: a database and a data
// folder that no other file sees, and nothing of the developer's environment.
const dataDir = mkdtempSync(path.join(tmpdir(), "inkwright-data-"));
Object.assign(process.env, {
  DATA_DIR: dataDir,
  NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? "silent",
  DEMO_WRITER_MS: "0",
  DEMO_PAINTER_MS: "0",
  // Tests call routes like the server, which sets the socket's address in this header.
  PEER_HEADER: peerHeader,
});
const database = await cloneDatabase();

afterAll(async () => {
  const holder = globalThis as { inkwrightDb?: { $disconnect: () => Promise<void> } };
  await holder.inkwrightDb?.$disconnect();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
