import { freePort } from "../../prisma/postgres/free-port.ts";
import { waitUntilReady } from "./app.ts";
import { startService } from "./service.ts";
import type { Secrets, Settings } from "./settings.ts";

/** Whether the settings name an external Inngest server. */
export const usesForeignEngine = (settings: Settings): boolean =>
  Boolean(settings.INNGEST_EVENT_KEY || settings.INNGEST_DEV);

/** Concurrent calls of other functions: upkeep, mail. */
const OTHER_CALLS = 20;

/** Starts the embedded engine for the app that will listen at `appAddress`. */
export async function startEngine(options: {
  databaseUrl: string;
  secrets: Secrets;
  appAddress: string;
  /** Concurrent calls of the writer and of the painter, for all authors together. */
  slots: { WRITER_CALLS_AT_ONCE: number; PAINTER_CALLS_AT_ONCE: number };
  started: (pid: number) => void;
  failed: (message: string) => void;
}) {
  // Chosen here and not by the engine, so that a restarted engine keeps its address.
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const { engineEventKey, engineSigningKey } = options.secrets;
  const { WRITER_CALLS_AT_ONCE: writer, PAINTER_CALLS_AT_ONCE: painter } = options.slots;
  const service = startService({
    name: "The engine",
    args: ["--conditions=react-server", "--import=tsx", "inngest/engine/main.ts"],
    env: {
      ENGINE_DATABASE_URL: options.databaseUrl,
      ENGINE_PORT: String(port),
      ENGINE_EVENT_KEY: engineEventKey,
      ENGINE_SIGNING_KEY: engineSigningKey,
      // Jobs that wait for a busy provider must not block other functions.
      ENGINE_CONCURRENCY: String(writer + painter + OTHER_CALLS),
      ENGINE_APP_URL: `${options.appAddress}/api/inngest`,
    },
    quiet: (line) => line.startsWith('{"ready":'),
    started: options.started,
    failed: options.failed,
  });
  return {
    service,
    /** Variables that a deployment with its own Inngest server also sets. */
    appEnv: {
      INNGEST_BASE_URL: baseUrl,
      INNGEST_EVENT_KEY: engineEventKey,
      INNGEST_SIGNING_KEY: engineSigningKey,
    },
    ready: () => waitUntilReady(`${baseUrl}/health`, 30),
  };
}
