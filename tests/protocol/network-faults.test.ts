import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOpenAiWriter } from "@/lib/ai/openai/writer";
import { answerSchemas } from "@/lib/generation/text/writer-tasks";
import { createS3Storage } from "@/lib/platform/storage/s3";
import { type Fault, type FaultProxy, startFaultProxy } from "../support/fault-proxy";
import { startOpenAiServer } from "./openai/server";
import { startReplicateServer } from "./replicate/server";
import { painterAt, request as picture, token } from "./replicate/support";
import { bucket, keys, startS3Server } from "./storage/s3-server";

interface Service {
  /** Asks once for something small, through the proxy. */
  ask: () => Promise<unknown>;
  /** The code of the error where there is no answer. */
  code: string;
  /** How often the service was asked for what costs money. */
  paid: () => number;
  close: () => Promise<void>;
}

/** A service of our own behind a proxy that becomes a broken network, and our adapter before it. */
type Start = (through: (url: string) => Promise<string>) => Promise<Service>;

const services: Record<string, Start> = {
  async "the store"(through) {
    const server = await startS3Server();
    const store = createS3Storage({
      bucket,
      region: "eu-test-1",
      forcePathStyle: true,
      credentials: keys,
      endpoint: await through(server.url),
      timeouts: { answer: 1_000, piece: 1_000 },
    });
    const key = `${"a".repeat(64)}.webp`;
    const bytes = Buffer.from("0123456789");
    return {
      async ask() {
        await store.put(key, { bytes, mediaType: "image/webp" });
        expect(Buffer.from((await store.get(key))?.bytes ?? [])).toEqual(bytes);
      },
      code: "unavailable",
      paid: () => 0,
      close: () => server.close(),
    };
  },
  async "a writer"(through) {
    const text = JSON.stringify({ title: "The door in the sea" });
    const server = await startOpenAiServer({ key: "sk-test", answers: { chat: () => ({ text }) } });
    const writer = createOpenAiWriter({
      apiKey: "sk-test",
      model: "test-model",
      baseUrl: await through(server.url),
      limits: { firstChunk: 2_000, idle: 2_000, total: 4_000 },
    });
    return {
      async ask() {
        let answer = "";
        const task = { task: "title", schema: answerSchemas.title };
        for await (const part of writer.write({ ...task, system: "Answer.", prompt: "A title." }))
          answer += part;
        expect(answer).toBe(text);
      },
      code: "ai_unavailable",
      paid: () => server.calls.length,
      close: () => server.close(),
    };
  },
  async "a painter"(through) {
    const server = await startReplicateServer({ token, takes: 5 });
    const baseUrl = await through(server.url);
    server.standBehind(baseUrl);
    return {
      async ask() {
        const { bytes } = await painterAt(server, { baseUrl, timeoutMs: 2_000 }).make(picture);
        expect(bytes.byteLength).toBeGreaterThan(0);
      },
      code: "ai_unavailable",
      paid: () => server.calls.filter(({ kind }) => kind === "create").length,
      close: () => server.close(),
    };
  },
};

const faults: [name: string, fault: Fault][] = [
  ["is cut with resets", { kind: "reset" }],
  ["is ended on one side", { kind: "half-close" }],
  ["takes everything and answers nothing", { kind: "black-hole" }],
];

describe.each(Object.entries(services))("R4 R11 a network before %s", (_, start) => {
  let service: Service;
  let proxy: FaultProxy;
  beforeAll(async () => {
    service = await start(async (url) => {
      const { hostname: host, port } = new URL(url);
      proxy = await startFaultProxy({ host, port: Number(port) });
      return url.replace(`:${port}`, `:${proxy.port}`);
    });
  });
  afterAll(async () => {
    await proxy.stop();
    await service.close();
  });

  it("only takes longer where it is slow", async () => {
    proxy.become({ kind: "latency", ms: 40 });
    await service.ask();
    proxy.become({ kind: "none" });
  });

  it.each(faults)(
    "that %s is told in seconds, costs nothing, and is forgotten once it works",
    async (_, fault) => {
      await service.ask();
      const before = service.paid();
      proxy.become(fault);
      const begun = performance.now();
      await expect(service.ask()).rejects.toMatchObject({ code: service.code });
      expect(performance.now() - begun).toBeLessThan(10_000);
      expect(service.paid()).toBe(before);
      proxy.become({ kind: "none" });
      await service.ask();
    },
  );
});
