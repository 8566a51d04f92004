import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { POST as postWebhook } from "@/app/api/webhooks/replicate/route";
import { db } from "@/lib/platform/db";
import {
  jobOf,
  panelWithPicture,
  takes,
  target,
} from "../../integration/generation/picture/take-requests";
import { makeAuthor } from "../../integration/generation/support";
import { GenerationHarness } from "../generation/harness";
import { type ReplicateServer, startReplicateServer, type TestPrediction } from "./server";
import { token } from "./support";

const variables = vi.hoisted(() => {
  const key = Buffer.from("only for this test").toString("base64");
  const set = { REPLICATE_API_TOKEN: "r8_test", REPLICATE_WEBHOOK_SECRET: `whsec_${key}` };
  Object.assign(process.env, set);
  return set;
});

let server: ReplicateServer;
let workshop: GenerationHarness;
beforeEach(async () => {
  const webhookSecret = variables.REPLICATE_WEBHOOK_SECRET;
  server = await startReplicateServer({ token, webhookSecret });
  workshop = await GenerationHarness.open({
    writerMs: 0,
    painterMs: 0,
    variables: {
      ...variables,
      REPLICATE_BASE_URL: server.url,
      APP_URL: "https://comics.example",
    },
  });
});
afterEach(async () => {
  await workshop.close();
  await server.close();
});

const soon = { timeout: 40_000, interval: 50 };
const predictionCreated = (count: number) =>
  expect.poll(() => server.predictions.length, soon).toBe(count);

it("R3 S21 two pictures whose process is killed, one before it knew its prediction, cost one creation each", async () => {
  const author = await makeAuthor();
  const place = await panelWithPicture(author);
  const ask = (prompt: string) => jobOf(author, "generate-image", { ...target(place), prompt });
  server.end("never", "never");
  server.next("create", { hang: true });
  const unheard = await ask("The harbour at night");
  await predictionCreated(1);
  const waiting = await ask("The lighthouse in the morning");
  await predictionCreated(2);
  const waits = () => db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM inngest_engine.wait WHERE kind <> 'cancel'`;
  await expect.poll(waits, soon).toEqual([{ count: 1 }]);
  await workshop.kill();

  // Both are done meanwhile; of one of them we are told.
  const [first, second] = server.predictions as [TestPrediction, TestPrediction];
  await server.finish(first);
  await server.finish(second);
  const request = new Request("https://comics.example/api/webhooks/replicate", {
    method: "POST",
    ...server.webhookOf(second),
  });
  expect((await postWebhook(request, { params: Promise.resolve({}) })).status).toBe(204);
  await workshop.start();

  const done = { where: { id: { in: [unheard, waiting] }, status: "completed" as const } };
  await expect.poll(() => db.job.count(done), soon).toBe(2);
  const jobs = await db.job.findMany({ where: { id: { in: [unheard, waiting] } } });
  expect(jobs.map(({ attempts }) => attempts)).toEqual([1, 1]);
  expect(server.calls.filter(({ kind }) => kind === "create")).toHaveLength(2);
  expect(server.predictions).toHaveLength(2);
  expect(server.violations).toEqual([]);
  expect(await takes(author, place)).toHaveLength(3);
  // It was the webhook that woke the one that waited, not the end of its patience.
  const told = await db.$queryRaw<{ state: string }[]>`
    SELECT state::text FROM inngest_engine.step WHERE op = 'WaitForEvent'`;
  expect(told).toEqual([{ state: expect.stringContaining("prediction/ended") }]);
  expect(await db.providerCall.count({ where: { jobId: { in: [unheard, waiting] } } })).toBe(2);
});
