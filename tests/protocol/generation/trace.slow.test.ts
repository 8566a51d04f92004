import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { getSceneProgress } from "@/lib/generation/queries";
import { db } from "@/lib/platform/db";
import { runInTrace } from "@/lib/platform/trace";
import { generateScene } from "../../integration/generation/start";
import { authorWithStory, scriptOf } from "../../integration/generation/support";
import { startOpenAiServer } from "../openai/server";
import { startReplicateServer } from "../replicate/server";
import { GenerationHarness } from "./harness";
import { startCollector } from "./trace-collector";

describe("the id of a request", () => {
  it("reaches each provider call through the engine, the ledger and the traces", async () => {
    const collector = await startCollector();
    const openAi = await startOpenAiServer({
      key: "sk-test",
      answers: { chat: () => ({ text: scriptOf(2, { newLocations: [] }) }) },
    });
    const replicate = await startReplicateServer();
    const workshop = await GenerationHarness.open({
      writerMs: 0,
      painterMs: 0,
      variables: {
        OPENAI_API_KEY: "sk-test",
        OPENAI_BASE_URL: openAi.url,
        OPENAI_MODEL: "test-model",
        REPLICATE_API_TOKEN: "r8_test",
        REPLICATE_BASE_URL: replicate.url,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_BSP_SCHEDULE_DELAY: "100",
      },
    });
    try {
      const { author, story } = await authorWithStory();
      const asked = { storyId: story.id, prompt: "Mara at the pier", maxPanels: 2 };
      const id = randomUUID();
      const { scene } = await runInTrace(id, () => generateScene(author.viewer, asked, null));
      const look = () => getSceneProgress(author.viewer, scene._id);
      await expect.poll(async () => (await look()).isComplete, { timeout: 40_000 }).toBe(true);
      await expect.poll(() => workshop.openRuns("%"), { timeout: 20_000 }).toBe(0);

      const orders = replicate.calls.filter(({ kind }) => kind === "create");
      const calls = [...openAi.calls, ...orders];
      expect(openAi.calls.map(({ kind }) => kind)).toContain("chat");
      expect(orders.length).toBeGreaterThanOrEqual(2);
      expect(calls.map(({ headers }) => headers["x-client-request-id"])).toEqual(
        Array(calls.length).fill(id),
      );
      const rows = await db.providerCall.findMany({ where: { storyId: story.id } });
      expect(rows.length).toBeGreaterThanOrEqual(3);
      expect(rows.map(({ traceId }) => traceId)).toEqual(Array(rows.length).fill(id));

      const trace = id.replaceAll("-", "");
      const ours = () => collector.spans.filter(({ traceId }) => traceId === trace);
      const names = () => [...new Set(ours().map(({ name }) => name))];
      await expect
        .poll(names, { timeout: 10_000 })
        .toEqual(expect.arrayContaining(["write-scene write", "paint-panel paint", "POST"]));
      // The span of a provider call is a child of its step, and carries the same trace.
      const steps = ours().filter(({ name }) => name === "write-scene write");
      const posts = ours().filter(({ name }) => name === "POST");
      expect(posts.map(({ parentSpanId }) => parentSpanId)).toContain(steps[0]?.spanId);
      expect(calls.every(({ headers }) => String(headers.traceparent).includes(trace))).toBe(true);
      // The engine's key is a part of the address that events are sent to.
      expect(JSON.stringify(collector.spans)).not.toContain("test-event-key");
      // No word of what people write is in there.
      expect(JSON.stringify(collector.spans)).not.toContain("Mara");
    } finally {
      await workshop.close();
      await Promise.all([openAi.close(), replicate.close(), collector.close()]);
    }
  });
});
