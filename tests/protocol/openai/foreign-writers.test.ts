import { afterEach, describe, expect, it } from "vitest";
import { createOpenAiWriter } from "@/lib/ai/openai/writer";
import type { ProviderUsage } from "@/lib/ai/usage";
import type { WriterRequest } from "@/lib/ai/writer";
import { isPermanent } from "@/lib/generation/jobs/job-service";
import { answerSchemas } from "@/lib/generation/text/writer-tasks";
import { AppError } from "@/lib/platform/errors";
import type { Reply } from "./replies";
import { type OpenAiServer, startOpenAiServer } from "./server";

/** Servers that speak the protocol of chat completions in ways of their own. */
const answer = JSON.stringify({ title: "The real one" });
const draft = JSON.stringify({ title: "A draft" });
let server: OpenAiServer;
let usages: ProviderUsage[] = [];
afterEach(() => server.close());

const open = async (
  options: Parameters<typeof startOpenAiServer>[0] = {},
  settings: Partial<Parameters<typeof createOpenAiWriter>[0]> = {},
) => {
  usages = [];
  server = await startOpenAiServer({ answers: { chat: () => ({ text: answer }) }, ...options });
  return createOpenAiWriter({ baseUrl: server.url, model: "test-model", ...settings });
};

async function read(writer: ReturnType<typeof createOpenAiWriter>, more: object = {}) {
  const request: WriterRequest = {
    task: "title",
    system: "Answer with one JSON document.",
    prompt: "A prompt.",
    schema: answerSchemas.title,
    onUsage: (usage) => usages.push(usage),
    ...more,
  };
  let text = "";
  for await (const chunk of writer.write(request)) text += chunk;
  return text;
}

const mayRepair = (error: AppError) => error.details.problem !== undefined;

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    (text) => new Error(`it succeeded: ${text}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}

describe("thoughts", () => {
  it.each([
    ["without an opening tag", `Let me see: ${draft} maybe.</think>\n${answer}`],
    ["in <thinking>", `<thinking>${draft}</thinking>${answer}`],
    ["in <reasoning>", `<reasoning>\n${draft}\n</reasoning>\nHere it is:\n${answer}`],
    ["in [THINK]", `[THINK]${draft}[/THINK]${answer}`],
    [
      "in a channel",
      `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant<|channel|>final<|message|>${answer}<|return|>`,
    ],
    [
      "in a channel with a constraint",
      `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>${answer}`,
    ],
    ["without any tag", `First ${draft}, no. Then {"theme": 1}.\n${answer}`],
    ["with an open brace", `I begin with {" and write:\n${answer}`],
  ])("%s: the answer is taken, never the draft", async (_, text) => {
    const writer = await open();
    server.next("chat", { text, chunks: text.length }, { text, chunks: 1 });
    expect(await read(writer)).toBe(answer);
    expect(await read(writer)).toBe(answer);
  });

  it("beside the content: the answer is taken", async () => {
    const writer = await open();
    server.next("chat", { text: answer, thoughts: `Maybe ${draft}.` });
    expect(await read(writer)).toBe(answer);
  });

  it("after a draft that came at once: asked again, and held back from then on", async () => {
    const writer = await open();
    const text = `${draft} is dull.</think>${answer}`;
    server.next("chat", { text, chunks: 9 }, { text, chunks: 9 });
    expect(mayRepair(await failure(read(writer)))).toBe(true);
    expect(await read(writer)).toBe(answer);
  });

  it.each<[string, Reply]>([
    ["beside the content", { text: "", thoughts: `So ${draft}.` }],
    ["in an open tag", { text: `<think>So ${draft}.`, finish: "length" }],
    ["that reach the limit", { text: "", thoughts: "On and on", finish: "length" }],
  ])("alone, %s: said as such, and not paid for twice", async (_, reply) => {
    const writer = await open();
    server.next("chat", reply);
    const error = await failure(read(writer));
    expect([error.code, error.message]).toEqual([
      "writer_failed",
      expect.stringMatching(/thought about this but gave no answer/),
    ]);
    expect(error.details.advice).toMatch(/thoughts alone \(\d+ tokens, finish_reason/);
    expect([isPermanent(error), mayRepair(error)]).toEqual([true, false]);
  });
});

describe("a cold model", () => {
  const limits = { firstChunk: 400, idle: 60, total: 2_000 };

  it("may be silent for longer before its first token than after it", async () => {
    const writer = await open({}, { limits });
    server.next("chat", { text: answer, silent: 250 });
    expect(await read(writer)).toBe(answer);
  });

  it("that is not there in time is loading", async () => {
    const writer = await open({}, { limits });
    server.next("chat", { text: answer, silent: 600 });
    const error = await failure(read(writer));
    expect(error.message).toMatch(/still loading/);
    expect(error.details.advice).toMatch(/OPENAI_FIRST_TOKEN_SECONDS/);
    expect(isPermanent(error)).toBe(false);
  });
});

describe("a small context", () => {
  const long = { prompt: "A word. ".repeat(2_000) };
  const shorter = { system: "Answer.", prompt: "A word. ".repeat(300) };
  const sentLengths = () =>
    server.calls.map(({ body }) => body.messages.at(-1).content.length as number);
  const numbers = { refuses: /1,024|1024/, cuts: /300/ };

  it.each(["refuses", "cuts"] as const)("that %s long prompts gets a shorter one", async (how) => {
    const writer = await open({ context: { tokens: 1_024, how } });
    expect(await read(writer, { ...long, shorter })).toBe(answer);
    expect(sentLengths()).toEqual([16_000, 2_400]);
  });

  it.each([
    ["refuses", 300],
    ["cuts", 300],
  ] as const)("that %s that one too: the story is too long", async (how, tokens) => {
    const writer = await open({ context: { tokens, how } });
    const tooLong = { ...shorter, prompt: "A word. ".repeat(1_000) };
    const error = await failure(read(writer, { ...long, shorter: tooLong }));
    expect(error.message).toMatch(/This story is too long for the AI model of this site/);
    expect(error.details.advice).toMatch(/about 4,008 tokens, and of 2,002 with less of the story/);
    expect(error.details.advice).toMatch(how === "cuts" ? numbers.cuts : /300, 4008|300, 2002/);
    expect([isPermanent(error), server.calls.length]).toEqual([true, 2]);
  });

  it("is no matter for a server that counts otherwise", async () => {
    const writer = await open({ counts: 0.4 });
    const other = { prompt: "A word. ".repeat(1_200) };
    expect(await read(writer, { ...long, shorter: { ...shorter, ...other } })).toBe(answer);
    expect(await read(writer, long)).toBe(answer);
    expect(server.calls).toHaveLength(3);
  });
});

describe("the limit of an answer", () => {
  const half = answer.slice(0, 20);

  it.each<[string, Reply, boolean]>([
    ["length", { text: half, finish: "length" }, false],
    ["stop with half a document", { text: half }, true],
  ])("%s: said as such", async (_, reply, isRepaired) => {
    const writer = await open();
    server.next("chat", reply);
    const error = await failure(read(writer));
    expect(error.code).toBe("writer_failed");
    expect(error.message).toMatch(/answer was cut off/);
    expect(error.details.advice).toMatch(/5 tokens.*OPENAI_MAX_TOKENS is not set/);
    expect(mayRepair(error)).toBe(isRepaired);
  });

  it.each(["max_tokens", "max_completion_tokens"] as const)("is asked for as %s", async (limit) => {
    const writer = await open({ limit }, { maxTokens: 8_000 });
    await read(writer);
    await read(writer);
    expect(server.calls.at(-1)?.body[limit]).toBe(8_000);
    expect(server.calls.length).toBeLessThanOrEqual(3);
    expect(server.created("chat")).toBe(2);
  });
});

it("a server that rejects its model's own answer: asked again as for any other answer", async () => {
  const writer = await open();
  const message = "Failed to validate JSON: it does not match the expected schema (json_schema).";
  server.next("chat", { status: 400, code: "json_validate_failed", message });
  const error = await failure(read(writer));
  expect([error.code, mayRepair(error)]).toEqual(["writer_failed", true]);
  expect(usages.map(({ outcome }) => outcome)).toEqual(["failed"]);
  expect(await read(writer)).toBe(answer);
  // The form of requests is not to blame.
  expect(server.calls.at(-1)?.body.response_format.type).toBe("json_schema");
});

it("a template without the role system: the rules go into the user's message, learned once", async () => {
  const writer = await open({ system: false });
  expect(await read(writer)).toBe(answer);
  expect(await read(writer)).toBe(answer);
  expect(server.calls).toHaveLength(3);
  expect(server.calls.at(-1)?.body.messages).toEqual([
    { role: "user", content: "Answer with one JSON document.\n\nA prompt." },
  ]);
});
