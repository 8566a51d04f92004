import { setTimeout as pause } from "node:timers/promises";
import { translateDatabaseError } from "../lib/platform/db.ts";
import { AppError } from "../lib/platform/errors.ts";
import { seed } from "../prisma/seed.ts";
import { DATABASE_BUSY } from "./launcher/demo-content.ts";

/** Milliseconds before each retry while the database is too busy to answer. */
const pauses = [2_000, 5_000, 15_000, 30_000];

const isBusy = (error: unknown) =>
  (error instanceof AppError ? error : translateDatabaseError(error))?.code === "unavailable";

/** Adds the demo content; the launcher runs it once, on a database without users. */
export async function main(
  work: () => Promise<void> = seed,
  waits: readonly number[] = pauses,
): Promise<void> {
  for (const wait of [...waits, null]) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (wait !== null) await pause(wait);
    }
  }
  process.exitCode = DATABASE_BUSY;
}
