import { StartupError } from "../../prisma/postgres/startup-error.ts";
import { runBrowserSuite } from "./browser-suite.ts";
import { runStaticChecks } from "./static-checks.ts";
import { runProgramSuite, runSuites, runVitest, type Suite } from "./suites.ts";

const staticChecks = { name: "static checks", run: runStaticChecks };
const inVitest = "unit, component, integration and protocol tests";

/** Tests of the browser with another vendor of texts, pictures, videos and objects. */
const overVendors = [
  "tests/e2e/happy-path/",
  "tests/e2e/media/",
  "tests/e2e/accounts/setup.spec.ts",
  "tests/e2e/settings/story-settings.spec.ts",
];

/** The suites of each command; the arguments after its name are those of its last suite. */
const commands: Record<string, (args: string[]) => Suite[]> = {
  check: () => [staticChecks, { name: "unit tests", run: () => runVitest(["--project", "unit"]) }],
  all: () => [
    staticChecks,
    { name: inVitest, run: () => runVitest([]) },
    { name: "browser tests", run: () => runBrowserSuite("tests/e2e", []) },
  ],
  full: () => [
    staticChecks,
    { name: inVitest, run: () => runVitest([], { slow: true }) },
    { name: "the image", run: () => runProgramSuite("tests/container/check.ts") },
    { name: "browser tests", run: () => runBrowserSuite("tests/e2e", [], { full: true }) },
    {
      name: "browser tests with the vendors' protocols",
      run: () =>
        runBrowserSuite("tests/e2e", ["--vendors", "--project=desk", ...overVendors], {
          full: true,
        }),
    },
    // Short runs.
    { name: "outages", run: () => runProgramSuite("tests/faults/outages.ts") },
    { name: "fuzz", run: () => runProgramSuite("tests/faults/fuzz.ts", ["4"]) },
    { name: "crash recovery", run: () => runProgramSuite("tests/faults/crash-recovery.ts", ["4"]) },
  ],
  vitest: (args) => [{ name: "tests", run: () => runVitest(args) }],
  e2e: (args) => [
    { name: "browser tests", run: () => runBrowserSuite("tests/e2e", args, { full: true }) },
  ],
  shots: (args) => [{ name: "screenshots", run: () => runBrowserSuite("tests/screenshots", args) }],
};

/** The commands of package.json that test, by the name in the first argument. */
export async function main(): Promise<void> {
  const [, , name = "all", ...args] = process.argv;
  const suites = commands[name];
  if (!suites) throw new StartupError(`Name one of ${Object.keys(commands).join(", ")}.`);
  await runSuites(suites(args));
}
