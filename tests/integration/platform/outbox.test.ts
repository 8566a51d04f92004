import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { inngest } from "@/lib/platform/jobs/client";
import {
  abandonJobs,
  commit,
  enqueue,
  pauseEventDelivery,
  startOutboxSweep,
  sweepOutbox,
  transact,
} from "@/lib/platform/jobs/outbox-service";
import { log } from "@/lib/platform/log";
import { runInTrace } from "@/lib/platform/trace";

type Sent = { id: string; name: string; data: unknown }[];
let sent: Sent;
let refuses: (id: string) => boolean;

beforeEach(async () => {
  await db.outboxEvent.deleteMany();
  sent = [];
  refuses = () => false;
  vi.spyOn(inngest, "send").mockImplementation((async (events: Sent) => {
    if (events.some(({ id }) => refuses(id))) throw new Error("no such event");
    sent.push(...events);
    return { ids: [] };
  }) as never);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const event = (id: string = randomUUID()) => ({ id, name: "test/event", data: { jobId: id } });
const row = (id: string) => db.outboxEvent.findUnique({ where: { id } });
const left = (id: string, more: object = {}) =>
  db.outboxEvent.create({
    data: { ...event(id), createdAt: new Date(Date.now() - 60_000), ...more },
  });
const ids = () => sent.map(({ id }) => id);

describe("R2 events and their rows", () => {
  it("R2 are committed together, then sent, and reduced to their id", async () => {
    const one = event();
    const value = await transact(async (tx, send) => {
      send(one);
      expect(await tx.outboxEvent.count()).toBe(0);
      expect(sent).toEqual([]);
      return 7;
    });
    expect(value).toBe(7);
    expect(sent).toEqual([one]);
    expect(await row(one.id)).toMatchObject({
      name: "test/event",
      data: {},
      sentAt: expect.any(Date),
      attempts: 0,
    });
  });

  it("R2 are discarded where the transaction failed", async () => {
    const broken = transact(async (_, send) => {
      send(event("never"));
      throw new Error("no");
    });
    await expect(broken).rejects.toThrow("no");
    expect(sent).toEqual([]);
    expect(await db.outboxEvent.count()).toBe(0);
  });

  it("R2 carry the id of their request", async () => {
    await runInTrace("request-1", () => transact(async (_, send) => send(event("traced"))));
    expect(sent[0]?.data).toEqual({ jobId: "traced", traceId: "request-1" });
  });

  it("R2 wait with their error where the engine takes none, and the request still succeeds", async () => {
    refuses = () => true;
    const warn = vi.spyOn(log, "warn");
    const { result, sent: over } = await commit(async (_, send) => {
      send(event("one"));
      send(event("two"));
      return "done";
    });
    await over;
    expect(result).toBe("done");
    const said = { err: new Error("no such event"), events: ["one", "two"] };
    expect(warn.mock.calls).toEqual([[said, "events wait in the outbox"]]);
    for (const id of ["one", "two"]) {
      expect(await row(id)).toMatchObject({ sentAt: null, data: { jobId: id } });
    }
  });

  it("R13 are not waited for longer than three seconds", async () => {
    vi.mocked(inngest.send).mockImplementation((() => new Promise(() => {})) as never);
    const began = performance.now();
    await transact(async (_, send) => send(event("slow")));
    const took = performance.now() - began;
    expect(took).toBeGreaterThan(2_900);
    expect(took).toBeLessThan(15_000);
    expect((await row("slow"))?.sentAt).toBeNull();
  });

  it("R1 with one id are one", async () => {
    const one = event("once");
    await enqueue(db, [one]);
    await enqueue(db, [{ ...one, data: { jobId: "other" } }]);
    await enqueue(db, []);
    expect(await db.outboxEvent.findMany()).toMatchObject([{ id: "once", data: one.data }]);
  });

  it("R2 are none where there is nothing to send", async () => {
    expect(await transact(async () => 3)).toBe(3);
    expect(vi.mocked(inngest.send)).not.toHaveBeenCalled();
  });
});

describe("R2 the sweep", () => {
  it("R2 sends unsent events, oldest first, and none twice", async () => {
    await left("new", { createdAt: new Date() });
    await left("late", { createdAt: new Date(Date.now() - 30_000) });
    await left("early");
    await left("gone", { sentAt: new Date(0) });
    expect(await sweepOutbox()).toEqual({ sent: 2, failed: 0 });
    expect(ids().sort()).toEqual(["early", "late"]);
    expect((await row("gone"))?.sentAt).toEqual(new Date(0));
    expect(await sweepOutbox()).toEqual({ sent: 0, failed: 0 });
    expect(await sweepOutbox(0)).toEqual({ sent: 1, failed: 0 });
    expect(await row("new")).toMatchObject({ attempts: 1, data: {} });
  });

  it("R2 sends the others where one is refused, and records its error", async () => {
    for (const id of ["a", "poison", "b"]) await left(id);
    await left("young", { createdAt: new Date() });
    const warn = vi.spyOn(log, "warn");
    refuses = (id) => id === "poison";
    expect(await sweepOutbox()).toEqual({ sent: 2, failed: 1 });
    expect(ids().sort()).toEqual(["a", "b"]);
    const said = { err: new Error("no such event"), events: 1 };
    expect(warn.mock.calls).toEqual([[said, "events still wait in the outbox"]]);
    expect((await row("young"))?.lastError).toBeNull();
    expect(await row("poison")).toMatchObject({
      sentAt: null,
      attempts: 1,
      lastError: "no such event",
    });
    expect((await row("a"))?.sentAt).toEqual(expect.any(Date));
    refuses = () => false;
    await db.outboxEvent.delete({ where: { id: "young" } });
    expect(await sweepOutbox()).toEqual({ sent: 1, failed: 0 });
    expect(await row("poison")).toMatchObject({ attempts: 2, sentAt: expect.any(Date) });
  });

  it("R2 retries a refused event, however recent", async () => {
    await left("young", { createdAt: new Date(), attempts: 1 });
    expect(await sweepOutbox()).toEqual({ sent: 1, failed: 0 });
  });

  it("R2 stores no more than 500 characters of an error, and a text for a thrown non-error", async () => {
    await left("a");
    vi.mocked(inngest.send).mockRejectedValue(new Error("x".repeat(900)));
    expect(await sweepOutbox()).toEqual({ sent: 0, failed: 1 });
    expect((await row("a"))?.lastError).toBe("x".repeat(500));
    vi.mocked(inngest.send).mockRejectedValue("words");
    await sweepOutbox();
    expect((await row("a"))?.lastError).toBe("The engine refused the event.");
  });

  it("R2 begins at once, repeats every two seconds, and stops on request", async () => {
    await left("first", { createdAt: new Date() });
    const stop = startOutboxSweep();
    await expect.poll(ids).toEqual(["first"]);
    await left("second");
    await expect.poll(ids, { timeout: 8_000 }).toEqual(["first", "second"]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    stop();
    await left("third");
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(ids()).toEqual(["first", "second"]);
  });
});

describe("R2 the pause between two sweeps", () => {
  /** Milliseconds until the sweep that follows the first one. */
  async function pauseAfterFirst(): Promise<number> {
    const timer = vi.spyOn(globalThis, "setTimeout");
    const pauses = () =>
      timer.mock.calls.flatMap(([, wait]) => (wait === 2_000 || wait === 4_000 ? [wait] : []));
    const stop = startOutboxSweep();
    await expect.poll(() => pauses().length).toBe(1);
    stop();
    return pauses()[0] ?? 0;
  }

  it("R2 is two seconds", async () => expect(await pauseAfterFirst()).toBe(2_000));

  it("R2 is longer after a refusal, and while the outbox cannot be read", async () => {
    await left("poison");
    refuses = () => true;
    expect(await pauseAfterFirst()).toBe(4_000);
    vi.restoreAllMocks();
    const warn = vi.spyOn(log, "warn");
    await db.$executeRaw`ALTER TABLE outbox_event RENAME TO hidden`;
    try {
      expect(await pauseAfterFirst()).toBe(4_000);
      expect(warn).toHaveBeenCalledWith({ err: expect.any(Error) }, "the outbox could not be read");
    } finally {
      await db.$executeRaw`ALTER TABLE hidden RENAME TO outbox_event`;
    }
  });

  it("R18 does not begin once the sweep is stopped during its work", async () => {
    const timer = vi.spyOn(globalThis, "setTimeout");
    startOutboxSweep()();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(timer.mock.calls.filter(([, wait]) => wait === 2_000)).toEqual([]);
  });
});

it("R12 open jobs are aborted when they are deleted", async () => {
  const user = await db.user.create({
    data: { username: "ada", email: "ada@inkwright.example" },
  });
  const job = (status: "queued" | "processing" | "completed", kind: "image" | "video" = "image") =>
    db.job.create({
      data: {
        kind,
        ownerId: user.id,
        status,
        finishedAt: status === "completed" ? new Date() : null,
      },
    });
  const open = [await job("queued"), await job("processing")];
  await job("completed");
  await job("queued", "video");
  await transact((tx, send) => abandonJobs(tx, send, { ownerId: user.id, kind: "image" }));
  expect(sent.map(({ id, name }) => [id, name]).sort()).toEqual(
    open.map(({ id }) => [`abandoned:${id}`, "job/abandoned"]).sort(),
  );
  expect(sent.map(({ data }) => data)).toContainEqual({ jobId: open[0]?.id });
});

it("R2 events of a process without an engine are held", async () => {
  pauseEventDelivery();
  await transact(async (_, send) => send(event("held")));
  expect(sent).toEqual([]);
  expect((await row("held"))?.sentAt).toBeNull();
  // An explicit sweep still sends.
  expect(await sweepOutbox(0)).toEqual({ sent: 1, failed: 0 });
});
