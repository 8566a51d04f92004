import { overrideProviders } from "@/lib/ai";
import { demoPainter, demoWriter } from "@/lib/ai/demo";
import { makeMedia } from "@/lib/generation/picture/make-media-service";
import { publishMedia } from "@/lib/generation/picture/publish-media-service";
import { requestPortrait } from "@/lib/generation/picture/request-picture-service";
import { openScene } from "@/lib/generation/scene/request-scene-service";
import { writeScene } from "@/lib/generation/scene/write-scene-service";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { pauseEventDelivery, transact } from "@/lib/platform/jobs/outbox-service";
import type { CreateStoryInput } from "@/lib/stories/schema";
import { createStory, updateStory } from "@/lib/stories/service";
import { createEntity } from "@/lib/world/service";
import { type DemoStory, demoStories } from "./seed-stories";

/** The demo author has no password and no mailbox, so no sign-in is possible. */
const author = {
  username: "demo-studio",
  email: "demo-studio@inkwright.invalid",
  firstName: "Demo",
  lastName: "Studio",
};
/** Panels that are painted concurrently. */
const concurrency = 2;

/**
 * Adds the demo author with three published stories, made by the demo studio under the same rules
 * as all others. Finished stories stay; one that an earlier run left unfinished is made again.
 */
export async function seed(): Promise<void> {
  // No engine runs yet: this process does the work, and leaves only events without urgency in the
  // outbox.
  pauseEventDelivery();
  overrideProviders({ writer: demoWriter({ durationMs: 0 }), painter: demoPainter() });
  const user = await db.user.upsert({
    where: { username: author.username },
    update: {},
    create: author,
  });
  const viewer: Viewer = {
    id: user.id,
    username: user.username,
    isAdministrator: false,
    tokenId: crypto.randomUUID(),
    via: "bearer",
  };
  for (const story of demoStories) await addStory(viewer, story);
}

async function addStory(viewer: Viewer, { scenes, cast, ...fields }: DemoStory): Promise<void> {
  const known = await db.story.findFirst({
    where: { authorId: viewer.id, title: fields.title },
    select: { id: true, status: true },
  });
  if (known?.status === "published") return;
  if (known) await db.story.delete({ where: { id: known.id } });
  const { _id: storyId } = await createStory(viewer, inputOf(fields));
  for (const figure of cast) {
    const { _id } = await createEntity(viewer, "character", { ...figure, storyId });
    await requestPortrait(viewer, "character", _id, undefined);
  }
  await paintPortraits(storyId);
  for (const { prompt, panels } of scenes) await addScene(viewer, storyId, prompt, panels);
  await updateStory(viewer, storyId, { status: "published" });
  await deleteSentEvents();
}

const inputOf = (fields: Omit<DemoStory, "scenes" | "cast">): CreateStoryInput => ({
  ...fields,
  panels: 1,
  defaultPanels: 3,
});

async function addScene(viewer: Viewer, storyId: string, prompt: string, panels: number) {
  const { sceneId, jobId } = await transact((tx, send) =>
    openScene(
      tx,
      send,
      viewer,
      { id: storyId, defaultPanels: panels },
      {
        storyId,
        prompt,
        maxPanels: panels,
        generateImages: true,
        regenerateExisting: false,
      },
    ),
  );
  await writeScene(jobId);
  const jobs = await db.job.findMany({
    where: { sceneId, kind: "panel_image" },
    orderBy: { id: "asc" },
  });
  await makePictures(jobs);
}

async function paintPortraits(storyId: string): Promise<void> {
  const jobs = await db.job.findMany({ where: { storyId, kind: "character_image" } });
  await makePictures(jobs);
}

async function makePictures(jobs: { id: string }[]): Promise<void> {
  const waiting = [...jobs];
  const hand = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      await makeMedia(job.id);
      await publishMedia(job.id);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, hand));
}

/** Pictures of locations and smaller encodings are made once the engine runs; the rest is done. */
async function deleteSentEvents(): Promise<void> {
  const done = await db.job.findMany({ where: { status: "completed" }, select: { id: true } });
  await db.outboxEvent.updateMany({
    where: {
      sentAt: null,
      OR: [{ name: "panel/ready" }, { id: { in: done.map(({ id }) => id) } }],
    },
    data: { sentAt: new Date() },
  });
}
