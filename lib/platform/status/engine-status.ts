import "server-only";
import { db } from "../db";
import { env } from "../env";
import { log } from "../log";
import { storage } from "../storage";

/** The engines of the platform itself. */
export const platformEngines = {
  database: () => "PostgreSQL",
  jobs: () => env().INNGEST_BASE_URL ?? "Inngest",
  storage: () => storage().name,
};

/** Least milliseconds between two records of the same kind. */
const minIntervals = { success: 60_000, failure: 5_000 };
const maxErrorLength = 500;

const holder = globalThis as { inkwrightEngineNotes?: Map<string, number> };

/**
 * Records the state of an engine for all instances. Returns at once and never throws.
 * @param engine the engine behind the port, such as the name of a model
 * @param problem our own sentence, which quotes no vendor; null after a success
 */
export function recordEngineStatus(port: string, engine: string, problem: string | null): void {
  holder.inkwrightEngineNotes ??= new Map();
  const kind = problem === null ? "success" : "failure";
  const key = `${port} ${engine} ${kind}`;
  const last = holder.inkwrightEngineNotes.get(key) ?? Number.NEGATIVE_INFINITY;
  if (performance.now() - last < minIntervals[kind]) return;
  holder.inkwrightEngineNotes.set(key, performance.now());
  void writeEngineStatus(port, engine, problem);
}

/** Like `recordEngineStatus`, but at once and awaited, for an explicit check. */
export async function writeEngineStatus(
  port: string,
  engine: string,
  problem: string | null,
): Promise<void> {
  const words = problem?.slice(0, maxErrorLength) ?? null;
  try {
    await db.$executeRaw`
      INSERT INTO engine_status AS known (port, engine, last_success_at, last_error_at, last_error)
      VALUES (${port}, ${engine.slice(0, 200)},
        CASE WHEN ${words}::text IS NULL THEN now() END,
        CASE WHEN ${words}::text IS NOT NULL THEN now() END, ${words})
      ON CONFLICT (port) DO UPDATE SET
        engine = EXCLUDED.engine,
        since = CASE WHEN known.engine = EXCLUDED.engine THEN known.since ELSE now() END,
        last_success_at = CASE WHEN known.engine = EXCLUDED.engine
          THEN coalesce(EXCLUDED.last_success_at, known.last_success_at)
          ELSE EXCLUDED.last_success_at END,
        last_error_at = CASE WHEN known.engine = EXCLUDED.engine
          THEN coalesce(EXCLUDED.last_error_at, known.last_error_at)
          ELSE EXCLUDED.last_error_at END,
        last_error = CASE WHEN known.engine = EXCLUDED.engine
          THEN coalesce(EXCLUDED.last_error, known.last_error)
          ELSE EXCLUDED.last_error END`;
  } catch (error) {
    log.debug({ err: error, port }, "an engine status could not be recorded");
  }
}
