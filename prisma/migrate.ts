import { applyMigrations } from "./apply-migrations.mjs";
import { StartupError } from "./postgres/startup-error.ts";

/** The names of the migrations that the database lacked. @throws StartupError that says why not */
export const migrate = (url: string, folder?: string): Promise<string[]> =>
  applyMigrations(url, folder).catch((error: Error) => {
    throw new StartupError(`The database could not be migrated: ${error.message}`);
  });
