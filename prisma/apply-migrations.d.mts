/** One folder of prisma/migrations; the checksum has the form that Prisma writes to `_prisma_migrations`. */
export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Key of the advisory lock that a migrating process holds. */
export const LOCK: number;
/** SQL that creates the table of records where it is missing. */
export const RECORDS: string;
export function readMigrations(folder?: string): Migration[];
export function applyMigrations(connectionString: string, folder?: string): Promise<string[]>;
