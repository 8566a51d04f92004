import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { exitWithMessage } from "./exit-with-message.mjs";

/** Inputs of the generated client. */
function fingerprint(root) {
  const hash = createHash("sha256");
  const schema = path.join(root, "prisma", "schema");
  for (const name of readdirSync(schema).sort()) {
    hash.update(name).update(readFileSync(path.join(schema, name)));
  }
  hash.update(readFileSync(path.join(root, "prisma.config.ts")));
  hash.update(readFileSync(path.join(root, "node_modules", "prisma", "package.json")));
  return hash.digest("hex");
}

/**
 * The generator requires the path of a schema engine but never runs it, so any file can replace a
 * missing engine.
 */
function engineOrStandIn(root) {
  const folder = path.join(root, "node_modules", "@prisma", "engines");
  const native = readdirSync(folder).some((name) => name.startsWith("schema-engine-"));
  return native ? {} : { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
}

/** Generates the database client if it is missing or older than the schema. */
export function ensureClient(root) {
  const client = path.join(root, "prisma", "client");
  const stamp = path.join(client, ".fingerprint");
  const expected = fingerprint(root);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === expected) return;
  const cli = path.join(root, "node_modules", "prisma", "build", "index.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "generate"], {
    cwd: root,
    encoding: "utf8",
    env: {
      ...engineOrStandIn(root),
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
