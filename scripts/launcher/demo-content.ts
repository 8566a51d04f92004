import { existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isUnused } from "./database.ts";
import { runNode } from "./run-node.ts";
import { childEnvironment } from "./service.ts";

/**
 * Adds the demo content to a database without users, and continues where an earlier start was
 * interrupted. The product works without it, so a failure is reported and not fatal.
 */
export async function ensureDemoContent(
  databaseUrl: string,
  env: { DATA_DIR: string } & Record<string, string>,
): Promise<void> {
  const unfinished = path.join(env.DATA_DIR, "demo-content-unfinished");
  if (!existsSync(unfinished) && !(await isUnused(databaseUrl))) return;
  console.log("Adding demo content …");
  writeFileSync(unfinished, "");
  const { ok } = await runNode(
    ["--conditions=react-server", "scripts/run.mjs", "scripts/seed.ts"],
    { env: childEnvironment(env), show: true },
  );
  if (ok) rmSync(unfinished, { force: true });
  else console.error("The demo content is not complete; the next start tries again.");
}
