import { createInterface } from "node:readline";
import { findRunningDatabase } from "../../../prisma/embedded-postgres.ts";
import type { StoryPlan } from "./story-rows.ts";

/**
 * `node --conditions=react-server scripts/run.mjs tests/support/rows/seed-story.ts`: adds stories to the
 * database that runs in DATA_DIR. Reads a plan as JSON per line; writes its story's id and the database's
 * address, or the error. Ends with its input.
 */
export async function main(): Promise<void> {
  const url = await findRunningDatabase(process.env.DATA_DIR ?? "");
  if (!url) throw new Error(`No database runs in ${process.env.DATA_DIR}.`);
  Object.assign(process.env, { DATABASE_URL: url, LOG_LEVEL: "silent" });
  const { seedStory } = await import("./story-rows.ts");
  for await (const line of createInterface({ input: process.stdin })) {
    const answer = await seedStory(JSON.parse(line) as StoryPlan).then(
      (storyId) => ({ storyId, databaseUrl: url }),
      (error: Error) => ({ error: error.message }),
    );
    console.log(JSON.stringify(answer));
  }
}
