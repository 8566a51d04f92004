import { afterEach, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { pruneExpired } from "@/lib/platform/jobs/prune-service";
import { getReceipt } from "@/lib/reports/queries";
import { listOpen } from "@/lib/reports/queue-queries";
import { makeStory, person, unknownId } from "../http/harness";
import { administrator, decide, freshAddress, mailsTo, report } from "./support";

afterEach(async () => {
  await db.rateLimit.deleteMany();
});

describe("a report", () => {
  it("by a visitor needs an email, except for harm to children, and gets a receipt", async () => {
    const { story } = await makeStory({ author: await person("ada"), title: "The Cellar" });
    const without = await report(null, story.id, { email: undefined });
    expect(without.status).toBe(400);
    expect(without.body.errors).toEqual([
      {
        field: "email",
        message: "Please give your email, so that we can tell you what was decided",
      },
    ]);
    expect(await db.report.count({ where: { storyId: story.id } })).toBe(0);
    const anonymous = await report(null, story.id, { email: undefined, reason: "children" });
    expect(anonymous.status, anonymous.text).toBe(201);

    const answer = await report(null, story.id, { email: "reader-1@comics.test" });
    expect(answer.status, answer.text).toBe(201);
    const { number, token } = answer.body.data;
    expect(number).toBeGreaterThan(anonymous.body.data.number);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await getReceipt(token)).toMatchObject({
      number,
      name: "The Cellar",
      reason: "spam",
      words: "It sells lamps.",
      decision: null,
    });
    expect(await getReceipt("x".repeat(43))).toBeNull();
    expect(await getReceipt("../../etc/passwd")).toBeNull();
    const [mail] = await mailsTo("reader-1@comics.test");
    expect(mail?.subject).toContain(`Your report ${number}`);
    expect(mail?.text).toContain(`/report/${token}`);
    // A visitor may have typed another person's address.
    expect(mail?.text).not.toMatch(/Cellar|lamps/);
  });

  it("is about a story, a scene of it or a person that the public can see", async () => {
    const [ada, ben] = [await person("ada"), await person("ben")];
    const shown = await makeStory({ author: ada, scenes: 2 });
    const scene = await report(ben, shown.scenes[1]?.id ?? "", { kind: "scene" });
    expect(scene.status, scene.text).toBe(201);
    expect((await report(ben, ada.id, { kind: "author" })).status).toBe(201);
    expect(await getReceipt(scene.body.data.token)).toMatchObject({
      kind: "scene",
      sceneNumber: 2,
    });

    const draft = await makeStory({ author: ada, status: "draft" });
    for (const [kind, id] of [
      ["story", draft.story.id],
      ["scene", draft.scenes[0]?.id ?? ""],
    ] as const) {
      const [refused, unknown] = [
        await report(ben, id, { kind }),
        await report(ben, unknownId, { kind }),
      ];
      expect([refused.status, refused.text]).toEqual([404, unknown.text]);
    }
    // An id of another kind is none.
    expect((await report(ben, shown.story.id, { kind: "author" })).status).toBe(404);
    expect((await report(ben, shown.story.id, { kind: "scene" })).status).toBe(404);
  });

  it("is taken once from a person while it is open, however often they send it", async () => {
    const [ada, ben] = [await person("ada"), await person("ben")];
    const { story, scenes } = await makeStory({ author: ada, scenes: 2 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(ben, story.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    // Other parts of it are other reports, and go without hindrance.
    for (const { id } of scenes)
      expect((await report(ben, id, { kind: "scene" })).status).toBe(201);
    await db.scene.deleteMany({ where: { storyId: story.id } });
    await decide(await administrator(), story.id, "dismiss");
    expect((await report(ben, story.id)).status).toBe(201);
  });

  it("is taken once of a story from a visitor, by address and by email, while it is open", async () => {
    const ada = await person("ada");
    const { story, scenes } = await makeStory({ author: ada, scenes: 2 });
    const [other] = [await makeStory({ author: ada })];
    const [peer, email] = [freshAddress(), "one-reader@comics.test"];
    const scene = scenes[0]?.id ?? "";
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => report(null, story.id, { email }, peer)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    // A scene of it, another email from there, and the same email from elsewhere.
    for (const [id, more, from] of [
      [scene, { kind: "scene", email }, peer],
      [story.id, { email: "two@comics.test" }, peer],
      [story.id, { email: "ONE-reader@comics.test" }, freshAddress()],
      [scene, { kind: "scene", email: undefined, reason: "children" }, peer],
    ] as const) {
      const { status, body } = await report(null, id, more, from);
      expect([status, body.message]).toEqual([
        409,
        "You have reported this already. It is waiting for a decision, and you will be told of it.",
      ]);
    }
    expect((await report(null, other.story.id, { email }, peer)).status).toBe(201);
    const ofAuthor = () => report(null, ada.id, { kind: "author", email }, peer);
    expect([(await ofAuthor()).status, (await ofAuthor()).status]).toEqual([201, 409]);
    expect((await report(null, story.id, { email: "three@comics.test" })).status).toBe(201);

    const kept = await db.report.findMany({
      where: { storyId: { in: [story.id, other.story.id] } },
    });
    expect(JSON.stringify(kept)).not.toContain(peer);
    expect(new Set(kept.map(({ visitor }) => visitor)).size).toBe(3);
    await decide(await administrator(), story.id, "dismiss");
    expect((await report(null, story.id, { email }, peer)).status).toBe(201);
    const decided = { storyId: story.id, decisionId: { not: null }, visitor: { not: null } };
    expect(await db.report.count({ where: decided })).toBe(0);
  });

  it("S10 is limited by person and by address", async () => {
    const [ada, ben] = [await person("ada"), await person("ben")];
    const { story } = await makeStory({ author: ada });
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await report(ben, story.id)).status);
    expect(statuses.slice(0, 10)).toEqual([201, ...Array(9).fill(409)]);
    expect(statuses[10]).toBe(429);

    const peer = freshAddress();
    const visitors = [];
    for (let count = 0; count < 11; count += 1)
      visitors.push(await report(null, story.id, {}, peer));
    expect(visitors.map(({ status }) => status)).toEqual([201, ...Array(9).fill(409), 429]);
    expect(Number(visitors[10]?.headers.get("retry-after"))).toBeGreaterThan(3000);
    // Accounts that are made for it share their address's day.
    await db.rateLimit.updateMany({
      where: { key: `report-address:${peer}` },
      data: { hits: 40 },
    });
    expect((await report(await person("cyd"), story.id, {}, peer)).status).toBe(429);
    expect((await report(await person("cyd"), story.id)).status).toBe(201);
  });

  it("S3 S4 accepts only its own fields, in their own shapes", async () => {
    const ben = await person("ben");
    const { story } = await makeStory({ author: await person("ada") });
    for (const wrong of [
      { reporterId: unknownId },
      { decisionId: unknownId },
      { number: 1 },
      { token: "a".repeat(43) },
      { kind: "everything" },
      { id: "1 OR 1=1" },
      { id: { $ne: null } },
      { reason: "because" },
      { reason: ["spam"] },
      { words: "" },
      { words: "  \n " },
      { words: "x".repeat(2001) },
      { words: { toString: 1 } },
      { words: "\u0000" },
      { email: "nobody" },
    ]) {
      const answer = await report(ben, story.id, wrong);
      expect(answer.status, JSON.stringify(wrong)).toBe(400);
      await db.rateLimit.deleteMany();
    }
    expect(await db.report.count({ where: { reporterId: ben.id } })).toBe(0);
  });

  it("R19 outlives its account without a name, and its story without a title", async () => {
    const [ada, ben, admin] = [await person("ada"), await person("ben"), await administrator()];
    const { story } = await makeStory({ author: ada });
    const { token } = (await report(ben, story.id)).body.data;
    await db.user.delete({ where: { id: ben.id } });
    const row = await db.report.findUniqueOrThrow({ where: { token } });
    expect([row.reporterId, row.storyId]).toEqual([null, story.id]);
    // An unpublished story has no title for strangers.
    await db.story.update({
      where: { id: story.id },
      data: { status: "draft", publishedAt: null, title: "Mine alone" },
    });
    expect(await getReceipt(token)).toMatchObject({ name: null, isDeleted: false });
    await db.user.delete({ where: { id: ada.id } });
    expect(await getReceipt(token)).toMatchObject({ name: null, isDeleted: true, decision: null });
    const { subjects } = await listOpen(admin.viewer);
    expect(subjects.map(({ id }) => id)).not.toContain(story.id);
  });

  it("R19 of a visitor loses the address half a year after the decision", async () => {
    const { story } = await makeStory({ author: await person("ada") });
    const { token } = (await report(null, story.id)).body.data;
    await decide(await administrator(), story.id, "dismiss");
    const email = async () => (await db.report.findUniqueOrThrow({ where: { token } })).email;
    const decidedBefore = (days: number) =>
      db.decision.updateMany({
        where: { storyId: story.id },
        data: { createdAt: new Date(Date.now() - days * 86_400_000) },
      });
    await decidedBefore(179);
    await pruneExpired();
    expect(await email()).toBe("reader@comics.test");
    await decidedBefore(181);
    await pruneExpired();
    expect(await email()).toBeNull();
  });
});
