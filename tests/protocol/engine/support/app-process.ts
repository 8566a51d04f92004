/**
 * An app in a process of its own, to be killed. It writes down in the database when each step
 * starts and ends, because its memory dies with it.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Inngest } from "inngest";
import { serve } from "inngest/node";
import { Pool } from "pg";

const silent = () => undefined;
const pool = new Pool({ connectionString: process.env.APP_DATABASE_URL, max: 4 });
pool.on("error", silent);

const client = new Inngest({
  id: "app",
  checkpointing: false,
  logger: { info: silent, warn: silent, error: silent, debug: silent },
});

async function recorded<T>(runId: string, step: string, ms: number, result: T): Promise<T> {
  const note = (phase: string) =>
    pool.query("INSERT INTO public.step_log (run_id, step, phase) VALUES ($1, $2, $3)", [
      runId,
      step,
      phase,
    ]);
  await note("start");
  await new Promise((resolve) => setTimeout(resolve, ms));
  await note("end");
  return result;
}

const functions = [
  client.createFunction(
    { id: "three-steps", triggers: { event: "p/three" } },
    async ({ event, runId, step }) => {
      const first = await step.run("first", () => recorded(runId, "first", 10, 1));
      const slow = await step.run("slow", () => recorded(runId, "slow", event.data.ms, first + 1));
      return step.run("last", () => recorded(runId, "last", 10, slow + 1));
    },
  ),
  client.createFunction(
    { id: "once", retries: 0, triggers: { event: "p/once" } },
    async ({ attempt, event, runId, step }) =>
      step.run("only", () => recorded(runId, "only", event.data.ms, `done at attempt ${attempt}`)),
  ),
  client.createFunction(
    { id: "fan", triggers: { event: "p/fan" } },
    async ({ event, runId, step }) => {
      const parts = await Promise.all(
        Array.from({ length: event.data.count as number }, (_, i) =>
          step.run(`part-${i}`, () => recorded(runId, `part-${i}`, event.data.ms, 1)),
        ),
      );
      return parts.length;
    },
  ),
  client.createFunction(
    { id: "bare-fan", triggers: { event: "p/bare-fan" } },
    async ({ event, step }) => {
      await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          step.run(
            `part-${i}`,
            () => new Promise<null>((resolve) => setTimeout(() => resolve(null), event.data.ms)),
          ),
        ),
      );
    },
  ),
  client.createFunction(
    {
      id: "in-turns",
      triggers: { event: "p/turn" },
      concurrency: [
        { key: "event.data.author", limit: 2 },
        { scope: "env", key: '"one"', limit: 2 },
      ],
    },
    async ({ event, runId, step }) =>
      step.run("work", () => recorded(runId, event.data.author, event.data.ms, null)),
  ),
  client.createFunction({ id: "ten", triggers: { event: "p/ten" } }, async ({ step }) => {
    for (let i = 0; i < 10; i++) await step.run("again", () => i);
  }),
];

const handler = serve({ client, functions });
const server = createServer((request, response) => void handler(request, response));
server.listen(Number(process.env.PORT), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ ready: true, port })}\n`);
});
