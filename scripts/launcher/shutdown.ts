/** What has been started, ended again in the opposite order. */
interface Shutdown {
  /** Adds how something is stopped. */
  add: (stop: () => Promise<void>) => void;
  /** Stops everything and ends the process; later calls change nothing. */
  run: (exitCode: number) => Promise<never>;
}

/**
 * Ends the process in order on Ctrl-C, SIGTERM and SIGHUP, also while it is still starting.
 * A second Ctrl-C does not wait any longer.
 */
export function createGracefulShutdown(): Shutdown {
  const cleanups: (() => Promise<void>)[] = [];
  let running: Promise<never> | undefined;

  async function stopAll(exitCode: number): Promise<never> {
    for (;;) {
      const stop = cleanups.pop();
      if (!stop) break;
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
    // One Ctrl-C may arrive twice: from the terminal and from the process above us.
    if (running && Date.now() - interrupted < 1000) return;
    // The processes we started watch us and end by themselves.
    if (running) process.exit(130);
    interrupted = Date.now();
    console.log("\nStopping …");
    void run(0);
  });
  process.on("SIGTERM", () => void run(0));
  process.on("SIGHUP", () => void run(0));
  return { add: (stop) => cleanups.push(stop), run };
}
