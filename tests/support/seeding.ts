import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { query } from "./database";
import type { StoryPlan } from "./rows/story-rows";

let databaseUrl = "";

interface Seeder {
  child: ChildProcessWithoutNullStreams;
  answers: AsyncIterator<string>;
}
let seeder: Seeder | undefined;

/** A separate process: server-only modules cannot be loaded here. It ends with this one. */
function startSeeder(): Seeder {
  const child = spawn(
    process.execPath,
    [
      "--conditions=react-server",
      path.resolve("scripts", "run.mjs"),
      path.join("tests", "support", "rows", "seed-story.ts"),
    ],
    {
      env: {
        ...process.env,
        DATA_DIR: process.env.BROWSER_TEST_DATA_DIR ?? path.resolve(".data", "browser-tests"),
        // Pictures are stored in the app's data folder.
        ...JSON.parse(process.env.BROWSER_TEST_VENDORS ?? "{}"),
      },
    },
  );
  child.stderr.pipe(process.stderr);
  return { child, answers: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

/**
 * Inserts a story with pictures into the database of the browser tests, one at a time.
 * @returns the story's id
 */
export async function seedStory(plan: StoryPlan): Promise<string> {
  seeder ??= startSeeder();
  // A line separator (U+2028) would end the line.
  const line = JSON.stringify(plan).replaceAll("\u2028", "\\u2028");
  seeder.child.stdin.write(`${line}\n`);
  const { value, done } = await seeder.answers.next();
  if (done) throw new Error("The process that puts stories into the database has ended.");
  const answer = JSON.parse(value);
  if (answer.error) throw new Error(answer.error);
  databaseUrl = answer.databaseUrl;
  return answer.storyId;
}

/**
 * Changes rows directly, for states that the product cannot produce but must handle, or reads
 * rows that no page shows yet.
 */
export const sql = (statement: string, values: unknown[]) => query(databaseUrl, statement, values);

/** The address of the database of the last seeded story. */
export const databaseAddress = (): string => databaseUrl;
