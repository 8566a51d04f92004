import { applyMigrations } from "./apply-migrations.mjs";
import { StartupError } from "./postgres/startup-error.ts";

/** Applies pending migrations and returns their names. @throws StartupError with the reason */
export const migrate = (url: string, folder?: string): Promise<string[]> =>
  applyMigrations(url, folder).catch((error: Error) => {
    throw new StartupError(`The database could not be migrated: ${error.message}`);
  });
