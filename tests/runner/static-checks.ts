import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { bin, runNode } from "../../scripts/launcher/run-node.ts";
import { ROOT } from "../../scripts/launcher/settings.ts";
import type { Tally } from "./suites.ts";

const folders = ["app", "components", "inngest", "lib", "prisma", "scripts", "tests"];

/** Static checks, which run no product code: their names and commands. */
const checks = (): [string, string[]][] => [
  ["format and lint", [bin("@biomejs/biome", "biome"), "ci", "."]],
  ["types", [bin("typescript", "tsc"), "--noEmit"]],
  ["import rules", [bin("dependency-cruiser", "depcruise"), ...folders]],
  ["unused code", [bin("knip"), "--no-progress"]],
];

/** Runs the static checks at once and prints each result. */
export async function runStaticChecks(): Promise<Tally> {
  // Next's own type declarations, which a clone lacks until the first build.
  if (!existsSync(path.join(ROOT, "next-env.d.ts"))) await runNode([bin("next"), "typegen"]);
  const results = await Promise.all(
    checks().map(async ([name, args]) => {
      const { ok, output } = await runNode(args);
      console.log(ok ? `ok      ${name}` : `FAILED  ${name}\n\n${output}\n`);
      return ok ? [] : [`${name}: its output stands above`];
    }),
  );
  const found = findVulnerabilities();
  if (!found) console.log("skipped vulnerabilities: the registry does not answer `npm audit`");
  const passed = results.filter(({ length }) => length === 0).length;
  const failures = [...results.flat(), ...(found ?? [])];
  return { passed, failed: failures.length, flaky: 0, failures };
}

/**
 * Known vulnerabilities, high and critical, of the shipped packages, one sentence each; null if the
 * registry does not answer.
 */
export function findVulnerabilities(
  report = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
    cwd: ROOT,
    encoding: "utf8",
    timeout: 20_000,
    shell: process.platform === "win32",
  }).stdout,
): string[] | null {
  let found: Record<string, { severity: string; range: string }> | undefined;
  try {
    found = JSON.parse(report ?? "").vulnerabilities;
  } catch {
    // The registry did not answer.
  }
  if (!found) return null;
  return Object.entries(found)
    .filter(([, { severity }]) => severity === "high" || severity === "critical")
    .map(
      ([name, { severity, range }]) => `${name} ${range} has a known vulnerability (${severity})`,
    );
}
