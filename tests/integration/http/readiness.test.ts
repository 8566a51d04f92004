import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PrismaPg } from "@prisma/adapter-pg";
import { afterAll, describe, expect, it, vi } from "vitest";
import { env } from "@/lib/platform/env";
import { beginShutdown } from "@/lib/platform/status/lifecycle";
import { replaceStorage, storage } from "@/lib/platform/storage";
import { PrismaClient } from "@/prisma/client/client";
import { startPooler } from "../../support/pooler";
import { visitor } from "./harness";

let engineStatus = 200;
const engine = createServer((request, response) => {
  response.statusCode = request.url === "/health" ? engineStatus : 404;
  response.end("{}");
});
await new Promise<void>((resolve) => engine.listen(0, "127.0.0.1", resolve));
env().INNGEST_BASE_URL = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`;
afterAll(() => engine.close());

describe("readiness", () => {
  it("reports that database, storage and engine work", async () => {
    const answer = await visitor.get("/ready");
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toEqual({
      status: "ready",
      checks: { database: "ok", storage: "ok", engine: "ok" },
    });
  });

  it("is 503 and names the failed part, without details", async () => {
    engineStatus = 500;
    const withoutEngine = await visitor.get("/ready");
    engineStatus = 200;
    expect(withoutEngine.status).toBe(503);
    expect(withoutEngine.body).toMatchObject({
      error: { code: "unavailable" },
      data: { checks: { database: "ok", storage: "ok", engine: "failed" } },
    });
    const before = storage();
    const check = vi.fn(async () => {
      throw new Error("secret path /data/objects is read-only");
    });
    replaceStorage({
      ...before,
      name: before.name,
      check,
      put: before.put,
      get: before.get,
      delete: before.delete,
    });
    const withoutStorage = await visitor.get("/ready");
    replaceStorage(before);
    expect(withoutStorage.status).toBe(503);
    expect(withoutStorage.body.data.checks.storage).toBe("failed");
    expect(withoutStorage.text).not.toContain("secret path");
  });

  it("names the variable to set where a pooler refuses the app's connections", async () => {
    const pooler = await startPooler();
    const holder = globalThis as { inkwrightDb?: PrismaClient };
    const before = holder.inkwrightDb;
    const settings = { connectionString: pooler.url, statement_timeout: 5_000 };
    holder.inkwrightDb = new PrismaClient({ adapter: new PrismaPg(settings) });
    const answer = await visitor.get("/ready");
    await holder.inkwrightDb.$disconnect();
    holder.inkwrightDb = before;
    pooler.close();
    expect(answer.status).toBe(503);
    expect(answer.text).toMatch(/Set DIRECT_DATABASE_URL to/);
    expect(answer.text).not.toContain("sesame");
  });

  it("R18 is 503 from the moment of SIGTERM", async () => {
    expect((await visitor.get("/ready")).status).toBe(200);
    beginShutdown();
    const answer = await visitor.get("/ready");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect((await visitor.get("/health")).status).toBe(200);
  });
});
