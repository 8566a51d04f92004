import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOpenAiWriter } from "@/lib/ai/openai/writer";
import { clearRetired, isRetired } from "@/lib/ai/retired-models";
import type { ProviderUsage } from "@/lib/ai/usage";
import { isPermanent } from "@/lib/generation/jobs/job-service";
import { answerSchemas } from "@/lib/generation/text/writer-tasks";
import { AppError } from "@/lib/platform/errors";
import { type OpenAiServer, startOpenAiServer } from "./server";

const key = "sk-a-secret-of-the-tests";
const answer = JSON.stringify({ title: "The door in the sea" });
let server: OpenAiServer;
let usages: ProviderUsage[];

beforeEach(() => {
  usages = [];
});
afterEach(async () => {
  clearRetired();
  await server.close();
});

const open = async (options: Parameters<typeof startOpenAiServer>[0] = {}) => {
  server = await startOpenAiServer({
    key,
    answers: { chat: () => ({ text: answer }) },
    ...options,
  });
  return writerOf();
};

const writerOf = (apiKey: string | null = key, model = "test-model", limits = {}) =>
  createOpenAiWriter({ apiKey: apiKey ?? undefined, baseUrl: server.url, model, limits });

const hasty = () => writerOf(key, "test-model", { firstChunk: 150, idle: 100, total: 300 });

type Request = Parameters<ReturnType<typeof writerOf>["write"]>[0];

const request = (more: Partial<Request> = {}): Request => ({
  task: "title",
  system: "Answer with one JSON document.",
  prompt: "A secret prompt of an author.",
  schema: answerSchemas.title,
  onUsage: (usage) => usages.push(usage),
  ...more,
});

async function read(writer = writerOf(), more: Partial<Request> = {}): Promise<string> {
  let text = "";
  for await (const chunk of writer.write(request(more))) text += chunk;
  return text;
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error("it succeeded"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}

describe("writer of OpenAI: success", () => {
  it.each(Object.entries(answerSchemas))("requests %s in strict mode", async (task, schema) => {
    const writer = await open();
    await read(writer, { task, schema } as Partial<Request>);
    expect(server.violations).toEqual([]);
    expect(server.calls).toHaveLength(1);
    const { body, headers } = server.calls[0] ?? {};
    expect(headers?.authorization).toBe(`Bearer ${key}`);
    expect(body).toMatchObject({
      model: "test-model",
      stream: true,
      stream_options: { include_usage: true },
      response_format: { type: "json_schema", json_schema: { name: task, strict: true } },
    });
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(["system", "user"]);
  });

  it("streams chunks as they come, and reports the cost of the call", async () => {
    const writer = await open({
      answers: { chat: () => ({ text: answer, takes: 120, chunks: 6, cachedTokens: 3 }) },
    });
    const times: number[] = [];
    let text = "";
    for await (const chunk of writer.write(request())) {
      times.push(performance.now());
      text += chunk;
    }
    expect(text).toBe(answer);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(50);
    expect(usages).toEqual([
      {
        provider: "openai",
        model: "test-model",
        kind: "text",
        milliseconds: expect.any(Number),
        outcome: "completed",
        units: { inputTokens: expect.any(Number), cachedInputTokens: 3, outputTokens: 8 },
        requestId: "chatcmpl-inkwright",
      },
    ]);
  });

  it("sends no key where there is none", async () => {
    await open({ key: undefined });
    expect(await read(writerOf(null))).toBe(answer);
    expect(server.violations).toEqual([]);
  });

  it("strips thoughts, fences and introductions", async () => {
    const writer = await open();
    const said = `<think>\nA {"title"} maybe?</think>\nHere it is, in {braces}:\n\`\`\`json\n${answer}\n\`\`\`\nEnjoy {"it"}!`;
    server.next("chat", { text: said, chunks: said.length }, { text: said, chunks: 1 });
    expect(await read(writer)).toBe(answer);
    expect(await read(writer)).toBe(answer);
  });
});

describe("writer of OpenAI: servers with fewer features", () => {
  it.each([
    ["object", ["json_schema", "json_object", "json_object"]],
    ["none", ["json_schema", "json_object", undefined, undefined]],
  ] as const)("detects once: %s", async (forms, asked) => {
    const writer = await open({ forms });
    expect(await read(writer)).toBe(answer);
    expect(await read(writer)).toBe(answer);
    expect(server.calls.map(({ body }) => body.response_format?.type)).toEqual(asked);
    const last = server.calls.at(-1)?.body.messages[0].content;
    expect(last).toContain('"additionalProperties":false');
    expect(server.created("chat")).toBe(2);
  });

  it("works without a count of tokens where the server has none", async () => {
    const writer = await open({ usage: false });
    expect(await read(writer)).toBe(answer);
    expect(await read(writer)).toBe(answer);
    expect(server.calls).toHaveLength(3);
    expect(usages.map(({ units }) => units.outputTokens)).toEqual([8, 8]);
  });
});

const busy = /is busy\. Please try again/;
const away = /cannot be reached|did not answer in time|broke off|is still loading/;
const setUp = /not set up correctly\. The administrator of this site has been told/;

describe("writer of OpenAI: failures", () => {
  it("401: a wrong key is the administrator's matter, and never passed on", async () => {
    await open();
    const error = await failure(read(writerOf("sk-wrong-and-secret")));
    expect(error).toMatchObject({ code: "ai_unavailable", message: expect.stringMatching(setUp) });
    expect(isPermanent(error)).toBe(true);
    expect(JSON.stringify([error.message, String(error.details.cause)])).not.toMatch(/secret/);
  });

  it.each([404, 410])("%i: so is a retired model, which /setup lists", async (status) => {
    const writer = await open();
    server.next("chat", { status, ...(status === 404 ? { code: "model_not_found" } : {}) });
    const error = await failure(read(writer));
    expect(error).toMatchObject({ code: "ai_unavailable", message: expect.stringMatching(setUp) });
    expect(isPermanent(error)).toBe(true);
    expect(isRetired("test-model")).toBe(true);
  });

  it.each([
    ["402", { status: 402, message: "Insufficient Balance" }],
    ["429 insufficient_quota", { status: 429, code: "insufficient_quota" }],
  ])("%s: the quota is used up", async (_, reply) => {
    const writer = await open();
    server.next("chat", reply);
    const error = await failure(read(writer));
    expect(error).toMatchObject({
      code: "ai_unavailable",
      message: expect.stringMatching(/quota is used up/),
    });
    expect(isPermanent(error)).toBe(true);
  });

  it.each<[string, Record<string, string>, number | undefined]>([
    ["with Retry-After", { "retry-after": "7" }, 7],
    [
      "with the limits' headers",
      {
        "x-ratelimit-remaining-requests": "12",
        "x-ratelimit-reset-requests": "20ms",
        "x-ratelimit-remaining-tokens": "0",
        "x-ratelimit-reset-tokens": "1m3.5s",
      },
      64,
    ],
    ["without a word", {}, undefined],
  ])("429 %s", async (_, headers, retryAfter) => {
    const writer = await open();
    server.next("chat", { status: 429, code: "rate_limit_exceeded", headers });
    const error = await failure(read(writer));
    expect(error).toMatchObject({ code: "ai_rate_limited", message: expect.stringMatching(busy) });
    expect(error.details.retryAfter).toBe(retryAfter);
    expect(isPermanent(error)).toBe(false);
  });

  it.each([
    ["500", { status: 500, type: "server_error" }, 0],
    ["503", { status: 503, type: "server_error" }, 0],
    ["reset before it was taken", { reset: "before" }, 0],
    ["reset after it was taken", { reset: "after" }, 1],
    ["hang", { hang: true }, 1],
    ["silence in the middle", { hang: true, text: answer.slice(0, 12) }, 1],
    ["cut body", { text: answer.slice(0, 20), thenReset: true }, 1],
    ["body without its finish", { text: answer.slice(0, 20), thenEnd: true }, 1],
    ["error in the middle", { text: '{"ti', thenError: { code: "server_error" } }, 1],
    ["wrong bytes", { raw: "data: {{{\n\n" }, 1],
    ["no stream at all", { raw: "<html>Bad gateway</html>", type: "text/html" }, 1],
    ["slow drip", { drip: 20 }, 1],
  ] as const)("%s: retried later, after one call", async (_, reply, created) => {
    await open();
    server.next("chat", reply);
    const error = await failure(read(hasty()));
    expect(error).toMatchObject({ code: "ai_unavailable", message: expect.stringMatching(away) });
    expect(isPermanent(error)).toBe(false);
    expect(server.calls).toHaveLength(1);
    expect(server.created("chat")).toBe(created);
    // The outcome of a call that was sent and not answered is unknown.
    const isUnheard = "reset" in reply || ("hang" in reply && !("text" in reply));
    const outcomes = usages.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(isUnheard ? ["unknown"] : Array(created).fill("failed"));
  });

  it.each([
    { text: '{"ti', thenError: { code: "server_error" } },
    { text: answer.slice(0, 20), thenReset: true },
  ] as const)("a server that has begun to answer was reached: %o", async (reply) => {
    const writer = await open();
    server.next("chat", reply);
    expect((await failure(read(writer))).message).toMatch(/broke off/);
  });

  it("reports the known cost of a truncated response", async () => {
    const writer = await open();
    server.next("chat", { text: answer.slice(0, 20), thenReset: true });
    await failure(read(writer));
    expect(usages).toMatchObject([{ outcome: "failed", units: { outputTokens: 5 } }]);
  });

  it.each([
    ["refusal", { refusal: "I can't help with that." }],
    ["content filter", { text: '{"title":', finish: "content_filter" }],
    ["policy", { status: 400, code: "content_policy_violation" }],
    ["error in the middle", { text: "{", thenError: { code: "content_filter" } }],
  ] as const)("%s: flagged, not retried", async (_, reply) => {
    const writer = await open();
    server.next("chat", reply);
    const error = await failure(read(writer));
    expect(error.code).toBe("content_flagged");
    expect(isPermanent(error)).toBe(true);
    expect(server.calls).toHaveLength(1);
    expect(usages.every(({ outcome }) => outcome === "refused")).toBe(true);
  });

  it("length: the response is unusable", async () => {
    const writer = await open();
    server.next("chat", { text: answer.slice(0, 20), finish: "length" });
    expect((await failure(read(writer))).code).toBe("writer_failed");
  });

  it("a complete document counts without its finish reason", async () => {
    const writer = await open();
    server.next("chat", { text: answer, thenReset: true });
    expect((await failure(read(writer))).code).toBe("ai_unavailable");
    server.next("chat", { text: answer, thenEnd: true });
    expect(await read(writer)).toBe(answer);
  });

  it("is aborted with its caller, and so is the call", async () => {
    const writer = await open();
    server.next("chat", { drip: 10 });
    const gone = new AbortController();
    setTimeout(() => gone.abort(new Error("gone")), 40);
    await expect(read(writer, { signal: gone.signal })).rejects.toThrow("gone");
  });
});
