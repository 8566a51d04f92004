import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Lines of code by folder, two levels deep, the largest first, without tests. */
function linesByFolder(...roots: string[]): Map<string, number> {
  const files = execFileSync("git", ["ls-files", "-z", ...roots], { encoding: "utf8" });
  const lines = new Map<string, number>();
  for (const file of files.split("\0").filter((name) => /\.(ts|tsx|mjs|css)$/.test(name))) {
    const folder = file.split("/").slice(0, -1).slice(0, 2).join("/");
    const count = readFileSync(file, "utf8").split("\n").length - 1;
    lines.set(folder, (lines.get(folder) ?? 0) + count);
  }
  return lines;
}

function report(title: string, lines: Map<string, number>): void {
  const rows = [...lines].sort(([, a], [, b]) => b - a);
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  for (const [name, count] of [...rows, [title, total] as const]) {
    process.stdout.write(`${String(count).padStart(7)}  ${name}\n`);
  }
}

export function main(): void {
  report("in all", linesByFolder("app", "components", "lib", "inngest", "prisma", "scripts"));
  report("in all tests", linesByFolder("tests"));
}
