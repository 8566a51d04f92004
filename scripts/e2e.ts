import { runBrowserSuite } from "./testing/browser-suite.ts";

/**
 * `npm run test:e2e`, with Playwright's arguments after `--`: runs all matching tests, whatever
 * their tags.
 */
export async function main(): Promise<void> {
  const { failed } = await runBrowserSuite("tests/e2e", process.argv.slice(2), { full: true });
  process.exitCode = failed > 0 ? 1 : 0;
}
