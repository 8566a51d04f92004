import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { exitWithMessage } from "./exit-with-message.mjs";
import { NPM_RETRY_FLAGS, npmCommand } from "./npm.mjs";

const WANTED = "24";
const remembered = (root) => path.join(root, ".cache", "node-path");

/** Whether a version such as "22.12.0" satisfies a range such as ">=22.12". */
export function isNewEnough(version, range) {
  const numbers = (text) => text.replace(/^\D*/, "").split(".").map(Number);
  const have = numbers(version);
  for (const [index, least] of numbers(range).entries()) {
    const part = have[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

/** The path of a newer Node in npm's own cache; the system stays unchanged. */
function fetchNode(root, range) {
  const known = existsSync(remembered(root)) ? readFileSync(remembered(root), "utf8").trim() : "";
  if (known && existsSync(known)) return known;
  console.log(
    `Node ${process.versions.node} is older than this project needs (${range}): fetching Node ${WANTED} for it alone …`,
  );
  try {
    const [command, args] = npmCommand([
      "exec",
      "--yes",
      ...NPM_RETRY_FLAGS,
      `--package=node@${WANTED}`,
      "--",
      "node",
      "-p",
      "process.execPath",
    ]);
    const shell = process.platform === "win32" && command === "npm";
    const output = execFileSync(command, args, {
      cwd: root,
      encoding: "utf8",
      shell,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const found = output.trim().split("\n").pop().trim();
    mkdirSync(path.dirname(remembered(root)), { recursive: true });
    writeFileSync(remembered(root), `${found}\n`);
    return found;
  } catch {
    return exitWithMessage(
      `This project needs Node ${range}; here is ${process.versions.node}, and a newer one could not be fetched from the npm registry.\nInstall Node ${WANTED} from https://nodejs.org, or connect to the network and start again.`,
    );
  }
}

/**
 * If the running Node is too old for package.json's `engines`, runs the same command on a newer
 * one, forwards signals to it and exits with its exit code. Returns only on a Node that is new
 * enough.
 */
export async function ensureNodeVersion(root) {
  const { engines } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  if (isNewEnough(process.versions.node, engines.node)) return;
  const node = fetchNode(root, engines.node);
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: "inherit",
    env: {
      ...process.env,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ""}`,
    },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  await new Promise(() => {
    child.on("exit", (code, signal) => process.exit(signal ? 1 : code));
    child.on("error", (error) => exitWithMessage(`Node could not be started: ${error.message}`));
  });
}
