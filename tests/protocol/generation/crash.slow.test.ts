import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { reapStaleJobs } from "@/lib/generation/stale-jobs-service";
import { db } from "@/lib/platform/db";
import { generateScene } from "../../integration/generation/start";
import { authorWithStory } from "../../integration/generation/support";
import { GenerationHarness } from "./harness";

/** Kills of one run; `KILLS=50` makes a long one of it. */
const kills = Number(process.env.KILLS ?? 10);
const workshop = await GenerationHarness.open({ writerMs: 600, painterMs: 400 });
afterAll(() => workshop.close());

async function startScene(index: number) {
  const { author, story } = await authorWithStory();
  const { scene } = await generateScene(
    author.viewer,
    {
      storyId: story.id,
      prompt: `Mara and Tom walk along the pier at night and count ${index} lamps.`,
      maxPanels: 3,
    },
    null,
  );
  return scene._id;
}

describe("SIGKILL at random moments of a generation", () => {
  it("leaves every scene completed, or failed with a retry, and does nothing twice", async () => {
    const scenes: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      scenes.push(await startScene(kill));
      await pause(50 + Math.random() * 1_200);
      await workshop.kill();
      await workshop.start();
    }
    await expect.poll(() => workshop.openRuns(), { timeout: 180_000, interval: 250 }).toBe(0);
    // Where even the note of a failure was killed, the reaper's next round does what is left.
    await reapStaleJobs({ processing: 0, queued: 0 });
    const open = () => db.scene.count({ where: { id: { in: scenes }, status: "generating" } });
    expect(await open()).toBe(0);
    const working = { status: { in: ["queued" as const, "processing" as const] } };
    await expect
      .poll(() => db.job.count({ where: working }), { timeout: 60_000, interval: 250 })
      .toBe(0);

    const ended = await db.scene.findMany({
      where: { id: { in: scenes } },
      include: { panels: { include: { takes: true } }, jobs: true },
    });
    const completed = ended.filter(({ status }) => status === "completed");
    // Each step is tried up to four times, and one scene may meet every kill after it: of ten 5 to
    // 10 came through, of twenty-five 12 and 17.
    expect(completed.length).toBeGreaterThan(kills / 4);
    for (const scene of ended) {
      expect(["completed", "failed"]).toContain(scene.status);
      if (scene.status === "failed") {
        expect(scene.errorMessage).toBeTruthy();
        const tries = Math.max(...scene.jobs.map(({ attempts }) => attempts));
        expect(tries, "none is given up at its first cut").toBeGreaterThan(1);
      }
      expect(scene.panels).toHaveLength(3);
      const panelJobs = scene.jobs.filter(({ kind }) => kind === "panel_image");
      expect(panelJobs.length, "one job for each panel").toBeLessThanOrEqual(3);
      for (const panel of scene.panels) {
        expect(panel.takes.length, "no picture twice").toBeLessThanOrEqual(1);
        if (panel.status === "completed") expect(panel.imageMediaId).not.toBeNull();
        else expect([panel.status, panel.errorMessage]).toEqual(["failed", expect.any(String)]);
      }
      const job = scene.jobs.find(({ kind }) => kind === "scene");
      const quota = await db.quotaEntry.findUniqueOrThrow({ where: { jobId: job?.id } });
      expect(quota.refundedAt !== null).toBe(scene.status === "failed");
    }

    // Each call of a painter was recorded before it was made, under an id of its own. Some jobs went
    // with the cast of a script that failed.
    const paints = workshop.calls().filter((line) => line.startsWith("paint "));
    expect(new Set(paints).size).toBe(paints.length);
    const made = Map.groupBy(paints, (line) => line.replace(/^paint |:\d+$/g, ""));
    const painted = await db.job.findMany({ where: { kind: { not: "scene" } } });
    for (const { id, attempts } of painted) {
      expect(made.get(id)?.length ?? 0, id).toBeLessThanOrEqual(attempts);
    }
    // A further call follows only on one that was cut off: never after a picture was recorded.
    // Not those of a first try of this test.
    const storyId = { in: ended.map((scene) => scene.storyId) };
    const jobs = await db.job.findMany({ where: { kind: { not: "scene" }, storyId } });
    const repeated = jobs.reduce((sum, { attempts }) => sum + Math.max(0, attempts - 1), 0);
    expect(repeated).toBeLessThanOrEqual(kills * 12);
    const names = await db.character.groupBy({ by: ["storyId", "name"], _count: true });
    expect(names.every(({ _count }) => _count === 1)).toBe(true);
  }, 300_000);
});
