import { setTimeout as sleep } from "node:timers/promises";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
import { freePort } from "./ports.ts";
import type { Secrets } from "./secrets.ts";
import { type Service, startService } from "./service.ts";
import type { Settings } from "./settings.ts";

/** The embedded engine of durable functions, and what the app must know to use it. */
export interface Engine {
  service: Service;
  /** The variables that a deployment with an Inngest server of its own sets as well. */
  appEnv: Record<string, string>;
  ready: () => Promise<void>;
}

/** Whether the settings name an Inngest of somebody else's. */
export const usesForeignEngine = (settings: Settings): boolean =>
  Boolean(settings.INNGEST_EVENT_KEY || settings.INNGEST_DEV);

/** Whether anything listens at an address of HTTP. */
async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(2000) });
    return true;
  } catch {
    return false;
  }
}

/** Calls at once for what is neither written nor painted: upkeep, mail. */
const OTHER_CALLS = 20;

/** Starts the engine beside the app that will serve at `appAddress`. */
export async function startEngine(options: {
  databaseUrl: string;
  secrets: Secrets;
  appAddress: string;
  /** Calls for all authors together, of the writer and of the painter. */
  slots: { WRITER_CALLS_AT_ONCE: number; PAINTER_CALLS_AT_ONCE: number };
  started: (pid: number) => void;
  failed: (message: string) => void;
}): Promise<Engine> {
  // Chosen here and not by the engine, so that one that was started again is where the app looks.
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
      // What a full provider makes wait holds up nothing else.
      ENGINE_CONCURRENCY: String(writer + painter + OTHER_CALLS),
      ENGINE_APP_URL: `${options.appAddress}/api/inngest`,
    },
    quiet: (line) => line.startsWith('{"ready":'),
    started: options.started,
    failed: options.failed,
  });
  return {
    service,
    appEnv: {
      INNGEST_BASE_URL: baseUrl,
      INNGEST_EVENT_KEY: engineEventKey,
      INNGEST_SIGNING_KEY: engineSigningKey,
    },
    ready: async () => {
      for (const giveUp = Date.now() + 30_000; Date.now() < giveUp; await sleep(50)) {
        if (await answers(baseUrl)) return;
      }
      throw new StartupError("The embedded engine did not start within 30 seconds.");
    },
  };
}
