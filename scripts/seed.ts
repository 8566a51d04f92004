import { setTimeout as pause } from "node:timers/promises";
import { translateDatabaseError } from "../lib/platform/db.ts";
import { AppError } from "../lib/platform/errors.ts";
import { StartupError } from "../prisma/postgres/startup-error.ts";
import { seed } from "../prisma/seed.ts";

const isBusy = (error: unknown) =>
  (error instanceof AppError ? error : translateDatabaseError(error))?.code === "unavailable";

/**
 * Adds the demo content; the launcher runs it once, on a database without users.
 * @param waits milliseconds before each retry while the database is too busy to answer
 */
export async function main(work = seed, waits = [2_000, 5_000, 15_000, 30_000]): Promise<void> {
  for (const wait of [...waits, null]) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (wait === null) throw new StartupError("The database is too busy for the demo content.");
      await pause(wait);
    }
  }
}
