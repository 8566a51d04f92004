import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./settings.ts";

/** The file behind a command of an installed package. */
export function bin(packageName: string, command = packageName): string {
  const folder = path.join(ROOT, "node_modules", packageName);
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return path.join(folder, typeof manifest.bin === "string" ? manifest.bin : manifest.bin[command]);
}

/** Runs a Node program to its end in the project's folder; `show` passes its output on at once. */
export function runNode(
  args: string[],
  options: { show?: boolean; env?: Record<string, string | undefined> } = {},
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      // A chunk may end within a character.
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
        if (options.show) process.stdout.write(chunk);
      });
    }
    child.on("error", (error) => resolve({ ok: false, output: error.message }));
    child.on("close", (code) => resolve({ ok: code === 0, output: output.trim() }));
  });
}
