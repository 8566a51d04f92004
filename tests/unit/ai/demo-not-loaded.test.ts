import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";

const loaded = vi.hoisted(() => vi.fn());
vi.mock("@/lib/demo-studio", () => {
  loaded();
  return { createDemoWriter: () => ({ write: async function* () {} }) };
});

const holder = globalThis as { inkwrightProviders?: unknown };
const { signal } = new AbortController();
const gone = AbortSignal.abort();
const request = { task: "title", system: "", prompt: "A title", schema: z.object({}) };
const order = {
  kind: "free" as const,
  prompt: "A lamp",
  artStyle: "",
  width: 64,
  height: 64,
  seed: "",
  figures: [],
  model: "seedream-4",
  attemptId: "a",
  signal: gone,
};

beforeEach(() => {
  vi.resetModules();
  loaded.mockClear();
  holder.inkwrightProviders = undefined;
});
afterEach(() => {
  vi.unstubAllEnvs();
  holder.inkwrightProviders = undefined;
});

async function read(chunks: AsyncIterable<string>) {
  for await (const _ of chunks);
}

it("is never loaded where keys are set, for any request", async () => {
  vi.stubEnv("OPENAI_API_KEY", "sk-test");
  vi.stubEnv("REPLICATE_API_TOKEN", "r8-test");
  vi.stubEnv("REPLICATE_BASE_URL", "http://127.0.0.1:1/v1");
  const { animator, painter, writer } = await import("@/lib/ai");
  expect([writer(), painter(), animator()].map(({ demo }) => demo)).toEqual([false, false, false]);
  const image = { bytes: new Uint8Array(1), mediaType: "image/png" };
  await expect(read(writer().write({ ...request, signal: gone }))).rejects.toThrow();
  const video = { image, prompt: "", seed: "", attemptId: "a" };
  await expect(painter().deferred?.create(order)).rejects.toThrow();
  await expect(animator().deferred?.create(video)).rejects.toThrow();
  expect(loaded).not.toHaveBeenCalled();
});

it("is loaded by the first request where no key is set", async () => {
  vi.stubEnv("OPENAI_API_KEY", "");
  vi.stubEnv("REPLICATE_API_TOKEN", "");
  const { writer } = await import("@/lib/ai");
  expect(writer().demo).toBe(true);
  expect(loaded).not.toHaveBeenCalled();
  await read(writer().write({ ...request, signal }));
  expect(loaded).toHaveBeenCalledOnce();
});
