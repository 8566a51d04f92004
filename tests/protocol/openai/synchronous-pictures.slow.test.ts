import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cancelOrphanedPredictions } from "@/lib/generation/picture/prediction-service";
import { reapStaleJobs } from "@/lib/generation/stale-jobs-service";
import { db } from "@/lib/platform/db";
import { endStaleCalls } from "@/lib/spending/service";
import {
  jobOf,
  type Place,
  panelWithPicture,
  takes,
  target,
} from "../../integration/generation/picture/take-requests";
import { generateScene } from "../../integration/generation/start";
import { type Author, makeAuthor, makeStory } from "../../integration/generation/support";
import { GenerationHarness } from "../generation/harness";
import { pictureReply } from "./pictures";
import { type OpenAiServer, startOpenAiServer } from "./server";

const key = vi.hoisted(() => {
  const made = "sk-only-for-this-test";
  Object.assign(process.env, { OPENAI_API_KEY: made, OPENAI_IMAGE_MODEL: "gpt-image-1" });
  return made;
});

let server: OpenAiServer;
let workshop: GenerationHarness;
let author: Author;
let place: Place;
beforeEach(async () => {
  server = await startOpenAiServer({
    key,
    answers: { generation: pictureReply, edit: pictureReply },
    models: ["gpt-4o-mini"],
  });
  workshop = await GenerationHarness.open({
    writerMs: 0,
    painterMs: 0,
    variables: {
      OPENAI_API_KEY: key,
      OPENAI_IMAGE_MODEL: "gpt-image-1",
      OPENAI_BASE_URL: server.url,
      OPENAI_MODEL: "gpt-4o-mini",
      OPENAI_MODERATION: "off",
    },
  });
  author = await makeAuthor();
  place = await panelWithPicture(author);
});
afterEach(async () => {
  await workshop.close();
  await server.close();
});

const soon = { timeout: 60_000, interval: 100 };
const made = () => server.created("edit") + server.created("generation");
const ask = (prompt: string) => jobOf(author, "generate-image", { ...target(place), prompt });
const statusOf = async (id: string) => (await db.job.findUniqueOrThrow({ where: { id } })).status;
const rowsOf = (jobId: string) =>
  db.providerCall.findMany({ where: { jobId, kind: "image" }, orderBy: { createdAt: "asc" } });

it("R3 a picture whose process is killed during its call is paid once, and looked up before another payment", async () => {
  server.next("edit", { hang: true });
  server.next("generation", { hang: true });
  const lost = await ask("The harbour at night, all lamps lit");
  await expect.poll(made, soon).toBe(1);
  // The call was on record before it was made.
  expect(await db.prediction.findMany({ where: { jobId: lost } })).toMatchObject([
    { attemptId: `${lost}:1`, endedAt: null },
  ]);
  await workshop.kill();
  await workshop.start();
  await expect.poll(() => statusOf(lost), soon).toBe("failed");
  expect(made()).toBe(1);
  const job = await db.job.findUniqueOrThrow({ where: { id: lost } });
  expect(job.errorMessage).toMatch(/It may have been paid for already: try again/);
  expect(await rowsOf(lost)).toMatchObject([
    { outcome: "unknown", model: "gpt-image-1", costMicros: 63_000n },
  ]);
  expect(await takes(author, place)).toHaveLength(1);

  // With its author's word for it another one is made.
  const again = await ask("The harbour at night, all lamps lit again");
  await expect.poll(() => statusOf(again), soon).toBe("completed");
  expect(made()).toBe(2);
  expect(await rowsOf(again)).toMatchObject([{ outcome: "completed" }]);
  expect(await db.prediction.count({ where: { endedAt: null } })).toBe(0);
}, 120_000);

it("R3 a call whose process never returns is found, and counted", async () => {
  server.next("edit", { hang: true });
  server.next("generation", { hang: true });
  const lost = await ask("The harbour in the morning fog");
  await expect.poll(made, soon).toBe(1);
  await workshop.kill();
  await reapStaleJobs({ processing: 0, queued: 0 });
  expect(await statusOf(lost)).toBe("failed");
  await cancelOrphanedPredictions();
  expect(await rowsOf(lost)).toMatchObject([{ outcome: "unknown", costMicros: 63_000n }]);
  expect(await db.prediction.count({ where: { endedAt: null } })).toBe(0);
  // A late process finds nothing to do.
  await workshop.start();
  await expect.poll(() => workshop.openRuns(), soon).toBe(0);
  expect(made()).toBe(1);
}, 120_000);

it("R4 calls that are cut off are repeated, and each is recorded", async () => {
  for (const kind of ["edit", "generation"] as const) {
    server.next(kind, { reset: "after" }, { status: 500 });
  }
  const jobId = await ask("The harbour in a storm, waves over the pier");
  await expect.poll(() => statusOf(jobId), soon).toBe("completed");
  // The one that was answered with an error was not taken.
  expect(server.calls.filter(({ kind }) => kind === "edit" || kind === "generation")).toHaveLength(
    3,
  );
  expect(made()).toBe(2);
  expect((await rowsOf(jobId)).map(({ outcome }) => outcome)).toEqual(["unknown", "completed"]);
}, 120_000);

it("R3 a text whose process is killed during its call is written again, and both calls are recorded", async () => {
  server.next("chat", { hang: true }, { text: '{"title":', thenReset: true });
  const story = await makeStory(author);
  await generateScene(
    author.viewer,
    { storyId: story.id, prompt: "Mara counts the lamps on the pier.", maxPanels: 1 },
    null,
  );
  const asked = () => server.created("chat");
  const outcomes = async () => {
    const where = { storyId: story.id, kind: "text" };
    const rows = await db.providerCall.findMany({ where, orderBy: { createdAt: "asc" } });
    return rows.map(({ outcome }) => outcome);
  };
  await expect.poll(asked, soon).toBe(1);
  expect(await outcomes()).toEqual(["open"]);
  await workshop.kill();
  await workshop.start();
  await expect.poll(asked, soon).toBe(2);
  await expect.poll(outcomes, soon).toEqual(["open", "failed"]);
  expect(await endStaleCalls()).toBe(0);
  await db.providerCall.updateMany({
    where: { outcome: "open" },
    data: { createdAt: new Date(Date.now() - 11 * 60_000) },
  });
  expect(await endStaleCalls()).toBe(1);
  await expect.poll(outcomes, soon).toEqual(["unknown", "failed"]);
}, 120_000);
