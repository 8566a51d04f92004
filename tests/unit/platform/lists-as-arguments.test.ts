import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const rule = path.join(root, "scripts/lint/lists-as-arguments.grit");
const folder = mkdtempSync(path.join(tmpdir(), "inkwright-lint-"));

afterAll(() => rmSync(folder, { recursive: true }));

/** How often the rule speaks in a file of these lines. */
function lint(lines: string[]): number {
  writeFileSync(path.join(folder, "biome.json"), JSON.stringify({ plugins: [rule] }));
  writeFileSync(path.join(folder, "sample.ts"), lines.join("\n"));
  const biome = path.join(root, "node_modules/@biomejs/biome/bin/biome");
  const { stderr } = spawnSync(process.execPath, [biome, "lint", "sample.ts"], {
    cwd: folder,
    encoding: "utf8",
  });
  return stderr.split("too long for arguments").length - 1;
}

it("reports lists that become the arguments of a call, and no other spreads", () => {
  const long = [
    "Math.min(...all);",
    "Math.max(0, ...all.map(one));",
    "kept.push(...all);",
    "kept.splice(0, 1, ...all);",
    "String.fromCharCode(...all);",
  ];
  expect(lint(long)).toBe(long.length);
  expect(lint(["kept.push([...all]);", "Math.max(1, 2);", "kept.push({ ...all });"])).toBe(0);
  expect(lint(["of(...pair);", "Math.max(least([...all]), 2);"])).toBe(0);
}, 60_000);
