import { runBrowserSuite } from "./testing/browser-suite.ts";
import { runContainerSuite } from "./testing/container-suite.ts";
import { runFaultsSuite } from "./testing/faults-suite.ts";
import { runSuites } from "./testing/run-suites.ts";
import { runStaticChecks } from "./testing/static-checks.ts";
import { runVitest } from "./testing/vitest-suite.ts";

/** Tests of the browser with another vendor of texts, pictures, videos and objects. */
const overVendors = [
  "tests/e2e/happy-path/",
  "tests/e2e/media/",
  "tests/e2e/accounts/setup.spec.ts",
  "tests/e2e/settings/story-settings.spec.ts",
];

/** `npm run test:full`: all tests, including the slow ones. */
export const main = () =>
  runSuites([
    { name: "static checks", run: runStaticChecks },
    {
      name: "unit, component, integration and protocol tests",
      run: () => runVitest([], { slow: true }),
    },
    { name: "the image", run: runContainerSuite },
    { name: "browser tests", run: () => runBrowserSuite("tests/e2e", [], { full: true }) },
    {
      name: "browser tests with the vendors' protocols",
      run: () =>
        runBrowserSuite("tests/e2e", ["--vendors", "--project=desk", ...overVendors], {
          full: true,
        }),
    },
    { name: "attacks and faults", run: runFaultsSuite },
  ]);
