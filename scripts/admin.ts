import { parseArgs } from "node:util";
import { findRunningDatabase } from "../prisma/embedded-postgres.ts";
import { migrate } from "../prisma/migrate.ts";
import { StartupError } from "../prisma/postgres/startup-error.ts";
import { openDatabase } from "./launcher/database.ts";
import { readSettings, type Settings } from "./launcher/settings.ts";

/** The database of the start that runs now, or else one opened for this command alone. */
async function connectDatabase(settings: Settings): Promise<() => Promise<void>> {
  const running = settings.DATABASE_URL ? null : await findRunningDatabase(settings.DATA_DIR);
  if (running) {
    process.env.DATABASE_URL = running;
    return async () => {};
  }
  const database = await openDatabase(settings);
  await migrate(database.directUrl);
  process.env.DATABASE_URL = database.url;
  return async () => database.embedded?.stop();
}

/** `npm run admin -- --email x [--password y]`: creates or promotes the administrator. */
export async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { email: { type: "string" }, password: { type: "string" } },
    strict: false,
  });
  if (typeof values.email !== "string") {
    throw new StartupError(
      "Say whose account it is: npm run admin -- --email you@example.com [--password …]",
    );
  }
  const password = typeof values.password === "string" ? values.password : undefined;
  const settings = readSettings("development");
  const close = await connectDatabase(settings);
  try {
    // Only now: it reads the environment when it is loaded.
    const { ensureAdministrator } = await import("../lib/accounts/administrator-service.ts");
    const report = await ensureAdministrator({ email: values.email, password });
    const done = report.created ? "was created and is" : "is";
    console.log(`${report.email} (${report.username}) ${done} the administrator.`);
    if (report.generatedPassword) {
      console.log(`Password (shown this once): ${report.generatedPassword}`);
    }
  } catch (error) {
    const { name, message } = error as Error;
    throw name === "AppError" ? new StartupError(message) : error;
  } finally {
    await close();
  }
}
