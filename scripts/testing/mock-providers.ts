import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { ROOT } from "../launcher/settings.ts";

interface MockProviders {
  /** What makes the app use them. */
  env: Record<string, string>;
  stop: () => Promise<void>;
}

/** Starts the vendors' servers of our own (`tests/protocol/mock-providers.ts`) in a process beside. */
export async function startMockProviders(): Promise<MockProviders> {
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", "scripts/run.mjs", "tests/protocol/mock-providers.ts"],
    { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] },
  );
  const lines = createInterface({ input: child.stdout });
  const [first] = (await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(() => {
      throw new Error("The vendors' servers did not start.");
    }),
  ])) as [string];
  lines.on("line", (line) => console.log(line));
  return {
    env: JSON.parse(first),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
