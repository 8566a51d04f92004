import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync } from "node:fs";
import path from "node:path";

const nobody = 65_534;

export interface Sandboxed {
  how: string;
  ended: Promise<{ code: number | null; output: string }>;
  stop: () => Promise<void>;
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** Whether this machine can run a process as the user `nobody` with everything read-only. */
const canIsolate = () =>
  process.getuid?.() === 0 &&
  spawnSync("unshare", ["--mount", "sh", "-c", "mount -o remount,bind,ro / && setpriv --version"])
    .status === 0;

/**
 * Runs Node in a folder as the user `nobody`, with every file system read-only, /tmp included. Where the
 * machine does not let us, the folder at least has no write permission.
 */
export function startSandboxed(
  folder: string,
  args: string[],
  env: Record<string, string>,
): Sandboxed {
  const node = path.join(path.dirname(folder), "node");
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  const words = [node, ...args].map(quoted).join(" ");
  const isolated = canIsolate();
  const isRoot = process.getuid?.() === 0;
  if (!isolated) spawnSync("chmod", ["-R", "a-w", folder]);
  const script = `for at in $(awk '$4 ~ /(^|,)rw(,|$)/ {print $2}' /proc/mounts); do case "$at" in /|/tmp|/tmp/*|/dev/shm|/var/*|/home*|/root*|/work*) mount -o remount,bind,ro "$at" || exit 9;; esac; done; exec setpriv --reuid=${nobody} --regid=${nobody} --clear-groups --no-new-privs ${words}`;
  const child: ChildProcess = isolated
    ? spawn("unshare", ["--mount", "sh", "-c", script], options(folder, env))
    : spawn(node, args, {
        ...options(folder, env),
        ...(isRoot ? { uid: nobody, gid: nobody } : {}),
      });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, output }));
    child.on("error", (error) => resolve({ code: 1, output: error.message }));
  });
  return {
    how: `${isRoot ? "nobody" : "this user"} on a ${isolated ? "read-only file system" : "folder that it cannot write to"}`,
    ended,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

const options = (cwd: string, env: Record<string, string>) => ({
  cwd,
  // Nothing of this shell: what the image needs must be given to it.
  env: {
    PATH: process.env.PATH ?? "",
    HOME: "/nonexistent",
    ...env,
  } as unknown as NodeJS.ProcessEnv,
  stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"],
});

/** Runs a program to its end. @throws where it fails */
export async function run(command: string, args: string[]): Promise<void> {
  const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${path.basename(command)} ${args.join(" ")}: ${stderr}`);
}
