import { Client } from "pg";
import { describe, expect, it, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { rollUpViews } from "@/lib/stories/feed/ranking-service";
import { countQueries, makeStory, type Person, person, unknownId, visitor } from "../http/harness";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

const ada = await person("ada");
const ben = await person("ben");
const boss = await person("boss", { isAdministrator: true });

interface From {
  as?: Person | null;
  address?: string;
  agent?: string;
}
const read = (storyId: string, { as = null, address = "192.0.2.1", agent = firefox }: From = {}) =>
  (as ?? visitor).post(
    `/stories/${storyId}/views`,
    { type: "read" },
    { "x-inkwright-peer": address, "user-agent": agent },
  );

const rowsOf = (storyId: string) => db.storyView.findMany({ where: { storyId } });
const counted = async (storyId: string) =>
  (await db.storyStat.findUniqueOrThrow({ where: { storyId } })).viewCount;

describe("a popular story", () => {
  it("counts 200 concurrent readers exactly, with one update of its row", async () => {
    const { story } = await makeStory({ author: ada });
    const readers = Array.from({ length: 200 }, (_, n) => ({ address: `198.51.100.${n}` }));
    await db.$executeRaw`
      CREATE TABLE IF NOT EXISTS stat_writes (story_id uuid)`;
    await db.$executeRaw`
      CREATE OR REPLACE FUNCTION note_stat_write() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO stat_writes VALUES (NEW.story_id); RETURN NULL; END $$`;
    await db.$executeRaw`
      CREATE OR REPLACE TRIGGER note_stat_write AFTER UPDATE ON story_stat
      FOR EACH ROW EXECUTE FUNCTION note_stat_write()`;
    // Everybody twice: a page that is opened again is the same reading.
    const { count, result } = await countQueries(() =>
      Promise.all([...readers, ...readers].map((from) => read(story.id, from))),
    );
    expect(new Set(result.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await rowsOf(story.id)).length).toBe(200);
    // One for each request is the limiter's; all readings together are a few statements, one for each
    // 40 ms in which they come.
    expect(count - 400).toBeLessThan(100);
    expect(await counted(story.id)).toBe(0);

    await Promise.all([rollUpViews(), rollUpViews(), rollUpViews()]);
    expect(await counted(story.id)).toBe(200);
    const [writes] = await db.$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM stat_writes WHERE story_id = ${story.id}::uuid`;
    expect(writes?.n).toBeLessThanOrEqual(3);
  });

  it("counts concurrent reads of many stories, and each caller gets its own response", async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        makeStory({ author: ada, status: n % 3 === 0 ? "draft" : "published" }),
      ),
    );
    const asked = made.flatMap(({ story }) =>
      ["203.0.113.1", "203.0.113.2"].map((address) => ({ story, address })),
    );
    const answers = await Promise.all(
      asked.map(async ({ story, address }) => ({
        story,
        status: (await read(story.id, { address })).status,
      })),
    );
    for (const { story, status } of answers) {
      expect(status).toBe(story.status === "draft" ? 404 : 204);
    }
    for (const { story } of made) {
      expect((await rowsOf(story.id)).length).toBe(story.status === "draft" ? 0 : 2);
    }
  });
});

describe("the count of readers", () => {
  it("counts people by account, and visitors by address and browser", async () => {
    const { story } = await makeStory({ author: ada });
    const same = { as: ben };
    await read(story.id, { ...same, address: "192.0.2.1" });
    await read(story.id, { ...same, address: "192.0.2.2", agent: phone });
    expect((await rowsOf(story.id)).length).toBe(1);
    await read(story.id, { address: "192.0.2.3" });
    await read(story.id, { address: "192.0.2.3" });
    await read(story.id, { address: "192.0.2.3", agent: phone });
    await read(story.id, { address: "192.0.2.4", agent: phone });
    expect((await rowsOf(story.id)).length).toBe(4);
  });

  it("skips the author and bots, with the usual response", async () => {
    const { story } = await makeStory({ author: ada });
    const programs = [
      "",
      "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      "Mozilla/5.0 (Linux; Android 11) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36",
      "curl/8.5.0",
      "Twitterbot/1.0",
    ];
    for (const agent of programs) expect((await read(story.id, { agent })).status).toBe(204);
    expect((await read(story.id, { as: ada })).status).toBe(204);
    expect(await rowsOf(story.id)).toEqual([]);
  });

  it("skips drafts and unknown stories, with the usual response for viewers who may see the draft", async () => {
    const { story } = await makeStory({ author: ada, status: "draft" });
    expect((await read(story.id)).status).toBe(404);
    expect((await read(story.id, { as: ben })).status).toBe(404);
    expect((await read(unknownId)).status).toBe(404);
    expect((await read(story.id, { as: ada })).status).toBe(204);
    expect((await read(story.id, { as: boss })).status).toBe(204);
  });

  it("stores no address, name or browser, and deletes the day's key with the day", async () => {
    const { story } = await makeStory({ author: ada });
    await read(story.id, { address: "203.0.113.77" });
    await read(story.id, { as: ben });
    const stored = JSON.stringify([await rowsOf(story.id), await db.analyticsEvent.findMany()]);
    for (const secret of ["203.0.113.77", ben.id, "Firefox"]) expect(stored).not.toContain(secret);
    for (const { viewer } of await rowsOf(story.id)) expect(viewer).toMatch(/^[0-9a-f]{64}$/);
    await db.viewSalt.create({ data: { day: new Date("2026-01-01"), salt: new Uint8Array(32) } });
    await rollUpViews();
    expect(await db.viewSalt.count({ where: { day: new Date("2026-01-01") } })).toBe(0);
    expect(await db.viewSalt.count()).toBe(1);
  });
});

it("hostile readings are refused or counted once, without an error", async () => {
  const { story } = await makeStory({ author: ada });
  const odd = [
    "a".repeat(100_000),
    "\u00ff\u00fe",
    "'; DROP TABLE story; --",
    ["$", "{jndi:ldap://x}"].join(""),
  ];
  for (const agent of odd) {
    expect((await read(story.id, { agent })).status, agent.slice(0, 20)).toBe(204);
  }
  const bodies = [undefined, {}, { type: "like" }, { type: "read", viewer: "x" }, [], "read", 1];
  for (const body of bodies) {
    const answer = await visitor.post(`/stories/${story.id}/views`, body, {
      "user-agent": firefox,
    });
    expect(answer.status, JSON.stringify(body)).toBe(400);
  }
  const answer = await visitor.post("/stories/1 OR 1=1/views", { type: "read" });
  expect(answer.status).toBe(404);
  const foreign = await visitor.post(
    `/stories/${story.id}/views`,
    { type: "read" },
    { origin: "https://evil.example", "user-agent": firefox },
  );
  expect(foreign.status).toBe(403);
});

it("a story that is deleted during the count causes no deadlock and is deleted", async () => {
  const { story } = await makeStory({ author: ada });
  const day = new Date(new Date().setUTCHours(0, 0, 0, 0));
  await db.storyView.create({ data: { storyId: story.id, day, viewer: "somebody" } });
  const counting = new Client(env().DATABASE_URL);
  await counting.connect();
  // As the count has it: views first, then what they are counted in.
  await counting.query("BEGIN");
  await counting.query("UPDATE story_view SET rolled_up = true WHERE story_id = $1", [story.id]);
  const deletion = ada.delete(`/stories/${story.id}`);
  await vi.waitFor(
    async () => {
      const { rowCount } = await counting.query(
        "SELECT FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()",
      );
      expect(rowCount).toBeGreaterThan(0);
    },
    { timeout: 10_000 },
  );
  // PostgreSQL ends one of the two; which one is its own choice.
  await counting
    .query("INSERT INTO story_day (story_id, day, readers) VALUES ($1, now(), 1)", [story.id])
    .catch((error) => expect(error.code).toBe("40P01"));
  await counting.query("COMMIT");
  await counting.end();
  expect((await deletion).status).toBe(200);
  expect(await db.story.count({ where: { id: story.id } })).toBe(0);
});
