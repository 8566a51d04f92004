import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { pruneExpired } from "@/lib/platform/jobs/prune-service";
import { makeAuthor } from "./support";

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const inAnHour = new Date(Date.now() + 3_600_000);

describe("upkeep", () => {
  it("deletes expired rows and keeps the others", async () => {
    const { viewer } = await makeAuthor();
    const key = { userId: viewer.id, requestHash: "0".repeat(64) };
    await db.idempotencyKey.createMany({
      data: [
        { ...key, key: "old", expiresAt: daysAgo(1) },
        { ...key, key: "new", expiresAt: inAnHour },
      ],
    });
    await db.passkeyChallenge.createMany({
      data: [
        { challenge: "old", expiresAt: daysAgo(1) },
        { challenge: "new", expiresAt: inAnHour },
      ],
    });
    await db.outboxEvent.createMany({
      data: [
        { id: "sent-long-ago", name: "a/b", data: {}, sentAt: daysAgo(8) },
        { id: "sent-now", name: "a/b", data: {}, sentAt: new Date() },
        { id: "waits-for-long", name: "a/b", data: {}, createdAt: daysAgo(30) },
      ],
    });
    await db.rateLimit.create({ data: { key: "x", resetAt: daysAgo(1) } });
    await db.quotaEntry.createMany({
      data: [daysAgo(8), daysAgo(1)].map((createdAt) => ({
        jobId: crypto.randomUUID(),
        userId: viewer.id,
        promptHash: "0".repeat(64),
        createdAt,
      })),
    });
    expect(await pruneExpired()).toMatchObject({
      idempotencyKeys: 1,
      passkeyChallenges: 1,
      sentEvents: 1,
      rateLimits: 1,
      quotaEntries: 1,
    });
    const left = await db.outboxEvent.findMany({ orderBy: { id: "asc" } });
    expect(left.map(({ id }) => id)).toEqual(["sent-now", "waits-for-long"]);
    expect((await db.idempotencyKey.findMany()).map((row) => row.key)).toEqual(["new"]);
  });
});
