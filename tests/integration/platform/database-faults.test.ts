import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { db, Prisma, translateDatabaseError } from "@/lib/platform/db";
import { type Answer, call, makeStory, type Person, person, visitor } from "../http/harness";
import { connectionString } from "./support";

const ada = await person("ada");
const storyId = (await makeStory({ author: ada, status: "published" })).story.id;

const like = (as: Person) => as.post(`/likes/stories/${storyId}`);
const read = () => visitor.get(`/stories/${storyId}`);

/** Of an answer that says that the database is away. */
function expectAway({ status, headers, body }: Answer): void {
  expect(status).toBe(503);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(body).toMatchObject({ success: false, error: { code: "unavailable" } });
}

async function timed<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
  const began = Date.now();
  const answer = await work;
  return { answer, ms: Date.now() - began };
}

describe("a value that no column can hold", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["a NUL", () => db.user.findFirst({ where: { username: "a\0b" } })],
    ["a NUL in JSON", () => db.$queryRaw`SELECT ${'{"a":"\\u0000"}'}::jsonb ->> 'a'`],
    [
      "a day of the year 0",
      () => db.user.count({ where: { createdAt: new Date(-62167219200000) } }),
    ],
    ["a day before all days", () => db.user.count({ where: { createdAt: new Date(-8.64e15) } })],
    ["a large number", () => db.story.count({ where: { version: 2 ** 31 } })],
    ["a long text", () => db.$executeRaw`UPDATE story SET title = ${"a".repeat(300)}`],
    ["no id", () => db.story.findFirst({ where: { id: "nope" } })],
    ["no id in SQL", () => db.$queryRaw`SELECT ${"nope"}::uuid`],
  ])("is the caller's fault: %s", async (_, work) => {
    const error = await work().then(
      () => null,
      (thrown: unknown) => translateDatabaseError(thrown),
    );
    expect(error).toMatchObject({ code: "bad_request", status: 400 });
  });

  it("is not blamed for a fault of the code", async () => {
    const ours = [
      db.$queryRaw`SELECT 1 / 0`,
      db.$queryRaw`SELECT ${'"originalCode":"22021"'}::text, 1 / 0`,
    ];
    for (const work of ours) {
      const error = await work.then(
        () => null,
        (thrown: unknown) => translateDatabaseError(thrown) ?? "ours",
      );
      expect(error).toBe("ours");
    }
  });
});

describe("R13 a database that is busy", () => {
  it("R13 with every connection taken, calls fail within six seconds, and recover within five", async () => {
    // More than the pool has, for as long as one statement may take.
    const taken = Promise.allSettled(
      Array.from({ length: 15 }, () => db.$queryRaw`SELECT 1 FROM pg_sleep(4.5)`),
    );
    await new Promise((done) => setTimeout(done, 300));
    const calls = await Promise.all(Array.from({ length: 20 }, () => timed(read())));
    for (const { answer, ms } of calls) {
      expectAway(answer);
      expect(ms).toBeLessThan(6_000);
    }
    await taken;
    const { answer, ms } = await timed(read());
    expect(answer.status).toBe(200);
    expect(ms).toBeLessThan(5_000);
  });

  it("R13 a locked table delays only requests that need it", async () => {
    const readers = await Promise.all(Array.from({ length: 12 }, () => person("ben")));
    const other = new Client({ connectionString });
    await other.connect();
    await other.query("BEGIN; LOCK TABLE story_like IN ACCESS EXCLUSIVE MODE");
    const writes = readers.map((one) => timed(like(one)));
    await new Promise((done) => setTimeout(done, 100));
    const feed = await timed(visitor.get("/stories"));
    expect(feed.answer.status).toBe(200);
    expect(feed.ms).toBeLessThan(1_500);
    for (const { answer, ms } of await Promise.all(writes)) {
      expectAway(answer);
      expect(ms).toBeLessThan(6_000);
    }
    await other.query("ROLLBACK");
    await other.end();
    const [first] = readers;
    expect(first && (await like(first)).status).toBe(200);
  });

  // They wait for seconds: together.
  it.concurrent("R13 a statement that never ends is ended", async () => {
    const { answer, ms } = await timed(
      db.$queryRaw`SELECT 1 FROM pg_sleep(60)`.then(
        () => null,
        (error: unknown) => translateDatabaseError(error),
      ),
    );
    expect(answer).toMatchObject({ code: "unavailable", status: 503 });
    expect(ms).toBeLessThan(6_000);
  });

  it.concurrent.each([
    [1_400, 200],
    [4_000, 503],
  ])(
    "R13 a story that is held for %i ms: its scene's deletion waits twice a second, and says %i",
    async (held, status) => {
      const { story, scenes } = await makeStory({ author: ada, scenes: 2 });
      const other = new Client({ connectionString });
      await other.connect();
      await other.query(`BEGIN; SELECT 1 FROM story WHERE id = '${story.id}' FOR UPDATE`);
      const deletion = timed(ada.delete(`/scenes/${scenes[1]?.id}`));
      await new Promise((done) => setTimeout(done, held));
      await other.query("ROLLBACK");
      await other.end();
      const { answer, ms } = await deletion;
      expect([answer.status, await db.scene.count({ where: { storyId: story.id } })]).toEqual([
        status,
        status === 200 ? 1 : 2,
      ]);
      expect(ms).toBeLessThan(6_000);
    },
  );
});

describe("R14 connections that are cut", () => {
  it("R14 are 503, the next call succeeds, and acknowledged writes are kept", async () => {
    const client = new Client({ connectionString });
    await client.connect();
    const statuses = new Map<number, number>();
    const liked: string[] = [];
    const cut = async () => {
      for (let round = 0; round < 8; round += 1) {
        await client.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
        );
        await new Promise((done) => setTimeout(done, 60));
      }
    };
    const work = async () => {
      for (let round = 0; round < 12; round += 1) {
        const one = await person("eve").catch(() => null);
        if (!one) continue;
        const answer = await like(one);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status === 200) liked.push(one.id);
        else expectAway(answer);
      }
    };
    await Promise.all([cut(), ...Array.from({ length: 6 }, work)]);
    await client.end();
    const found = await db.storyLike.findMany({ where: { storyId, userId: { in: liked } } });
    expect(found).toHaveLength(liked.length);
    expect(liked.length).toBeGreaterThan(0);
    expect((await read()).status).toBe(200);
    const { likeCount } = (await read()).body.data;
    expect(likeCount).toBe(await db.storyLike.count({ where: { storyId } }));
  });
});

describe("R10 a parent row that is deleted at the same moment", () => {
  /** Deletes a row, and commits after the work has begun. */
  async function beside<T>(table: string, id: string, work: () => Promise<T>): Promise<T> {
    const other = new Client({ connectionString });
    await other.connect();
    await other.query(`BEGIN; DELETE FROM "${table}" WHERE id = '${id}'`);
    const working = work();
    await new Promise((done) => setTimeout(done, 300));
    await other.query("COMMIT");
    await other.end();
    return working;
  }

  it("R10 of a portrait, a character or a like is a 404 with a message", async () => {
    const { story, unused } = await makeStory({ author: ada, status: "published" });
    const portrait = { characterId: unused.id };
    const { title, description, imagePrompt } = unused;
    const params = { storyId: story.id };
    const sheet = { name: "Old Tom", title, description, imagePrompt };
    const character = { as: ada, body: { ...params, ...sheet } };
    const answers = [
      await beside("character", unused.id, () =>
        ada.post("/ai/generate-character-image", portrait),
      ),
      ...(await beside("story", story.id, () =>
        Promise.all([
          call("POST", "/characters", character),
          ada.post(`/likes/stories/${params.storyId}`),
        ]),
      )),
    ];
    for (const { status, body } of answers) {
      expect([status, body.error.code, body.message]).toEqual([
        404,
        "not_found",
        "What this belongs to was deleted in the meantime. Please load the page again.",
      ]);
    }
  });

  it("but a deletion that a foreign key refuses stays an internal error", async () => {
    const { story } = await makeStory({ author: ada });
    const { mediaId } = await db.take.findFirstOrThrow({
      where: { panel: { scene: { storyId: story.id } } },
    });
    const error = await db.mediaObject.delete({ where: { id: mediaId } }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Prisma.PrismaClientKnownRequestError);
    expect(translateDatabaseError(error)).toBeUndefined();
  });
});

describe("an error of the database client", () => {
  const known = (code: string, message = "", meta = {}) =>
    new Prisma.PrismaClientKnownRequestError(message, { code, clientVersion: "7", meta });
  it.each([
    known("P1001"),
    known("P2024"),
    known("P2028"),
    known("P2037"),
    known(
      "P2010",
      "Raw query failed. Code: `57P03`. Message: `the database system is starting up`",
    ),
    known("P2010", "Raw query failed. Code: `53300`. Message: `sorry, too many clients already`"),
    known("P2010", "Raw query failed. Code: `57014`. Message: `canceling statement`"),
    known("P2010", "", { driverAdapterError: { cause: { originalCode: "55P03" } } }),
    new Error("timeout exceeded when trying to connect"),
    new Error("Client has encountered a connection error and is not queryable"),
    Object.assign(new Error("Connection terminated unexpectedly"), { name: "DriverAdapterError" }),
  ])("is 503: %s", (error) => {
    expect(translateDatabaseError(error)).toMatchObject({ status: 503, code: "unavailable" });
  });
  it.each([
    known("P2010", "Raw query failed. Code: `42P01`. Message: `relation does not exist`"),
    known("P2003", "Foreign key constraint violated"),
    known(
      "P2010",
      'Code: `23503`. Message: `update or delete on table "story" violates foreign key constraint "a" on table "b"`',
    ),
    new Error("Something else is terminated"),
    new TypeError("x is not a function"),
    "text",
  ])("is no outage: %s", (error) => {
    expect(translateDatabaseError(error)).toBeUndefined();
  });
});
