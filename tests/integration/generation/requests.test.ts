import { beforeEach, describe, expect, it } from "vitest";
import { POST as postScene } from "@/app/api/ai/generate-scene/route";
import { GET as getDocument } from "@/app/api/openapi.json/route";
import { failJob } from "@/lib/generation/jobs/completion-service";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { prompt } from "./start";
import {
  call,
  context,
  forgetEvents,
  makeAuthor,
  makeStory,
  playEvents,
  provide,
  scriptOf,
  TestPainter,
  TestWriter,
} from "./support";

const aWhileAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);
const ageQuota = (userId: string, seconds: number) =>
  db.quotaEntry.updateMany({ where: { userId }, data: { createdAt: aWhileAgo(seconds) } });

beforeEach(async () => {
  await forgetEvents();
  provide(new TestWriter([scriptOf(2)]), new TestPainter());
});

async function post(author: Awaited<ReturnType<typeof makeAuthor>>, body: object, key?: string) {
  const headers = key ? { "idempotency-key": key } : undefined;
  const response = await postScene(call(author, "POST", body, headers), context());
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe("POST /ai/generate-scene", () => {
  it("returns 202 with the scene, its empty frames and the job", async () => {
    const author = await makeAuthor();
    const story = await makeStory(author);
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

  it("lists new entities once the script names them, to a request repeated with its key", async () => {
    const author = await makeAuthor();
    const story = await makeStory(author);
    const body = { storyId: story.id, prompt };
    const first = (await post(author, body, "one")).body.data;
    expect((await post(author, body, "one")).body.data).toEqual(first);
    await playEvents();
    const again = (await post(author, body, "one")).body.data;
    expect(again).toMatchObject({ jobId: first.jobId, scene: { _id: first.scene._id } });
    const names = (entities: { name: string }[]) => entities.map(({ name }) => name);
    expect(names(again.newCharacters)).toEqual(["Mara", "Old Tom"]);
    expect(names(again.newLocations)).toEqual(["North Pier"]);
    await db.scene.delete({ where: { id: first.scene._id } });
    expect((await post(author, body, "one")).body.data.newCharacters).toEqual([]);
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
    const author = await makeAuthor();
    const story = await makeStory(author);
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
    const author = await makeAuthor();
    const story = await makeStory(author);
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

  it("refuses the same prompt for five minutes, whatever its case and spaces", async () => {
    const author = await makeAuthor();
    const story = await makeStory(author);
    await post(author, { storyId: story.id, prompt });
    await ageQuota(author.viewer.id, 240);
    const again = { storyId: story.id, prompt: `  ${prompt.toUpperCase().replace(" ", "   ")}` };
    const refused = await post(author, again);
    expect(refused.body).toMatchObject({
      errorType: "duplicate_prompt",
      message:
        "You used this exact prompt recently. Please try a different prompt or wait 5 minutes!",
    });
    await ageQuota(author.viewer.id, 301);
    expect((await post(author, again)).status).toBe(202);
  });

  it("S23 lets one of fifty simultaneous requests through when one is left in the hour", async () => {
    const author = await makeAuthor();
    const story = await makeStory(author);
    const limit = env().SCENES_PER_HOUR;
    await db.quotaEntry.createMany({
      data: Array.from({ length: limit - 1 }, (_, index) => ({
        jobId: crypto.randomUUID(),
        userId: author.viewer.id,
        promptHash: String(index).padStart(64, "0"),
        createdAt: aWhileAgo(1_800),
      })),
    });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        post(author, { storyId: story.id, prompt: `${prompt} Version ${index}` }),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    const refused = answers.filter(({ body }) => body.errorType === "quota_exceeded");
    expect([accepted.length, refused.length]).toEqual([1, 49]);
    expect(refused[0]?.status).toBe(429);
    expect(refused[0]?.body).toMatchObject({
      maxPerHour: limit,
      message: expect.stringMatching(
        new RegExp(
          `^You've reached your hourly limit of ${limit} scene generations. Try again in (29|30) minutes!$`,
        ),
      ),
    });
    const reset = new Date(refused[0]?.body.resetTime).getTime() - Date.now();
    expect(Math.abs(reset - 1_800_000)).toBeLessThan(20_000);
    expect(await db.scene.count({ where: { storyId: story.id } })).toBe(1);
  });

  it("S24 accepts one of twenty equal prompts and refuses the others as duplicates", async () => {
    const author = await makeAuthor();
    const story = await makeStory(author);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(author, { storyId: story.id, prompt })),
    );
    const types = answers.map(({ status, body }) => (status === 202 ? "ok" : body.errorType));
    expect(types.filter((type) => type === "ok")).toHaveLength(1);
    expect(types.filter((type) => type === "duplicate_prompt")).toHaveLength(19);
  });

  it("S24 R1 returns one response to twenty requests with one Idempotency-Key", async () => {
    const author = await makeAuthor();
    const story = await makeStory(author);
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

  it("refunds a failed generation once: its prompt and its quota are free again", async () => {
    const author = await makeAuthor();
    const story = await makeStory(author);
    const { body } = await post(author, { storyId: story.id, prompt });
    await failJob(body.data.jobId);
    const entry = { where: { jobId: body.data.jobId } };
    const { refundedAt } = await db.quotaEntry.findUniqueOrThrow(entry);
    expect(refundedAt).not.toBeNull();
    await failJob(body.data.jobId);
    expect((await db.quotaEntry.findUniqueOrThrow(entry)).refundedAt).toEqual(refundedAt);
    expect((await post(author, { storyId: story.id, prompt })).status).toBe(202);
  });
});
