import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { startService } from "@/scripts/launcher/service";

const folder = mkdtempSync(path.join(tmpdir(), "inkwright-service-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a process that exits is restarted after doubling pauses, without end", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const log = path.join(folder, "starts");
  const script = path.join(folder, "short.mjs");
  writeFileSync(
    script,
    `import { appendFileSync } from "node:fs";\nappendFileSync(${JSON.stringify(log)}, Date.now() + "\\n");\nprocess.exit(3);\n`,
  );
  const failed = vi.fn();
  const service = startService({
    name: "The short one",
    args: [script],
    env: {},
    started: () => {},
    failed,
  });
  const starts = () => readFileSync(log, "utf8").trim().split("\n").map(Number);
  await vi.waitFor(() => expect(starts()).toHaveLength(5), { timeout: 20_000, interval: 100 });
  await service.stop();
  const pauses = starts()
    .slice(1)
    .map((at, index) => at - (starts()[index] ?? 0));
  for (const [index, wanted] of [500, 1_000, 2_000, 4_000].entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(wanted);
    expect(pauses[index]).toBeLessThan(wanted + 1_500);
  }
  expect(failed).toHaveBeenCalledWith("The short one ended 4 times in a row.");
  expect(said).toHaveBeenCalledWith("The short one ended (code 3); starting it again in 0.5 s.");
  // Stopped is stopped, also in the middle of a pause.
  const before = starts().length;
  await new Promise((done) => setTimeout(done, 300));
  expect(starts()).toHaveLength(before);
}, 30_000);
