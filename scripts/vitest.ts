import { runVitest } from "./testing/vitest-suite.ts";

/** Runs some of the vitest projects, as the arguments say. */
export async function main(): Promise<void> {
  const { failed } = await runVitest(process.argv.slice(2));
  process.exitCode = failed > 0 ? 1 : 0;
}
