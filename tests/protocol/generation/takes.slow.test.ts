import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import {
  choose,
  jobOf,
  type Place,
  panelWithPicture,
  takes,
  target,
} from "../../integration/generation/picture/take-requests";
import { makeAuthor, pictureOf } from "../../integration/generation/support";
import { upload } from "../../integration/media/support";
import { GenerationHarness } from "./harness";

const workshop = await GenerationHarness.open({ writerMs: 0, painterMs: 300 });
const author = await makeAuthor();
afterAll(() => workshop.close());

async function die(): Promise<void> {
  await workshop.kill();
  await workshop.start();
}

/** Waits for a job to end. @returns the address of what it made */
async function finished(jobId: string): Promise<string> {
  const status = async () => (await db.job.findUniqueOrThrow({ where: { id: jobId } })).status;
  await expect.poll(status, { timeout: 60_000, interval: 100 }).toBe("completed");
  const take = await db.take.findFirstOrThrow({ where: { jobId }, include: { media: true } });
  return `/media/${take.media.sha256}.${take.media.extension}`;
}

/** An author's actions in the media workspace, with a moment between request and result. */
function workspace(place: Place, who: string, meanwhile: (part: string) => Promise<void>) {
  const made = async (part: string, jobId: string) => {
    await meanwhile(part);
    return finished(jobId);
  };
  const edit = async (initialImageUrl: string, prompt: string) =>
    jobOf(author, "generate-image", {
      ...target(place),
      prompt: `${who}: ${prompt}`,
      isRefineMode: true,
      initialImageUrl,
    });
  return async () => {
    const again = { sceneId: place.sceneId, panelNumber: 1, choose: false };
    const prompt = `${who}: Mara looks back at the lamp`;
    const second = await made(
      "regenerate",
      await jobOf(author, "regenerate-panel", { ...again, prompt }),
    );
    await choose(author, place, { imageUrl: second });
    const third = await made("edit", await edit(second, "night falls"));
    await choose(author, place, { imageUrl: third });
    const bytes = await pictureOf(who, 300, 400);
    const { imageUrl } = (await upload(author, { bytes })).body.data;
    await choose(author, place, { imageUrl });
    const film = { ...target(place), prompt: `${who}: the lamp flickers`, imageUrl };
    const videoUrl = await made("animate", await jobOf(author, "generate-video", film));
    await choose(author, place, { videoUrl });
    await choose(author, place, { imageUrl: place.imageUrl });
    const last = await made("edit again", await edit(place.imageUrl, "snow falls"));
    return [second, third, imageUrl, videoUrl, last];
  };
}

/** All takes are there, each once, with an object that can be read; nothing was paid without a note. */
async function expectTakes(place: Place, urls: string[]): Promise<void> {
  const kept = await takes(author, place);
  expect(kept.map(({ url }) => url).sort()).toEqual([place.imageUrl, ...urls].sort());
  for (const { url } of kept) {
    expect(await storage().get(url.replace("/media/", "")), url).not.toBeNull();
  }
  const jobs = await db.job.findMany({ where: { storyId: place.storyId } });
  expect(jobs.map(({ status }) => status)).toEqual(jobs.map(() => "completed"));
  const ids = new Set(jobs.map(({ id }) => id));
  const calls = workshop
    .calls()
    .map((line) => line.split(" ")[1] ?? "")
    .filter((attempt) => ids.has(attempt.split(":")[0] ?? ""));
  expect(new Set(calls).size, "no attempt twice").toBe(calls.length);
  const recorded = jobs.reduce((sum, { attempts }) => sum + attempts, 0);
  expect(calls.length).toBeLessThanOrEqual(recorded);
}

describe("regenerate, edit, upload, animate, restore on one panel", () => {
  it("makes six takes, none lost by SIGKILL before, during and after the work", async () => {
    const place = await panelWithPicture(author);
    const urls = await workspace(place, "One", async (part) => {
      if (part === "edit") return;
      // At once: the event is on its way. Later: the provider works, or the result is being kept.
      await pause({ regenerate: 0, animate: 250, "edit again": 400 }[part] ?? 0);
      await die();
    })();
    await expectTakes(place, urls);
    expect(await takes(author, place)).toHaveLength(6);
    const sources = (await takes(author, place)).map(({ type, source }) => `${source} ${type}`);
    expect(sources).toEqual([
      "edited image",
      "generated video",
      "uploaded image",
      "edited image",
      "generated image",
      "generated image",
    ]);
  }, 120_000);

  it("makes six more from a second tab at the same time, killed in between", async () => {
    const place = await panelWithPicture(author);
    const kill = async (part: string) => {
      if (part === "animate") await die();
    };
    const [first, second] = await Promise.all([
      workspace(place, "First", kill)(),
      workspace(place, "Second", async () => {})(),
    ]);
    await expectTakes(place, [...first, ...second]);
    expect(await takes(author, place)).toHaveLength(11);
  }, 120_000);
});
