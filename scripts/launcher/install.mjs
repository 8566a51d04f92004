import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { exitWithMessage } from "./exit-with-message.mjs";
import { NPM_RETRY_FLAGS, npmCommand } from "./npm.mjs";

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return null;
  }
}

/** Whether node_modules matches the lockfile, by npm's own record of what it installed. */
export function isInstalled(root) {
  const expected = readPackages(path.join(root, "package-lock.json")) ?? {};
  const installed = readPackages(path.join(root, "node_modules", ".package-lock.json"));
  if (!installed) return false;
  return Object.entries(expected).every(([where, entry]) => {
    if (where === "" || entry.link) return true;
    const present = installed[where];
    if (!present) return Boolean(entry.optional || entry.devOptional);
    return present.version === entry.version && present.integrity === entry.integrity;
  });
}

/** Explains npm's error output to people. */
export function explainInstallFailure(output) {
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(
      output,
    )
  ) {
    return "The packages could not be installed, because the npm registry cannot be reached.\nConnect to the network (or set npm's proxy) and start again.";
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return "The packages could not be installed, because this user may not write to the project's node_modules folder.\nGive it that right and start again.";
  }
  if (/ENOSPC/.test(output)) {
    return "The packages could not be installed, because the disk is full.\nMake room and start again.";
  }
  return "The packages could not be installed; npm's own words are above. Start again when that is put right.";
}

/** Installs the packages of the lockfile if node_modules lacks them. */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return;
  console.log("Installing packages …");
  const [command, args] = npmCommand([
    "ci",
    "--include=dev",
    "--include=optional",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    ...NPM_RETRY_FLAGS,
  ]);
  const { code, output } = await new Promise((resolve) => {
    let output = "";
    const child = spawn(command, args, {
      cwd: root,
      shell: process.platform === "win32" && command === "npm",
      stdio: ["ignore", "inherit", "pipe"],
      // The app uses Prisma's engine only as WebAssembly; downloading the binary could hang behind
      // a firewall.
      env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, ...process.env },
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
      process.stderr.write(chunk);
    });
    child.on("error", (error) => resolve({ code: 1, output: error.message }));
    child.on("close", (code) => resolve({ code, output }));
  });
  if (code !== 0) exitWithMessage(explainInstallFailure(output));
}
