import { beforeEach, describe, expect, it } from "vitest";
import { GET as getDocument } from "@/app/api/openapi.json/route";
import { db } from "@/lib/platform/db";
import { prompt } from "./start";
import { authorWithStory, forgetEvents, makeAuthor, makeStory, provideScript } from "./support";

beforeEach(async () => {
  await forgetEvents();
  provideScript(2);
});

async function post(author: Awaited<ReturnType<typeof makeAuthor>>, body: object, key?: string) {
  const headers = key ? { "idempotency-key": key } : undefined;
  const response = await author.post("/ai/generate-scene", body, headers);
  return { status: response.status, headers: response.headers, body: response.body };
}

describe("POST /ai/generate-scene", () => {
  it("returns 202 with the scene, its empty frames and the job", async () => {
    const { author, story } = await authorWithStory();
    const { status, body } = await post(author, { storyId: story.id, prompt, maxPanels: 4 });
    expect(status).toBe(202);
    expect(body.data.scene).toMatchObject({ status: "generating", sceneNumber: 1, prompt });
    expect(body.data.scene.panels.map((panel: { status: string }) => panel.status)).toEqual(
      Array(4).fill("queued"),
    );
    expect(body.data).toMatchObject({ newCharacters: [], newLocations: [] });
    expect(await db.outboxEvent.findUnique({ where: { id: body.data.jobId } })).toMatchObject({
      name: "scene/requested",
      sentAt: null,
    });
  });

  it("explains its empty lists in the API's description", async () => {
    const response = await getDocument(new Request("http://comics.test/api/openapi.json"), {
      params: Promise.resolve({}),
    });
    const { paths } = await response.json();
    expect(paths["/api/ai/generate-scene"].post.description).toMatch(
      /`newCharacters` and `newLocations` are empty because .+ `GET \/api\/ai\/scene-status/,
    );
  });

  it("uses the story's default number of panels", async () => {
    const author = await makeAuthor();
    const story = await makeStory(author, { defaultPanels: 5 });
    const { body } = await post(author, { storyId: story.id, prompt });
    expect(body.data.scene.panels).toHaveLength(5);
  });

  it.each([
    ["no prompt", "", "Scene prompt is required"],
    ["a short prompt", "short", "Prompt should be at least 10 characters"],
    ["a long prompt", "x".repeat(1001), "Prompt too long (max 1000 characters)"],
  ])("refuses %s in the words of the specification", async (_, text, message) => {
    const { author, story } = await authorWithStory();
    const { status, body } = await post(author, { storyId: story.id, prompt: text });
    expect(status).toBe(400);
    expect(body.errors[0]).toEqual({ field: "prompt", message });
  });

  it("S2 returns 404 to a stranger for a draft, and 403 for a published story", async () => {
    const author = await makeAuthor();
    const stranger = await makeAuthor();
    const story = await makeStory(author);
    const unknown = await post(stranger, { storyId: crypto.randomUUID(), prompt });
    const draft = await post(stranger, { storyId: story.id, prompt });
    expect(draft.status).toBe(404);
    expect(draft.body).toEqual(unknown.body);
    await db.story.update({
      where: { id: story.id },
      data: { status: "published", publishedAt: new Date() },
    });
    expect((await post(stranger, { storyId: story.id, prompt })).status).toBe(403);
    expect(await db.scene.count({ where: { storyId: story.id } })).toBe(0);
  });

  it("S2 refuses to regenerate a scene of another story", async () => {
    const author = await makeAuthor();
    const [mine, other] = [await makeStory(author), await makeStory(await makeAuthor())];
    const foreign = await db.scene.create({ data: { storyId: other.id, sceneNumber: 1 } });
    const { status } = await post(author, {
      storyId: mine.id,
      prompt,
      regenerateExisting: true,
      existingSceneId: foreign.id,
    });
    expect(status).toBe(404);
    expect(await db.scene.findUnique({ where: { id: foreign.id } })).toMatchObject({
      generation: 1,
    });
    expect(await db.quotaEntry.count({ where: { userId: author.viewer.id } })).toBe(0);
  });

  it("requires five seconds between two scenes", async () => {
    const { author, story } = await authorWithStory();
    await post(author, { storyId: story.id, prompt });
    const { status, headers, body } = await post(author, {
      storyId: story.id,
      prompt: `${prompt} And then?`,
    });
    expect(status).toBe(429);
    expect(body.errorType).toBe("rate_limit");
    expect(body.timeRemaining).toBeGreaterThan(0);
    expect(body.timeRemaining).toBeLessThanOrEqual(5);
    expect(headers.get("retry-after")).toBe(String(body.timeRemaining));
    expect(body.message).toBe(
      `Please wait ${body.timeRemaining} seconds before generating another scene. This helps us manage server resources!`,
    );
  });

  it("S24 accepts one of twenty equal prompts and refuses the others as duplicates", async () => {
    const { author, story } = await authorWithStory();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(author, { storyId: story.id, prompt })),
    );
    const types = answers.map(({ status, body }) => (status === 202 ? "ok" : body.errorType));
    expect(types.filter((type) => type === "ok")).toHaveLength(1);
    expect(types.filter((type) => type === "duplicate_prompt")).toHaveLength(19);
  });

  it("S24 R1 returns one response to twenty requests with one Idempotency-Key", async () => {
    const { author, story } = await authorWithStory();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(author, { storyId: story.id, prompt }, "press-1")),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await db.job.count({ where: { storyId: story.id } })).toBe(1);
    expect(await db.quotaEntry.count({ where: { userId: author.viewer.id } })).toBe(1);
    const other = await post(author, { storyId: story.id, prompt: `${prompt} No.` }, "press-1");
    expect([other.status, other.body.error.code]).toEqual([409, "conflict"]);
  });
});
