/**
 * Exits in order on Ctrl-C, SIGTERM and SIGHUP, also during the start. A second Ctrl-C exits at
 * once.
 */
export function createGracefulShutdown() {
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
