// What a command needs before TypeScript can run: a Node that is new enough, the installed packages
// and the generated database client. Plain JavaScript, because it runs before all of them.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const WANTED_NODE = "24";
/** Without a network npm should fail soon; a slow one gets two retries. */
const NPM_RETRY_FLAGS = ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=3000"];

/** Command, arguments and options that run npm: the npm that runs this script, if there is one. */
function npmCommand(root, args) {
  const npm = process.env.npm_execpath;
  return npm?.endsWith("npm-cli.js")
    ? [process.execPath, [npm, ...args], { cwd: root }]
    : ["npm", args, { cwd: root, shell: process.platform === "win32" }];
}

/** Prints why the command cannot continue, as a sentence and without a stack trace, and exits. */
export function exitWithMessage(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

const readJson = (...names) => JSON.parse(readFileSync(path.join(...names), "utf8"));

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
  const remembered = path.join(root, ".cache", "node-path");
  const known = existsSync(remembered) ? readFileSync(remembered, "utf8").trim() : "";
  if (known && existsSync(known)) return known;
  console.log(
    `Node ${process.versions.node} is older than this project needs (${range}): fetching Node ${WANTED_NODE} for it alone …`,
  );
  try {
    const [command, args, options] = npmCommand(root, [
      ...["exec", "--yes", ...NPM_RETRY_FLAGS, `--package=node@${WANTED_NODE}`],
      ...["--", "node", "-p", "process.execPath"],
    ]);
    const stdio = ["ignore", "pipe", "pipe"];
    const output = execFileSync(command, args, { ...options, encoding: "utf8", stdio });
    const found = output.trim().split("\n").pop().trim();
    mkdirSync(path.dirname(remembered), { recursive: true });
    writeFileSync(remembered, `${found}\n`);
    return found;
  } catch {
    return exitWithMessage(
      `This project needs Node ${range}; here is ${process.versions.node}, and a newer one could not be fetched from the npm registry.\nInstall Node ${WANTED_NODE} from https://nodejs.org, or connect to the network and start again.`,
    );
  }
}

/**
 * If the running Node is too old for package.json's `engines`, runs the same command on a newer
 * one, forwards signals to it and exits with its exit code. Returns only on a Node that is new
 * enough.
 */
export async function ensureNodeVersion(root) {
  const { engines } = readJson(root, "package.json");
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

/** Whether node_modules matches the lockfile, by npm's own record of what it installed. */
export function isInstalled(root) {
  const record = path.join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const { packages: expected } = readJson(root, "package-lock.json");
  const { packages: installed } = readJson(record);
  return Object.entries(expected).every(([where, entry]) => {
    if (where === "" || entry.link) return true;
    const present = installed[where];
    if (!present) return Boolean(entry.optional || entry.devOptional);
    return present.version === entry.version && present.integrity === entry.integrity;
  });
}

/** Explains npm's error output to people. */
export function explainInstallFailure(output) {
  const why = (reason) => `The packages could not be installed, because ${reason} and start again.`;
  if (/ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(output)) {
    return why("the npm registry cannot be reached.\nConnect to the network (or set npm's proxy)");
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return why("this user may not write to the project's node_modules folder.\nGive it that right");
  }
  if (/ENOSPC/.test(output)) return why("the disk is full.\nMake room");
  return "The packages could not be installed; npm's own words are above. Start again when that is put right.";
}

/** Installs the packages of the lockfile if node_modules lacks them. */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return;
  console.log("Installing packages …");
  const [command, args, options] = npmCommand(root, [
    ...["ci", "--include=dev", "--include=optional", "--prefer-offline"],
    ...["--no-audit", "--no-fund", "--loglevel=error", ...NPM_RETRY_FLAGS],
  ]);
  const { code, output } = await new Promise((resolve) => {
    let output = "";
    const child = spawn(command, args, {
      ...options,
      stdio: ["ignore", "inherit", "pipe"],
      // The app uses Prisma's engine only as WebAssembly; downloading the binary could hang behind
      // a firewall.
      env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, ...process.env },
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
      process.stderr.write(chunk);
    });
    child.on("error", (error) => resolve({ code: 1, output: error.message }));
    child.on("close", (code) => resolve({ code, output }));
  });
  if (code !== 0) exitWithMessage(explainInstallFailure(output));
}

/** Generates the database client if it is missing or older than the schema. */
export function ensureClient(root) {
  const modules = path.join(root, "node_modules");
  const schema = path.join(root, "prisma", "schema");
  const hash = createHash("sha256");
  for (const name of readdirSync(schema).sort()) {
    hash.update(name).update(readFileSync(path.join(schema, name)));
  }
  hash.update(readFileSync(path.join(root, "prisma.config.ts")));
  hash.update(readFileSync(path.join(modules, "prisma", "package.json")));
  const expected = hash.digest("hex");
  const stamp = path.join(root, "prisma", "client", ".fingerprint");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === expected) return;
  const cli = path.join(modules, "prisma", "build", "index.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "generate"], {
    cwd: root,
    encoding: "utf8",
    env: {
      // The generator requires the path of a schema engine but never runs it: any file will do.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      ...process.env,
      CHECKPOINT_DISABLE: "1",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
    },
  });
  if (status !== 0) {
    exitWithMessage(
      `The database client could not be generated from prisma/schema:\n${stdout}${stderr}`,
    );
  }
  writeFileSync(stamp, expected);
}
