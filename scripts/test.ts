import { runBrowserSuite } from "./testing/browser-suite.ts";
import { runSuites } from "./testing/run-suites.ts";
import { runStaticChecks } from "./testing/static-checks.ts";
import { runVitest } from "./testing/vitest-suite.ts";

/** `npm test`: the tests for every change; `npm run test:full` adds the slow ones. */
export const main = () =>
  runSuites([
    { name: "static checks", run: runStaticChecks },
    { name: "unit, component, integration and protocol tests", run: () => runVitest([]) },
    { name: "browser tests", run: () => runBrowserSuite("tests/e2e", []) },
  ]);
