import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "../prisma/migrate.ts";
import { ownAddress, publicAddress, startApp, waitUntilReady } from "./launcher/app.ts";
import { ensureBuild } from "./launcher/build.ts";
import { openDatabase } from "./launcher/database.ts";
import { ensureDemoContent } from "./launcher/demo-content.ts";
import { startEngine, usesForeignEngine } from "./launcher/engine.ts";
import { requirePort } from "./launcher/ports.ts";
import { readSecrets, readSettings, type Settings } from "./launcher/settings.ts";
import { printReport } from "./launcher/startup-report.ts";

/**
 * Milliseconds for which a stopping server answers 503 at /api/ready before it accepts no more
 * requests.
 */
const DRAIN_MS = 500;

/** Environment of every process of the app: the settings, and those of the embedded services. */
function appEnvironment(settings: Settings, databaseUrl: string, nextAuthSecret: string) {
  return {
    PORT: String(settings.PORT),
    DATA_DIR: settings.DATA_DIR,
    DATABASE_URL: databaseUrl,
    NEXTAUTH_SECRET: settings.NEXTAUTH_SECRET ?? nextAuthSecret,
    NEXTAUTH_URL: publicAddress(settings),
  };
}

/** `npm start`, and with `--dev` the same with hot reload: starts all services in order. */
export async function main(): Promise<void> {
  const began = Date.now();
  const mode = process.argv.includes("--dev") ? "development" : "production";
  const shutdown = createGracefulShutdown();
  try {
    const settings = readSettings(mode);
    const address = ownAddress(settings.HOST, settings.PORT);
    await requirePort(settings.PORT);
    const secrets = readSecrets(settings.DATA_DIR);
    const database = await openDatabase(settings);
    const { embedded } = database;
    if (embedded) shutdown.add(embedded.stop);
    const applied = await migrate(database.directUrl);
    if (applied.length > 0) console.log(`Migrated the database (${applied.length} steps).`);

    const env = appEnvironment(settings, database.url, secrets.nextAuthSecret);
    let isUp = false;
    const supervised = {
      started: (pid: number) => embedded?.outlive(pid),
      failed: (message: string) => {
        console.error(message);
        // After the start, a failed service does not stop the others: services restart, and the
        // database must continue to run.
        if (!isUp) void shutdown.run(1);
      },
    };
    if (settings.SEED_DEMO) await ensureDemoContent(database.directUrl, env);
    if (mode === "production") await ensureBuild(env);

    const engine = usesForeignEngine(settings)
      ? null
      : await startEngine({
          databaseUrl: database.directUrl,
          secrets,
          appAddress: address,
          slots: settings,
          ...supervised,
        });
    if (engine) shutdown.add(engine.service.stop);
    const appEnv = { ...env, ...engine?.appEnv };
    const app = startApp({
      mode,
      host: settings.HOST,
      port: settings.PORT,
      env: appEnv,
      ...supervised,
    });
    shutdown.add(async () => {
      app.drain();
      await sleep(DRAIN_MS);
      await app.stop();
    });
    if (embedded) {
      const watch = setInterval(() => void embedded.revive(), 2000);
      shutdown.add(async () => clearInterval(watch));
    }
    // In development the first response waits for its code to be compiled.
    const readySeconds = mode === "development" ? 300 : 60;
    await Promise.all([engine?.ready(), waitUntilReady(`${address}/api/ready`, readySeconds)]);
    isUp = true;
    printReport(settings, database, (Date.now() - began) / 1000);
  } catch (error) {
    const { name, message } = error as Error;
    const explained = name === "StartupError" || name === "EnvError";
    console.error(explained ? `\n${message}\n` : error);
    await shutdown.run(1);
  }
  await new Promise(() => {});
}

/**
 * Exits in order on Ctrl-C, SIGTERM and SIGHUP, also during the start. A second Ctrl-C exits at
 * once.
 */
function createGracefulShutdown() {
  const cleanups: (() => Promise<void>)[] = [];
  let running: Promise<never> | undefined;

  async function stopAll(exitCode: number): Promise<never> {
    for (let stop = cleanups.pop(); stop; stop = cleanups.pop()) {
      await stop().catch((error: Error) => console.error(error.message));
    }
    process.exit(exitCode);
  }
  const run = (exitCode: number) => {
    running ??= stopAll(exitCode);
    return running;
  };

  let interrupted = 0;
  process.on("SIGINT", () => {
    // One Ctrl-C may arrive twice: from the terminal and from the parent process.
    if (running && Date.now() - interrupted < 1000) return;
    // The child processes watch this process and exit when it exits.
    if (running) process.exit(130);
    interrupted = Date.now();
    console.log("\nStopping …");
    void run(0);
  });
  process.on("SIGTERM", () => void run(0));
  process.on("SIGHUP", () => void run(0));
  return {
    /** Registers a function that stops something; the last one is called first. */
    add: (stop: () => Promise<void>) => cleanups.push(stop),
    /** Stops everything and exits; later calls have no effect. */
    run,
  };
}
