import { afterAll, describe, expect, it } from "vitest";
import { getSceneProgress } from "@/lib/generation/queries";
import { db } from "@/lib/platform/db";
import { generateScene } from "../../integration/generation/start";
import { authorWithStory } from "../../integration/generation/support";
import { GenerationHarness } from "./harness";

const workshop = await GenerationHarness.open({
  writerMs: 100,
  painterMs: 1_500,
  maxReferences: 3,
});
afterAll(() => workshop.close());

describe("a painter that takes references, through the embedded engine", () => {
  it("paints the portraits of those in a frame before the frame", async () => {
    const { author, story } = await authorWithStory();
    const { scene } = await generateScene(
      author.viewer,
      {
        storyId: story.id,
        prompt: "Mara the keeper and Tom the sailor find a door standing in the waves.",
        maxPanels: 3,
      },
      null,
    );
    const look = () => getSceneProgress(author.viewer, scene._id);
    await expect
      .poll(async () => (await look()).isGenerating, { timeout: 50_000, interval: 100 })
      .toBe(false);
    expect(await look()).toMatchObject({ isComplete: true, hasPartialErrors: false });

    const jobs = await db.job.findMany({
      where: { storyId: story.id },
      include: { panel: { select: { characterIds: true, locationId: true } } },
    });
    const portraits = new Map(jobs.map((job) => [job.characterId ?? job.locationId, job] as const));
    const panels = jobs.filter(({ kind }) => kind === "panel_image");
    expect(panels).toHaveLength(3);
    let waitedFor = 0;
    for (const { panel, startedAt } of panels) {
      const wanted = [...(panel?.characterIds ?? []), panel?.locationId ?? null].slice(0, 3);
      for (const id of wanted) {
        const portrait = id === null ? undefined : portraits.get(id);
        if (!portrait) continue;
        waitedFor += 1;
        expect(portrait.status).toBe("completed");
        expect(Number(startedAt)).toBeGreaterThanOrEqual(Number(portrait.finishedAt));
      }
    }
    expect(waitedFor).toBeGreaterThan(2);

    // Woken by each portrait that ended, not by looking again and again.
    await expect.poll(() => workshop.openRuns("paint-panel")).toBe(0);
    const steps = await db.$queryRaw<{ name: string; word: string | null }[]>`
      SELECT s.name, s.state -> 'data' ->> 'name' AS word
      FROM inngest_engine.step s JOIN inngest_engine.run r ON r.id = s.run_id
      WHERE r.function_id LIKE '%paint-panel'
        AND r.event -> 'data' ->> 'jobId' = ANY(${panels.map(({ id }) => id)})`;
    const waits = steps.filter(({ name }) => name.startsWith("portrait-told"));
    const looks = steps.filter(({ name }) => /^paint(-after-\d+)?$/.test(name));
    // On a busy machine most portraits have ended before their panel looks.
    expect(waits.some(({ word }) => word === "portrait/ended")).toBe(true);
    expect(looks.length).toBe(waits.length + panels.length);
  });
});
