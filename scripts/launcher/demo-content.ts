import { existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withConnection } from "../../prisma/postgres/connection.ts";
import { runNode } from "./run-node.ts";
import { childEnvironment } from "./service.ts";

const ANY_USER = "SELECT FROM user_account LIMIT 1";

/**
 * Adds the demo content to a database without users, and continues where an earlier start was
 * interrupted. The product works without it, so a failure is reported and not fatal.
 */
export async function ensureDemoContent(
  databaseUrl: string,
  env: { DATA_DIR: string } & Record<string, string>,
): Promise<void> {
  const unfinished = path.join(env.DATA_DIR, "demo-content-unfinished");
  const users = () => withConnection(databaseUrl, (client) => client.query(ANY_USER));
  if (!existsSync(unfinished) && (await users()).rowCount) return;
  console.log("Adding demo content …");
  writeFileSync(unfinished, "");
  const { ok } = await runNode(
    ["--conditions=react-server", "scripts/run.mjs", "scripts/seed.ts"],
    { env: childEnvironment(env), show: true },
  );
  if (ok) rmSync(unfinished, { force: true });
  else console.error("The demo content is not complete; the next start tries again.");
}
