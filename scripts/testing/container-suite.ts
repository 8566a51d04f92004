import { runStep } from "./run-step.ts";
import type { Tally } from "./tally.ts";

/** Runs the image as a serverless host does (`npm run test:image`); one line for each finding. */
export async function runContainerSuite(): Promise<Tally> {
  const check = ["--conditions=react-server", "scripts/run.mjs", "tests/container/check.ts"];
  const { ok, output } = await runStep(check, { show: true });
  const begunWith = (word: string) =>
    output.split("\n").flatMap((line) => (line.startsWith(word) ? [line.slice(8)] : []));
  const failures = begunWith("FAILED  ").map((fault) => `the image: ${fault}`);
  if (!ok && failures.length === 0) failures.push("the image: its check ended early");
  return { passed: begunWith("ok      ").length, failed: failures.length, flaky: 0, failures };
}
