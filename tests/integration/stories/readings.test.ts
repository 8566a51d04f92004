import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { call, makeStory, type Person, person, unknownId } from "../http/harness";

let ada: Person;
let bea: Person;
beforeEach(async () => {
  ada = await person("ada");
  bea = await person("bea");
  await db.rateLimit.deleteMany();
});

const list = async (as: Person) => (await call("GET", "/readings", { as })).body.data;
const tell = (as: Person | null, readings: unknown) =>
  call("PUT", "/readings", { as, body: { readings } });
const told = (storyId: string, more: object = {}) => ({
  storyId,
  progression: 0.5,
  scene: 1,
  modified: "2026-11-20T10:00:00.000Z",
  ...more,
});
const read = (as: Person, storyId: string, progression: number) =>
  call("PUT", "/stories/{storyId}/progress", { as, params: { storyId }, body: { progression } });
const remove = (as: Person | null, storyId: string) =>
  call("DELETE", "/readings/{storyId}", { as, params: { storyId } });

describe("what a person reads", () => {
  it("is listed with its place, the latest first; a finished story has no card", async () => {
    const { story: half } = await makeStory({ author: ada, panels: 3 });
    const { story: done } = await makeStory({ author: ada, panels: 2 });
    await read(bea, half.id, 0.75);
    await read(bea, done.id, 1);
    const [first, second] = await list(bea);
    expect(first).toMatchObject({ storyId: done.id, progression: 1, card: null });
    expect(second).toMatchObject({
      storyId: half.id,
      progression: 0.75,
      card: { title: half.title, place: 1, scenes: 1, position: { scene: 1, panel: 1 } },
    });
    expect(await list(ada)).toEqual([]);
  });

  it("leaves the row when it is removed, keeps its place, and returns when it is read on", async () => {
    const { story } = await makeStory({ author: ada, panels: 3 });
    await read(bea, story.id, 0.5);
    expect((await remove(bea, story.id)).status).toBe(204);
    expect(await list(bea)).toMatchObject([{ progression: 0.5, card: null }]);
    // What was read before the removal does not bring it back.
    await tell(bea, [told(story.id, { progression: 0.6 })]);
    expect(await list(bea)).toMatchObject([{ card: null }]);
    await read(bea, story.id, 0.75);
    expect(await list(bea)).toMatchObject([{ card: { title: story.title } }]);
    // Of others nothing changes.
    expect((await remove(ada, story.id)).status).toBe(204);
    expect(await list(bea)).toMatchObject([{ card: { title: story.title } }]);
  });

  it("is not listed while its story is another person's draft", async () => {
    const { story } = await makeStory({ author: ada, panels: 3 });
    await read(bea, story.id, 0.5);
    await db.story.update({
      where: { id: story.id },
      data: { status: "draft", publishedAt: null },
    });
    expect(await list(bea)).toEqual([]);
  });
});

describe("what a visitor has read before sign-in", () => {
  it("joins the account where that has nothing later, and skips what one may not see", async () => {
    const { story: older } = await makeStory({ author: ada, panels: 3 });
    const { story: newer } = await makeStory({ author: ada, panels: 3 });
    const { story: draft } = await makeStory({ author: ada, panels: 3, status: "draft" });
    await read(bea, newer.id, 0.75);
    const readings = [
      told(older.id),
      told(older.id, { progression: 0.25, modified: "2026-11-19T10:00:00.000Z" }),
      told(newer.id),
      told(draft.id),
      told(unknownId),
    ];
    expect((await tell(bea, readings)).status).toBe(204);
    const kept = await list(bea);
    expect(kept.map((one: { progression: number }) => one.progression)).toEqual([0.75, 0.5]);
    expect(await db.readingProgress.count({ where: { storyId: draft.id } })).toBe(0);
  });

  it("is refused where it is malformed, and without a session", async () => {
    const { story } = await makeStory({ author: ada });
    const bad = [
      { storyId: "x" },
      { progression: 1.5 },
      { progression: -1 },
      { progression: "0.5" },
      { scene: 1e9 },
      { scene: 0 },
      { scene: 1.5 },
      { modified: "yesterday" },
      { modified: "0000-01-01T00:00:00Z" },
      { by: ada.id },
    ];
    for (const wrong of bad) {
      expect([wrong, (await tell(bea, [told(story.id, wrong)])).status]).toEqual([wrong, 400]);
      await db.rateLimit.deleteMany();
    }
    expect((await tell(bea, Array(101).fill(told(story.id)))).status).toBe(400);
    expect((await tell(bea, null)).status).toBe(400);
    expect((await tell(null, [])).status).toBe(401);
    expect((await remove(null, story.id)).status).toBe(401);
    expect((await remove(bea, "7")).status).toBe(404);
    // A clock that runs ahead does not block other devices.
    await tell(bea, [told(story.id, { modified: "9999-01-01T00:00:00Z" })]);
    expect((await read(bea, story.id, 0.9)).status).toBe(204);
  });
});
