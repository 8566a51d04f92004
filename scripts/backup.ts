import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { storage } from "../lib/platform/storage/index.ts";
import { findServerFolder, hasCluster } from "../prisma/postgres/server-folder.ts";
import { StartupError } from "../prisma/postgres/startup-error.ts";
import { summary } from "./backup/manifest.ts";
import { saveBackup } from "./backup/save.ts";
import { joinDatabase } from "./launcher/database.ts";
import { readSettings } from "./launcher/settings.ts";

/**
 * `npm run backup -- [folder] [--after <backup>]`: writes database and objects into a new folder.
 */
export async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { after: { type: "string" } },
    strict: false,
    allowPositionals: true,
  });
  const earlier = typeof values.after === "string" ? path.resolve(values.after) : undefined;
  // The folder is missing before the first backup.
  if (earlier && !existsSync(earlier)) console.log(`There is no ${earlier}: all is copied.`);
  const settings = readSettings("development");
  const moment = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const folder = path.resolve(
    positionals[0] ?? path.join(settings.DATA_DIR, "backups", `${moment}Z`),
  );
  // A backup must not create an empty database.
  const home = settings.DATABASE_URL ? null : await findServerFolder(settings.DATA_DIR);
  if (!settings.DATABASE_URL && !(home && hasCluster(home))) {
    throw new StartupError(
      `There is no database in ${settings.DATA_DIR}. Set DATA_DIR or DATABASE_URL to what is to be backed up.`,
    );
  }
  const database = await joinDatabase(settings);
  try {
    const manifest = await saveBackup({
      databaseUrl: database.directUrl,
      store: storage(),
      folder,
      say: console.log,
      earlier,
      began: removeWhenStopped,
    });
    console.log(`${folder} holds ${summary(manifest)}.`);
    const { missing } = manifest.media;
    if (missing > 0) {
      throw new StartupError(
        `${missing} objects that rows name could not be copied; they are named above. Everything else is in the backup.`,
      );
    }
  } finally {
    await database.embedded?.stop();
  }
}

/**
 * An interrupted backup deletes its files: an incomplete one is useless, and it contains secrets.
 */
function removeWhenStopped(draft: string): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      rmSync(draft, { recursive: true, force: true });
      process.exit(130);
    });
  }
}
