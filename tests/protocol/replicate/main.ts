import { startReplicateStudio } from "./studio-server";

/**
 * The studio as a process of its own, for browser tests and for trying things out:
 * `node --conditions=react-server scripts/run.mjs tests/protocol/replicate/main.ts [port]`, then
 * `REPLICATE_BASE_URL=http://127.0.0.1:<port>/v1 REPLICATE_API_TOKEN=r8_test npm start`.
 */
export async function main(): Promise<void> {
  const port = Number(process.argv[2] ?? 4020);
  const server = await startReplicateStudio({
    port,
    takes: Number(process.env.DEMO_PAINTER_MS || 0),
  });
  console.log(`REPLICATE_BASE_URL=${server.url} REPLICATE_API_TOKEN=r8_test`);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  for (const violation of new Set(server.violations)) console.error(violation);
  await server.close();
}
