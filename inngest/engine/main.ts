/**
 * The engine as a process of its own: `node --import tsx inngest/engine/main.ts`. Prints one line
 * `{"ready":true,"port":N}` to stdout when it accepts requests; README.md lists the settings.
 */
import { startEngine } from "./engine";
import { reasonOf } from "./log";
import { optionsFromEnvironment } from "./options";

async function main(): Promise<void> {
  const engine = await startEngine(optionsFromEnvironment(process.env));
  process.stdout.write(`${JSON.stringify({ ready: true, port: engine.port })}\n`);
  const stop = () => {
    engine.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The engine did not stop cleanly: ${reasonOf(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`The engine could not start: ${reasonOf(error)}\n`);
  process.exit(1);
});
