import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../launcher/settings.ts";

/** Result of a step of the checks. */
interface StepResult {
  ok: boolean;
  output: string;
}

/** The file behind a command of an installed package. */
export function bin(packageName: string, command = packageName): string {
  const folder = path.join(ROOT, "node_modules", packageName);
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return path.join(folder, typeof manifest.bin === "string" ? manifest.bin : manifest.bin[command]);
}

/** Runs a Node command in the project's folder; `show` passes its output on as it comes. */
export function runStep(
  args: string[],
  options: { show?: boolean; env?: Record<string, string> } = {},
): Promise<StepResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk;
        if (options.show) process.stdout.write(chunk);
      });
    }
    child.on("error", (error) => resolve({ ok: false, output: error.message }));
    child.on("close", (code) => resolve({ ok: code === 0, output: output.trim() }));
  });
}
