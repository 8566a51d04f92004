import { runBrowserSuite } from "./testing/browser-suite.ts";

/** `npm run shots`: screenshots of the finished screens, into the ignored folder shots/. */
export async function main(): Promise<void> {
  const { failed } = await runBrowserSuite("tests/screenshots", process.argv.slice(2));
  process.exitCode = failed > 0 ? 1 : 0;
}
