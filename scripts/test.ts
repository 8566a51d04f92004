import { runBrowserSuite } from "./testing/browser-suite.ts";
import { runSuites } from "./testing/run-suites.ts";
import { runStaticChecks } from "./testing/static-checks.ts";
import { runVitest } from "./testing/vitest-suite.ts";

/** `npm test`: all that says whether a change is sound; the rest is `npm run test:full`. */
export const main = () =>
  runSuites([
    { name: "static checks", run: runStaticChecks },
    { name: "unit, component, integration and protocol tests", run: () => runVitest([]) },
    { name: "browser tests", run: () => runBrowserSuite("tests/e2e", []) },
  ]);
