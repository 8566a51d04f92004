import { spawn } from "node:child_process";

/** User and group of a command; empty means the current ones. */
export interface Identity {
  uid?: number;
  gid?: number;
}

/** PostgreSQL's own variables would silently redirect its tools. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("PG") && !name.startsWith("LC_"),
  );
  return { NODE_ENV: process.env.NODE_ENV, ...Object.fromEntries(entries), LC_ALL: "C" };
}

/** Runs a command to its end and returns its exit code and output. */
export function run(
  command: string,
  args: string[],
  options: Identity & { cwd?: string } = {},
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      env: cleanEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      // A chunk may end within a character.
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
    }
    child.on("error", reject);
    // Not "close": on Windows a server started by the command may keep the pipes open.
    child.on("exit", (code) => setImmediate(() => resolve({ code, output: output.trim() })));
  });
}
