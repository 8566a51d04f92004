import { afterAll, expect, it, vi } from "vitest";
import { sweepEvents } from "@/lib/generation/jobs/lost-events-service";
import { db } from "@/lib/platform/db";
import { inngest } from "@/lib/platform/jobs/client";
import { sweepOutbox } from "@/lib/platform/jobs/outbox-service";
import { start } from "../../integration/generation/start";
import { makeAuthor } from "../../integration/generation/support";
import { GenerationHarness } from "./harness";

const workshop = await GenerationHarness.open({ writerMs: 100, painterMs: 2_500 });
afterAll(() => workshop.close());

const patient = { timeout: 60_000, interval: 100 };
const panelJobs = (sceneId: string) =>
  db.job.findMany({ where: { sceneId, kind: "panel_image" }, orderBy: { id: "asc" } });
const forgetIds = () => db.$executeRaw`TRUNCATE inngest_engine.seen_event`;
const statusOf = async (sceneId: string) =>
  (await db.scene.findUniqueOrThrow({ where: { id: sceneId } })).status;

it("R1 an event that an engine takes twice paints its panel once", async () => {
  const { sceneId } = await start(await makeAuthor(), 2);
  await expect
    .poll(
      async () => (await panelJobs(sceneId)).filter((job) => job.status === "processing"),
      patient,
    )
    .toHaveLength(2);
  await forgetIds();
  // The same events again: the engine, which has forgotten their ids, starts a run for each.
  await db.$executeRaw`
    UPDATE outbox_event e SET sent_at = NULL, created_at = now() - interval '1 minute', data =
      jsonb_build_object('jobId', j.id, 'ownerId', j.owner_id, 'cancelKey', concat(j.scene_id, ':1'))
    FROM job j WHERE e.id = j.id::text AND j.kind = 'panel_image' AND j.scene_id = ${sceneId}::uuid`;
  expect((await sweepOutbox(0)).sent).toBe(2);
  const runs = async () => workshop.openRuns("paint-panel");
  await expect.poll(runs, patient).toBe(4);
  await expect.poll(runs, patient).toBe(0);
  expect(await statusOf(sceneId)).toBe("completed");
  const jobs = await panelJobs(sceneId);
  const painted = workshop.calls().filter((call) => jobs.some(({ id }) => call.includes(id)));
  expect(painted.toSorted()).toEqual(jobs.map(({ id }) => `paint ${id}:1`));
});

it("R2 a scene whose event the engine took and lost is made all the same", async () => {
  vi.spyOn(inngest, "send").mockResolvedValueOnce({ ids: [] });
  const { sceneId, jobId } = await start(await makeAuthor(), 2);
  expect(await sweepEvents()).toEqual({ sent: 0, failed: 0 });
  const longAgo = new Date(Date.now() - 180_000);
  await db.job.update({ where: { id: jobId }, data: { createdAt: longAgo } });
  const data = { createdAt: longAgo, sentAt: longAgo };
  await db.outboxEvent.update({ where: { id: jobId }, data });
  await sweepEvents();
  await expect.poll(() => statusOf(sceneId), patient).toBe("completed");
});
