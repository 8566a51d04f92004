import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isUnused } from "./database.ts";
import { childEnvironment } from "./service.ts";
import { ROOT } from "./settings.ts";

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
  const { status } = spawnSync(
    process.execPath,
    ["--conditions=react-server", path.join(ROOT, "scripts", "run.mjs"), "scripts/seed.ts"],
    { cwd: ROOT, env: childEnvironment(env), stdio: "inherit" },
  );
  if (status === 0) rmSync(unfinished, { force: true });
  else console.error("The demo content is not complete; the next start tries again.");
}
