// Loaded into the app's server process. The launcher says with SIGUSR2 that the server is about to
// stop; from then on /api/ready answers 503, while requests are still served.
if (process.platform !== "win32") {
  process.on("SIGUSR2", () => {
    globalThis.inkwrightDraining = true;
  });
}
