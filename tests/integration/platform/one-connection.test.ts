import { describe, expect, it } from "vitest";
import { makeAuthor, makeStory } from "../generation/support";

// A serverless instance may have one connection; the client reads this when it is made.
process.env.DATABASE_POOL_SIZE = "1";
const { db, withLongTimeout } = await import("@/lib/platform/db");
const { deleteStory } = await import("@/lib/stories/service");

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  const began = performance.now();
  const result = await work;
  expect(performance.now() - began).toBeLessThan(ms);
  return result;
};

describe("with a single connection", () => {
  it("a nested query in a transaction does not deadlock", async () => {
    const [owner, stranger] = [await makeAuthor(), await makeAuthor()];
    const story = await makeStory(owner);
    const refused = deleteStory(stranger.viewer, story.id).catch((error) => error.code);
    expect(["not_found", "forbidden"]).toContain(await within(2_000, refused));
  });

  it("a query within a transaction sees its writes, and is rolled back with it", async () => {
    const { viewer } = await makeAuthor();
    const where = { id: viewer.id, bio: "seen" };
    const rolledBack = db.$transaction(async (tx) => {
      await tx.user.update({ where: { id: viewer.id }, data: { bio: "seen" } });
      expect(await db.user.count({ where })).toBe(1);
      expect(await db.$transaction(async (inner) => inner.user.count({ where }))).toBe(1);
      throw new Error("not this time");
    });
    await expect(rolledBack).rejects.toThrow("not this time");
    expect(await db.user.count({ where })).toBe(0);
  });

  it("work that outlives its transaction uses the pool again", async () => {
    let later: Promise<number> | undefined;
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1`;
      later = new Promise((resolve) => setTimeout(resolve, 20)).then(() => db.user.count());
    });
    expect(await later).toBeGreaterThan(0);
  });

  it("many at once take turns", async () => {
    const all = Array.from({ length: 12 }, () => db.$transaction(async (tx) => tx.user.count()));
    expect(new Set(await within(3_000, Promise.all(all))).size).toBe(1);
  });

  it("upkeep, which may take a minute, has a named connection of its own", async () => {
    const name = await withLongTimeout(
      (tx) => tx.$queryRaw`SELECT current_setting('application_name') AS name`,
    );
    expect(name).toEqual([{ name: "inkwright-upkeep" }]);
    const other = await db.$queryRaw`SELECT current_setting('application_name') AS name`;
    expect(other).not.toEqual(name);
  });
});
