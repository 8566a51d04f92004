import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runStep } from "@/lib/generation/jobs/completion-service";
import { runAs } from "@/lib/generation/jobs/job-service";
import { sweepEvents } from "@/lib/generation/jobs/lost-events-service";
import { makeMedia } from "@/lib/generation/picture/make-media-service";
import { publishMedia } from "@/lib/generation/picture/publish-media-service";
import { getSceneProgress } from "@/lib/generation/queries";
import { writeScene } from "@/lib/generation/scene/write-scene-service";
import { startServer } from "@/lib/generation/server-start";
import { db } from "@/lib/platform/db";
import { inngest } from "@/lib/platform/jobs/client";
import { start } from "../start";
import { forgetEvents, makeAuthor, provideScript, TestPainter } from "../support";

interface Sent {
  id: string;
  name: string;
  data: unknown;
}
let sent: Sent[] = [];
beforeEach(async () => {
  await db.job.deleteMany();
  await forgetEvents();
  sent = [];
  vi.spyOn(inngest, "send").mockImplementation((async (events: Sent[]) => {
    sent.push(...events);
    return { ids: [] };
  }) as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const byId = (events: Sent[]) => events.toSorted((a, b) => a.id.localeCompare(b.id));
/** As if all jobs had been requested, and their events sent, that many minutes ago. */
async function age(requested: number, eventsSent = requested) {
  const before = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await db.job.updateMany({ data: { createdAt: before(requested) } });
  await db.outboxEvent.updateMany({
    data: { createdAt: before(requested), sentAt: before(eventsSent) },
  });
}

describe("R2 events that an engine took and lost", () => {
  it("R2 are sent again with the same id while their jobs are queued, and less often each time", async () => {
    provideScript(2);
    const { jobId } = await start(await makeAuthor(), 2);
    await writeScene(jobId);
    const ofQueued = byId(sent.filter(({ id }) => id !== jobId));
    expect(ofQueued.filter(({ name }) => name === "panel/ready")).toHaveLength(2);
    sent = [];
    await age(1.9);
    await sweepEvents();
    expect(sent).toEqual([]);

    await age(2.1);
    await sweepEvents();
    expect(byId(sent)).toEqual(
      ofQueued.map(({ id, name, data }) => ({
        id,
        name,
        data: expect.objectContaining(data as object),
      })),
    );
    sent = [];
    await sweepEvents();
    await age(10, 3);
    await sweepEvents();
    expect(sent).toEqual([]);
    await age(10, 5.1);
    await sweepEvents();
    expect(sent).toHaveLength(ofQueued.length);
  });
});

describe("R2 a host without background work", () => {
  const leftBehind = async () => {
    vi.mocked(inngest.send).mockRejectedValueOnce(new Error("The process died."));
    const author = await makeAuthor();
    provideScript(1);
    const started = await start(author, 1);
    await db.$executeRaw`UPDATE outbox_event SET created_at = now() - interval '3 seconds'`;
    expect(sent).toEqual([]);
    return { ...started, author };
  };
  const ids = () => sent.map(({ id }) => id);

  it("R2 sends what a process left when its author looks at the scene", async () => {
    const { jobId, sceneId, author } = await leftBehind();
    await getSceneProgress(author.viewer, sceneId);
    expect(ids()).toEqual([]);
    vi.stubEnv("VERCEL", "1");
    await getSceneProgress(author.viewer, sceneId);
    expect(ids()).toEqual([jobId]);
  });

  it("R2 sends what a process left when the next one starts", async () => {
    const { jobId } = await leftBehind();
    vi.stubEnv("VERCEL", "1");
    vi.spyOn(process, "once").mockReturnValue(process);
    vi.spyOn(process, "on").mockReturnValue(process);
    startServer();
    await expect.poll(ids).toEqual([jobId]);
  });
});

describe("R1 two runs for one job", () => {
  /** Both do the same work at the same time, as steps of two runs. */
  const twice = (jobId: string, work: () => Promise<unknown>) =>
    Promise.all(["one", "two"].map((run) => runAs(run, () => runStep(jobId, work))));

  it("R1 write one script and paint one picture", async () => {
    const { writer, painter } = provideScript(1);
    const { sceneId, jobId } = await start(await makeAuthor(), 1);
    await twice(jobId, () => writeScene(jobId));
    expect(writer.prompts).toHaveLength(1);
    const { id } = await db.job.findFirstOrThrow({ where: { sceneId, kind: "panel_image" } });
    await twice(id, async () => (await makeMedia(id)) === true && publishMedia(id));
    expect(painter.panels).toHaveLength(1);
    expect(await db.take.count({ where: { panel: { sceneId } } })).toBe(1);
    expect(await db.job.findUnique({ where: { id } })).toMatchObject({
      status: "completed",
      attempts: 1,
    });
  });

  it("R3 the one that begins goes on after a failure, and the other after a minute of silence", async () => {
    let isDown = true;
    const painter = new TestPainter(async () => {
      if (isDown) throw new Error("It broke off.");
      return {};
    });
    provideScript(1, painter);
    const { sceneId, jobId } = await start(await makeAuthor(), 1);
    await writeScene(jobId);
    const { id } = await db.job.findFirstOrThrow({ where: { sceneId, kind: "panel_image" } });
    const paintAs = (run: string) => runAs(run, () => makeMedia(id));
    await expect(paintAs("one")).rejects.toThrow("It broke off.");
    expect(await paintAs("two")).toBe(false);
    await expect(paintAs("one")).rejects.toThrow("It broke off.");
    expect(painter.panels).toHaveLength(2);
    isDown = false;
    await db.$executeRaw`UPDATE job SET heartbeat_at = now() - interval '61 seconds'`;
    expect(await paintAs("two")).toBe(true);
    expect(await paintAs("one")).toBe(true);
    expect(painter.panels).toHaveLength(3);
  });
});
