/**
 * The engine as a process of its own: `node --import tsx inngest/engine/main.ts`. Prints one line
 * `{"ready":true,"port":N}` to stdout when it accepts requests; README.md lists the settings.
 */
import { startEngine } from "./engine";
import { optionsFromEnvironment } from "./options";

const fail = (sentence: string) => (error: Error) => {
  process.stderr.write(`${sentence}: ${error.message}\n`);
  process.exit(1);
};

async function main(): Promise<void> {
  const engine = await startEngine(optionsFromEnvironment(process.env));
  process.stdout.write(`${JSON.stringify({ ready: true, port: engine.port })}\n`);
  const stop = () =>
    engine.stop().then(() => process.exit(0), fail("The engine did not stop cleanly"));
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

main().catch(fail("The engine could not start"));
