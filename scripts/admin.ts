import { parseArgs } from "node:util";
import { migrate } from "../prisma/migrate.ts";
import { StartupError } from "../prisma/postgres/startup-error.ts";
import { joinDatabase } from "./launcher/database.ts";
import { readSettings } from "./launcher/settings.ts";

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
  const database = await joinDatabase(settings);
  try {
    if (!database.isRunningAlready) await migrate(database.directUrl);
    process.env.DATABASE_URL = database.url;
    // Imported here, because the module reads the environment when it is loaded.
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
    await database.embedded?.stop();
  }
}
