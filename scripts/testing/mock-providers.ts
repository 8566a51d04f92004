import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { ROOT } from "../launcher/settings.ts";

interface MockProviders {
  /** Settings that make the app use them. */
  env: Record<string, string>;
  stop: () => Promise<void>;
}

/**
 * Starts our mock servers of the vendors (`tests/protocol/mock-providers.ts`) in a separate
 * process.
 */
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
