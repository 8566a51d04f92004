import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { call, makeStory, type Person, person } from "../http/harness";

let ada: Person;
beforeAll(async () => {
  ada = await person("ada");
});

const targets = [
  ["stories", "/likes/stories/{storyId}", "storyId"],
  ["scenes", "/likes/scenes/{sceneId}", "sceneId"],
] as const;

describe.each(targets)("likes of %s", (kind, path, name) => {
  const target = async () => {
    const { story, scenes } = await makeStory({ author: ada });
    return { [name]: kind === "stories" ? story.id : (scenes[0]?.id ?? "") };
  };

  it("toggle, and their count is public", async () => {
    const params = await target();
    const ben = await person("ben");
    expect((await call("POST", path, { as: ben, params })).body).toEqual({
      success: true,
      action: "liked",
      data: { likeCount: 1, isLikedByUser: true },
    });
    expect((await call("GET", path, { params })).body).toEqual({
      success: true,
      data: { likeCount: 1, isLikedByUser: false },
    });
    expect((await call("GET", path, { params, as: ben })).body.data.isLikedByUser).toBe(true);
    expect((await call("POST", path, { as: ben, params })).body).toEqual({
      success: true,
      action: "unliked",
      data: { likeCount: 0, isLikedByUser: false },
    });
  });

  it("are deleted with their account", async () => {
    const params = await target();
    const ben = await person("ben");
    await call("POST", path, { as: ben, params });
    await db.user.delete({ where: { id: ben.id } });
    expect((await call("GET", path, { params })).body.data.likeCount).toBe(0);
  });

  it("R16 counters equal the rows after fifty people toggled at random, all at once", async () => {
    const params = await target();
    const people = await Promise.all(Array.from({ length: 50 }, () => person("crowd")));
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    const calls = people.flatMap((as) =>
      Array.from({ length: 1 + Math.floor(random() * 6) }, () => as),
    );
    const answers = await Promise.all(calls.map((as) => call("POST", path, { as, params })));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const id = Object.values(params)[0] ?? "";
    const [rows, counter] =
      kind === "stories"
        ? [
            await db.storyLike.count({ where: { storyId: id } }),
            await db.storyStat.findUniqueOrThrow({ where: { storyId: id } }),
          ]
        : [
            await db.sceneLike.count({ where: { sceneId: id } }),
            await db.sceneStat.findUniqueOrThrow({ where: { sceneId: id } }),
          ];
    expect(counter.likeCount).toBe(rows);
    // One after the other each person's last answer is what is stored.
    for (const as of people.slice(0, 10)) {
      const { body } = await call("POST", path, { as, params });
      const now = await call("GET", path, { as, params });
      expect(now.body.data).toEqual(body.data);
    }
  });
});
