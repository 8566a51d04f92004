// Runs a TypeScript file of this project on a machine that has only Node:
//
// node [flags for Node] scripts/run.mjs <file> [arguments]
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
  ensureClient,
  ensureInstalled,
  ensureNodeVersion,
  exitWithMessage,
} from "./launcher/install.mjs";

// npm may die without a signal to this process.
if (process.env.npm_lifecycle_event) await import("./launcher/exit-with-parent.mjs");

const root = path.resolve(import.meta.dirname ?? path.dirname(process.argv[1]), "..");
process.chdir(root);

await ensureNodeVersion(root);
await ensureInstalled(root);
ensureClient(root);

const [file, ...args] = process.argv.slice(2);
process.argv = [process.argv[0], path.resolve(root, file), ...args];
await import("tsx");
try {
  const { main } = await import(pathToFileURL(process.argv[1]).href);
  await main();
  process.exit();
} catch (error) {
  // An error with an explanation needs no stack trace; any other is a bug.
  if (error?.name === "StartupError" || error?.name === "EnvError") exitWithMessage(error.message);
  throw error;
}
