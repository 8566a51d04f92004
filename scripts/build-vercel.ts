import { migrate } from "../prisma/migrate.ts";
import { StartupError } from "../prisma/postgres/startup-error.ts";
import { ensureBuild } from "./launcher/build.ts";

/** Whether a build on Vercel may migrate its database. */
export function shouldMigrate(variables: Record<string, string | undefined>): boolean {
  if (variables.VERCEL_ENV === "production") return true;
  return variables.VERCEL_ENV === "preview" && /^(true|1)$/.test(variables.MIGRATE_PREVIEWS ?? "");
}

/**
 * `npm run build:vercel`: migrates production's database without the pooler, then builds. Previews
 * migrate only their own database, and only if a setting allows it.
 */
export async function main(): Promise<void> {
  if (shouldMigrate(process.env)) {
    const { DIRECT_DATABASE_URL } = process.env;
    if (!DIRECT_DATABASE_URL) {
      throw new StartupError(
        "DIRECT_DATABASE_URL is needed to migrate the database: its address without the pooler.",
      );
    }
    const applied = await migrate(DIRECT_DATABASE_URL);
    console.log(applied.length > 0 ? `Applied ${applied.join(", ")}.` : "The database is current.");
  } else {
    console.log("This build does not migrate a database.");
  }
  await ensureBuild({});
}
