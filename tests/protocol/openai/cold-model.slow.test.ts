import { expect, it } from "vitest";
import { createOpenAiWriter } from "@/lib/ai/openai/writer";
import { answerSchemas } from "@/lib/generation/text/writer-tasks";
import { startOpenAiServer } from "./server";

it("a model that is silent for 75 s and then writes 3 tokens a second is waited for", async () => {
  const improvedText = "A keeper finds a lamp in the sea. ".repeat(9).trim();
  const text = JSON.stringify({ improvedText });
  const server = await startOpenAiServer({
    answers: { chat: () => ({ text, silent: 75_000, takes: (text.length / 12) * 1_000 }) },
  });
  const writer = createOpenAiWriter({ baseUrl: server.url, model: "test-model" });
  const request = { task: "improve", system: "Improve it.", prompt: "a keeper finds a lamp" };
  const start = performance.now();
  let read = "";
  for await (const chunk of writer.write({ ...request, schema: answerSchemas.improve })) {
    read += chunk;
  }
  expect(read).toBe(text);
  expect(performance.now() - start).toBeGreaterThan(95_000);
  await server.close();
}, 180_000);
