import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import type { StoryPlan } from "./story-rows";

const run = promisify(execFile);
let databaseUrl = "";

/**
 * Puts a story with pictures into the database of the browser tests. In a process of its own: what
 * belongs to the server cannot be loaded here. @returns the story's id
 */
export async function seedStory(plan: StoryPlan): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    [
      "--conditions=react-server",
      path.resolve("scripts", "run.mjs"),
      "tests/support/seed-story.ts",
      JSON.stringify(plan),
    ],
    {
      env: {
        ...process.env,
        DATA_DIR: process.env.BROWSER_TEST_DATA_DIR ?? path.resolve(".data", "browser-tests"),
      },
    },
  );
  const answer = JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
  databaseUrl = answer.databaseUrl;
  return answer.storyId;
}

/** Changes rows as nothing of the product would, for states that must be met all the same. */
export async function sql(statement: string, values: unknown[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statement, values).finally(() => client.end());
}

/** Of the database that the last story was put into. */
export const databaseAddress = (): string => databaseUrl;
