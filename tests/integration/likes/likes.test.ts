import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { makeStory, person, visitor } from "../http/harness";

const ada = await person("ada");

describe.each(["stories", "scenes"] as const)("likes of %s", (kind) => {
  const target = async () => {
    const { story, scenes } = await makeStory({ author: ada });
    const id = kind === "stories" ? story.id : (scenes[0]?.id ?? "");
    return { id, path: `/likes/${kind}/${id}` };
  };

  it("toggle, and their count is public", async () => {
    const { path } = await target();
    const ben = await person("ben");
    const of = (likeCount: number, isLikedByUser: boolean, action?: string) => ({
      success: true,
      data: { likeCount, isLikedByUser },
      ...(action ? { action } : {}),
    });
    expect((await ben.post(path)).body).toEqual(of(1, true, "liked"));
    expect((await visitor.get(path)).body).toEqual(of(1, false));
    expect((await ben.get(path)).body.data.isLikedByUser).toBe(true);
    expect((await ben.post(path)).body).toEqual(of(0, false, "unliked"));
  });

  it("are as the call says, however often it is repeated", async () => {
    const { path } = await target();
    const ben = await person("ben");
    for (const liked of [true, true, false, false, true]) {
      const { body } = await ben.post(path, { liked });
      expect(body).toEqual({
        success: true,
        action: liked ? "liked" : "unliked",
        data: { likeCount: liked ? 1 : 0, isLikedByUser: liked },
      });
    }
    expect((await ben.post(path, {})).body.action).toBe("unliked");
    const twenty = Array.from({ length: 20 }, () => ben.post(path, { liked: true }));
    expect(new Set((await Promise.all(twenty)).map(({ status }) => status))).toEqual(
      new Set([200]),
    );
    expect((await visitor.get(path)).body.data.likeCount).toBe(1);
  });

  it("refuse any other body, and change nothing", async () => {
    const { path } = await target();
    const ben = await person("ben");
    for (const body of [
      { liked: "true" },
      { liked: 1 },
      { liked: null },
      { liked: [true] },
      { liked: {} },
      { liked: true, userId: ada.id },
      { unliked: true },
      [true],
      "true",
      true,
      null,
    ]) {
      expect((await ben.post(path, body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await ben.get(path)).body.data).toEqual({ likeCount: 0, isLikedByUser: false });
    expect((await visitor.post(path, { liked: true })).status).toBe(401);
  });

  it("are deleted with their account", async () => {
    const { path } = await target();
    const ben = await person("ben");
    await ben.post(path);
    await db.user.delete({ where: { id: ben.id } });
    expect((await visitor.get(path)).body.data.likeCount).toBe(0);
  });

  it("R16 counters equal the rows after fifty people toggled at random, all at once", async () => {
    const { id, path } = await target();
    const people = await Promise.all(Array.from({ length: 50 }, () => person("crowd")));
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    const calls = people.flatMap((as) =>
      Array.from({ length: 1 + Math.floor(random() * 6) }, () => as),
    );
    const answers = await Promise.all(calls.map((as) => as.post(path)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
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
      const { body } = await as.post(path);
      const now = await as.get(path);
      expect(now.body.data).toEqual(body.data);
    }
  });
});
