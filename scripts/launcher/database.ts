import { poolerAdvice } from "../../lib/platform/status/pooler.ts";
import {
  type EmbeddedPostgres,
  findRunningDatabase,
  startEmbeddedPostgres,
} from "../../prisma/embedded-postgres.ts";
import { withConnection } from "../../prisma/postgres/connection.ts";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
import type { Settings } from "./settings.ts";

/** The database of a start: the server in DATABASE_URL, or an embedded one. */
export interface Database {
  /** For the app: may go through a pooler. */
  url: string;
  /** For migrations and the engine: a direct connection. */
  directUrl: string;
  embedded: EmbeddedPostgres | null;
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no host of that name",
  EAI_AGAIN: "there is no host of that name",
  ETIMEDOUT: "no answer came",
  "28P01": "the password is wrong",
  "28000": "the server refuses this user",
  "3D000": "the server has no database of that name",
};

/** Host and database of a connection string, without its user and password. */
function publicName(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/**
 * Throws a StartupError that explains why the database server is unusable.
 * @param isDirect whether the app itself uses this URL: it then sends timeouts, which poolers may
 * reject
 */
export async function checkDatabase(
  variable: string,
  url: string,
  isDirect = false,
): Promise<void> {
  const options = isDirect ? { statement_timeout: 5_000 } : {};
  try {
    await withConnection(url, async () => {}, { connectionTimeoutMillis: 8_000, ...options });
  } catch (error) {
    const advice = poolerAdvice(error);
    if (advice) throw new StartupError(advice);
    const { code, message } = error as Error & { code?: string };
    const reason = REASONS[code ?? ""] ?? (/timeout/i.test(message) ? "no answer came" : message);
    throw new StartupError(
      `${variable} (${publicName(url)}) cannot be used: ${reason}. Correct it or start that server; without ${variable} a PostgreSQL of our own is started.`,
    );
  }
}

/** Opens the database of the settings. */
export async function openDatabase(settings: Settings): Promise<Database> {
  if (!settings.DATABASE_URL) {
    const embedded = await startEmbeddedPostgres({ dataDir: settings.DATA_DIR });
    return { url: embedded.url, directUrl: embedded.url, embedded };
  }
  const url = settings.DATABASE_URL;
  const directUrl = settings.DIRECT_DATABASE_URL ?? url;
  await checkDatabase("DATABASE_URL", url, directUrl === url);
  if (directUrl !== url) await checkDatabase("DIRECT_DATABASE_URL", directUrl);
  return { url, directUrl, embedded: null };
}

/** The database of the running start, or else one opened only for this command. */
export async function joinDatabase(
  settings: Settings,
): Promise<Database & { isRunningAlready: boolean }> {
  const running = settings.DATABASE_URL ? null : await findRunningDatabase(settings.DATA_DIR);
  return running
    ? { url: running, directUrl: running, embedded: null, isRunningAlready: true }
    : { ...(await openDatabase(settings)), isRunningAlready: false };
}
