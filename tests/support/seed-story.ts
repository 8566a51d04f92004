import { findRunningDatabase } from "../../prisma/embedded-postgres.ts";
import type { StoryPlan } from "./story-rows.ts";

/**
 * `node --conditions=react-server scripts/run.mjs tests/support/seed-story.ts <plan as JSON>`: adds a
 * story to the database that runs in DATA_DIR and prints its id and the database's address.
 */
export async function main(): Promise<void> {
  const plan = JSON.parse(process.argv[2] ?? "{}") as StoryPlan;
  const url = await findRunningDatabase(process.env.DATA_DIR ?? "");
  if (!url) throw new Error(`No database runs in ${process.env.DATA_DIR}.`);
  Object.assign(process.env, { DATABASE_URL: url, LOG_LEVEL: "silent" });
  const { seedStory } = await import("./story-rows.ts");
  console.log(JSON.stringify({ storyId: await seedStory(plan), databaseUrl: url }));
}
