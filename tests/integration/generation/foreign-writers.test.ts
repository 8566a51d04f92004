import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOpenAiWriter } from "@/lib/ai/openai/writer";
import { writerSentences } from "@/lib/ai/provider-messages";
import { failureMessages } from "@/lib/generation/jobs/failure-texts";
import { getSceneProgress } from "@/lib/generation/queries";
import { writeText } from "@/lib/generation/text/service";
import { db } from "@/lib/platform/db";
import type { Reply } from "../../protocol/openai/replies";
import { type OpenAiServer, startOpenAiServer } from "../../protocol/openai/server";
import { refundOf, start } from "./start";
import { forgetEvents, makeAuthor, playEvents, provide, scriptOf, TestPainter } from "./support";

let server: OpenAiServer;
/** Each test has an engine of its own: the page of the site's state tells them apart. */
let model: string;
let count = 0;
beforeEach(forgetEvents);
afterEach(() => server.close());

const open = async (
  options: Parameters<typeof startOpenAiServer>[0] = {},
  limits: Parameters<typeof createOpenAiWriter>[0]["limits"] = {},
) => {
  count += 1;
  model = `model-${count}-${Date.now()}`;
  const script = scriptOf(2);
  server = await startOpenAiServer({
    models: [model],
    answers: { chat: () => ({ text: script }) },
    ...options,
  });
  provide(createOpenAiWriter({ baseUrl: server.url, model, limits }), new TestPainter());
};

/** What the administrator reads of this writer. */
const toldAdministrator = () =>
  expect.poll(async () => {
    const row = await db.engineStatus.findFirst({ where: { port: "text", engine: model } });
    return row?.lastError ?? "";
  });

async function sceneWith(...replies: Reply[]) {
  const author = await makeAuthor();
  server.next("chat", ...replies);
  const { sceneId, jobId } = await start(author, 2);
  await playEvents();
  return { ...(await getSceneProgress(author.viewer, sceneId)), jobId };
}

const rejected: Reply = {
  status: 400,
  code: "json_validate_failed",
  message: "Failed to validate JSON. See 'failed_generation'.",
};
const half: Reply = { text: scriptOf(2).slice(0, -120) };

describe("a scene by a model of another kind", () => {
  it.each<[string, Reply[], string, RegExp, number]>([
    [
      "with nothing but thoughts",
      [{ text: "", thoughts: "A lamp, a door." }],
      writerSentences.onlyThoughts,
      /thoughts alone \(4 tokens, finish_reason stop\)/,
      1,
    ],
    [
      "cut by a limit of tokens",
      [{ text: scriptOf(2).slice(0, -120), finish: "length" }],
      writerSentences.cut,
      /\d+ tokens, finish_reason length.*OPENAI_MAX_TOKENS is not set/,
      1,
    ],
    ["cut twice", [half, half], writerSentences.cut, /ended in the middle/, 2],
    [
      "rejected twice by its server",
      [rejected, rejected],
      failureMessages.writing,
      /rejected an answer/,
      2,
    ],
  ])("%s: author and administrator are told", async (_, replies, sentence, advice, calls) => {
    await open();
    const scene = await sceneWith(...replies);
    expect(scene).toMatchObject({ hasError: true, errorMessage: sentence });
    expect(server.calls).toHaveLength(calls);
    expect(await refundOf(scene.jobId)).not.toBeNull();
    await toldAdministrator().toMatch(advice);
  });

  it("whose context is small is told less of the story", async () => {
    await open({ context: { tokens: 2_400, how: "refuses" } });
    const { sceneId, storyId } = await start(await makeAuthor(), 2);
    const crowd = Array.from({ length: 40 }, (_, index) => ({
      storyId,
      name: `Sailor ${index}`,
      title: "Of the crew",
      imagePrompt: "blue",
      description: "Has sailed with the others for years. ".repeat(7),
      seed: `${index}`,
    }));
    await db.character.createMany({ data: crowd });
    await playEvents();
    expect(await db.scene.findUnique({ where: { id: sceneId } })).toMatchObject({
      status: "completed",
    });
    const prompts = server.calls.map(({ body }) => body.messages[1].content as string);
    expect(prompts.map((prompt) => prompt.includes("Sailor 39"))).toEqual([true, false]);
    expect(prompts[1]).toContain("finds a door in the waves");
  });

  it("that is still silent is loading, which its author sees", async () => {
    await open();
    const author = await makeAuthor();
    const { sceneId, jobId } = await start(author, 2);
    const loading = async () => (await getSceneProgress(author.viewer, sceneId)).isModelLoading;
    const begin = (seconds: number) => ({
      status: "processing" as const,
      progress: 0,
      heartbeatAt: new Date(),
      startedAt: new Date(Date.now() - seconds * 1_000),
    });
    await db.job.update({ where: { id: jobId }, data: begin(5) });
    expect(await loading()).toBe(false);
    await db.job.update({ where: { id: jobId }, data: begin(20) });
    expect(await loading()).toBe(true);
    await db.job.update({ where: { id: jobId }, data: { progress: 10 } });
    expect(await loading()).toBe(false);
  });
});

it("a title that a cold model does not give in time: the model is loading", async () => {
  await open({}, { firstChunk: 80 });
  const author = await makeAuthor();
  const { storyId } = await start(author, 2);
  server.next("chat", { text: '{"title":"A"}', silent: 300 });
  const given = { description: "A keeper finds a lamp." };
  await expect(
    writeText(author.viewer, storyId, "title", given, new AbortController().signal),
  ).rejects.toMatchObject({ code: "ai_unavailable", message: writerSentences.loading });
  await toldAdministrator().toMatch(/No token came within .* s\..*OPENAI_FIRST_TOKEN_SECONDS/);
});
