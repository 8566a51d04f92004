import { startOpenAiStudio } from "./studio-server";

/**
 * The studio as a process of its own, for browser tests and for trying things out:
 * `node --conditions=react-server scripts/run.mjs tests/protocol/openai/main.ts [port]`, then
 * `OPENAI_BASE_URL=http://127.0.0.1:<port>/v1 OPENAI_MODEL=studio npm start`.
 */
export async function main(): Promise<void> {
  const port = Number(process.argv[2] ?? 4010);
  const writerMs = Number(process.env.DEMO_WRITER_MS || 400);
  const painterMs = Number(process.env.DEMO_PAINTER_MS || 0);
  const server = await startOpenAiStudio({ port, writerMs, painterMs });
  console.log(`OPENAI_BASE_URL=${server.url} OPENAI_MODEL=studio`);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  for (const violation of new Set(server.violations)) console.error(violation);
  await server.close();
}
