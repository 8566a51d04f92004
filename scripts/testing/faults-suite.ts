import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Tally } from "./tally.ts";

/** Short runs of the fault programs; each program prints one line per requirement. */
const programs = [["outages"], ["fuzz", "4"], ["crash-recovery", "4"]] as const;

/** Runs the programs in sequence; a missed requirement or a crash counts as a failure. */
export async function runFaultsSuite(): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0, flaky: 0, failures: [] };
  for (const [name, ...args] of programs) {
    const words = ["--conditions=react-server", "scripts/run.mjs", `tests/faults/${name}.ts`];
    const child = spawn(process.execPath, [...words, ...args], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const bars: boolean[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      const [, sign] = /^(ok {2}|MISS) /.exec(line) ?? [];
      if (!sign) continue;
      console.log(line);
      bars.push(sign === "ok  ");
      if (sign === "MISS") tally.failures.push(`${name}: ${line.slice(5)}`);
    }
    const [code] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
    if (bars.length === 0)
      tally.failures.push(`${name} ended with ${code} before its first figure`);
    tally.passed += bars.filter(Boolean).length;
  }
  tally.failed = tally.failures.length;
  return tally;
}
