import { existsSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../launcher/settings.ts";
import { bin, runStep } from "./run-step.ts";
import type { Tally } from "./tally.ts";
import { findVulnerabilities } from "./vulnerability-audit.ts";

/** Static checks, which run no product code. */
const CHECKS: { name: string; args: () => string[] }[] = [
  {
    name: "format and lint",
    args: () => [bin("@biomejs/biome", "biome"), "ci", "."],
  },
  { name: "types", args: () => [bin("typescript", "tsc"), "--noEmit"] },
  {
    name: "import rules",
    args: () => [
      bin("dependency-cruiser", "depcruise"),
      ...["app", "components", "inngest", "lib", "prisma", "scripts", "tests"].filter((folder) =>
        existsSync(path.join(ROOT, folder)),
      ),
    ],
  },
  { name: "unused code", args: () => [bin("knip"), "--no-progress"] },
];

/** The number of passed and failed checks; prints each result at once. */
export async function runStaticChecks(): Promise<Tally> {
  // Next's own type declarations, which a clone lacks until the first build.
  if (!existsSync(path.join(ROOT, "next-env.d.ts"))) await runStep([bin("next"), "typegen"]);
  const results = await Promise.all(
    CHECKS.map(async ({ name, args }) => {
      const { ok, output } = await runStep(args());
      console.log(ok ? `ok      ${name}` : `FAILED  ${name}\n\n${output}\n`);
      return ok ? [] : [`${name}: its output stands above`];
    }),
  );
  const weaknesses = findVulnerabilities();
  console.log(
    weaknesses === null
      ? "skipped known weaknesses: the registry does not answer `npm audit`"
      : `${weaknesses.length === 0 ? "ok    " : "FAILED"}  known weaknesses`,
  );
  const failures = [...results.flat(), ...(weaknesses ?? [])];
  return {
    passed:
      results.filter(({ length }) => length === 0).length + (weaknesses?.length === 0 ? 1 : 0),
    failed: failures.length,
    flaky: 0,
    failures,
  };
}
