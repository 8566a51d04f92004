import { parseArgs } from "node:util";
import { storage } from "../lib/platform/storage/index.ts";
import { StartupError } from "../prisma/postgres/startup-error.ts";
import { checkBackup, loadBackup } from "./backup/load.ts";
import { summary } from "./backup/manifest.ts";
import { openDatabase } from "./launcher/database.ts";
import { readSettings } from "./launcher/settings.ts";

/**
 * `npm run restore -- <backup> [--replace]`: restores a backup into an empty database and store.
 */
export async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { replace: { type: "boolean" } },
    strict: false,
    allowPositionals: true,
  });
  const [given] = positionals;
  if (!given) {
    throw new StartupError("Say which backup: npm run restore -- <its folder> [--replace]");
  }
  const settings = readSettings("development");
  console.log("Checking the backup …");
  const backup = await checkBackup(given);
  const database = await openDatabase(settings);
  try {
    const applied = await loadBackup(backup, {
      databaseUrl: database.directUrl,
      store: storage(),
      replace: values.replace === true,
      say: console.log,
    });
    console.log(`Restored ${summary(backup.manifest)}, as of ${backup.manifest.createdAt}.`);
    if (applied.length > 0) console.log(`Migrated the database (${applied.length} steps).`);
    const { missing } = backup.manifest.media;
    if (missing > 0) {
      console.log(`${missing} objects were missing already when the backup was made.`);
    }
  } finally {
    await database.embedded?.stop();
  }
}
