import { readFileSync } from "node:fs";
import { bin, runNode } from "../../scripts/launcher/run-node.ts";
import { setup, teardown } from "../support/global-database.ts";
import { groups, type MutationTarget } from "./groups.ts";

const config = "tests/mutation/stryker.config.mjs";
/** Where Stryker writes what became of each change. */
const report = "reports/mutation/mutation.json";

interface Report {
  files: Record<string, { mutants: { status: string }[] }>;
}

/** The results of the last run. */
function states(): string[] {
  const { files } = JSON.parse(readFileSync(report, "utf8")) as Report;
  return Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
}

/** Such as 'quota: 90 of 100 (90 %)', of all changes that a test could have noticed. */
function summary(name: string, all: string[]): { line: string; share: number } {
  const count = (...wanted: string[]) => all.filter((state) => wanted.includes(state)).length;
  const killed = count("Killed", "Timeout");
  const alive = count("Survived", "NoCoverage");
  const share = Math.floor((100 * killed) / Math.max(1, killed + alive));
  const more = `${count("Ignored")} left out, ${count("CompileError", "RuntimeError")} without effect`;
  return { line: `${name}: ${killed} of ${killed + alive} (${share} %), ${more}`, share };
}

/** `lib/a.ts:3-9` is a part of `lib/a.ts`. */
const fileOf = (name: string) => name.replace(/:[\d:-]+$/, "");

/** Parts of a group that arguments name, whole or by files. */
function chosen(name: string, parts: MutationTarget[], args: string[]): MutationTarget[] {
  if (args.length === 0 || args.includes(name)) return parts;
  return parts
    .map(({ files, tests }) => ({
      files: args.filter((arg) => files.some((file) => fileOf(file) === fileOf(arg))),
      tests,
    }))
    .filter(({ files }) => files.length > 0);
}

/**
 * `npm run mutate [-- <group or file> …]`: changes rules, one thing after the other, and looks whether
 * their tests notice. Exits with 1 where fewer than 80 % of the changes of a group are noticed.
 */
export async function main(): Promise<void> {
  const wanted = Object.entries(groups)
    .map(([name, parts]) => ({ name, parts: chosen(name, parts, process.argv.slice(2)) }))
    .filter(({ parts }) => parts.length > 0);
  if (wanted.length === 0) {
    console.error(`Name one of ${Object.keys(groups).join(", ")}, or files of theirs.`);
    process.exitCode = 1;
    return;
  }
  const lines: string[] = [];
  await setup();
  try {
    for (const { name, parts } of wanted) {
      const all: string[] = [];
      for (const { files, tests } of parts) {
        const stryker = bin("@stryker-mutator/core", "stryker");
        const { ok } = await runNode([stryker, "run", config, "--mutate", files.join(",")], {
          show: true,
          env: { MUTATION_TESTS: tests.join(" ") },
        });
        if (!ok) throw new Error(`Stryker could not change ${files.join(", ")}.`);
        all.push(...states());
      }
      const { line, share } = summary(name, all);
      lines.push(line);
      if (share < 80) process.exitCode = 1;
    }
  } finally {
    await teardown();
    console.log(lines.join("\n"));
  }
}
