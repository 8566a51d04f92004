import { spawnSync } from "node:child_process";
import { ROOT } from "../launcher/settings.ts";

/**
 * Known weaknesses, high and critical, of the packages that are shipped, a sentence each; null where
 * the registry has no answer.
 */
export function auditFaults(
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
    // No answer at all.
  }
  if (!found) return null;
  return Object.entries(found)
    .filter(([, { severity }]) => severity === "high" || severity === "critical")
    .map(([name, { severity, range }]) => `${name} ${range} has a known weakness (${severity})`);
}
