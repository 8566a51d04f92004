import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { writeEngineStatus } from "@/lib/platform/status/engine-status";
import { checksPort } from "@/lib/vision/trial-service";
import { generateScene } from "../../integration/generation/start";
import { authorWithStory } from "../../integration/generation/support";
import { type OpenAiServer, startOpenAiServer } from "../openai/server";
import { GenerationHarness } from "./harness";

const model = "test-model";
let openAi: OpenAiServer;
let workshop: GenerationHarness;

beforeAll(async () => {
  openAi = await startOpenAiServer({ answers: { chat: () => ({ status: 500 }) } });
  await writeEngineStatus(checksPort, model, null);
  workshop = await GenerationHarness.open({
    writerMs: 0,
    painterMs: 0,
    variables: { OPENAI_BASE_URL: openAi.url, OPENAI_MODEL: model, OPENAI_VISION_MODEL: model },
  });
});
afterAll(() => Promise.all([workshop.close(), openAi.close()]));

it("a check that fails is tried three times by the engine, and the run ends well", async () => {
  const { author, story } = await authorWithStory();
  await db.story.update({ where: { id: story.id }, data: { pictureCheck: "tell" } });
  const asked = { storyId: story.id, prompt: "A pier at dawn, without people", maxPanels: 1 };
  await generateScene(author.viewer, asked, null);
  const checkOf = async () =>
    (await db.take.findFirst({ where: { panel: { scene: { storyId: story.id } } } }))?.check;
  await expect.poll(checkOf, { timeout: 60_000, interval: 100 }).toEqual({
    problem: "The vision service cannot be reached. Please try again later.",
  });
  const looks = () =>
    openAi.calls.filter(({ body }) => JSON.stringify(body).includes("<questions>"));
  expect(looks()).toHaveLength(3);
  await expect.poll(() => workshop.openRuns(), { timeout: 30_000 }).toBe(0);
  const statuses = await db.$queryRaw<{ status: string }[]>`
    SELECT status FROM inngest_engine.run WHERE function_id LIKE '%paint-panel'`;
  expect(statuses).toEqual([{ status: "completed" }]);
});
