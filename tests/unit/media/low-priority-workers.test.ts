import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { describe, expect, it } from "vitest";
import { lowerWorkerPriority } from "@/lib/media/low-priority-workers";

const named = (name: string) =>
  readdirSync("/proc/self/task").filter(
    (id) => readFileSync(`/proc/self/task/${id}/comm`, "utf8").trim() === name,
  );

describe.runIf(process.platform === "linux")("threads that encode", () => {
  it("yield to the server's thread", async () => {
    const serving = getPriority(process.pid);
    await lowerWorkerPriority();
    const workers = named("libuv-worker");
    expect(workers.length).toBeGreaterThan(0);
    for (const id of workers) expect(getPriority(Number(id))).toBe(10);
    expect(getPriority(process.pid)).toBe(serving);
  });
});
