// Runs a TypeScript file of this project on a machine that has only Node:
//
// node [flags for Node] scripts/run.mjs <file> [arguments]
//
// It ensures a Node that is new enough, the installed packages and the generated database client.
// Plain JavaScript, because it runs before a TypeScript loader is installed.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { exitWithMessage } from "./launcher/exit-with-message.mjs";
import { ensureInstalled } from "./launcher/install.mjs";
import { ensureNodeVersion } from "./launcher/node-version.mjs";
import { ensureClient } from "./launcher/prisma-client.mjs";

// npm may die without a signal to this process.
if (process.env.npm_lifecycle_event) await import("./launcher/exit-with-parent.mjs");

const root = path.resolve(import.meta.dirname ?? path.dirname(process.argv[1]), "..");
process.chdir(root);

await ensureNodeVersion(root);
await ensureInstalled(root);
await ensureClient(root);

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
