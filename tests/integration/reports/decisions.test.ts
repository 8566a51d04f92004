import { afterEach, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { decisionsAbout, getReceipt, standingOf } from "@/lib/reports/queries";
import { listAuditLog, listDecided, listOpen } from "@/lib/reports/queue-queries";
import { getReadingStory } from "@/lib/stories/queries";
import { call, makeStory, type Person, person, unknownId, visitor } from "../http/harness";
import { findPublicAppearances } from "../stories/public-appearances";
import { administrator, decide, mailsTo, object, report } from "./support";

afterEach(async () => {
  await db.rateLimit.deleteMany();
});

const put = (as: Person, storyId: string, body: object) => as.put(`/stories/${storyId}`, body);
const openIds = async ({ viewer }: Person) => (await listOpen(viewer)).subjects.map(({ id }) => id);

describe("a hidden story", () => {
  it("leaves every public list, cannot be published or copied, and is restored as it was", async () => {
    const [ada, ben, admin] = [await person("ada"), await person("ben"), await administrator()];
    const tag = `lamp${ada.id.slice(-6)}`;
    const { story } = await makeStory({ author: ada, tags: [tag] });
    const everywhere = await findPublicAppearances(story.id, ada, tag);
    expect(everywhere).toHaveLength(15);
    const { token } = (await report(ben, story.id)).body.data;
    expect(await openIds(admin)).toContain(story.id);

    expect((await decide(admin, story.id, "hide", { reason: "It is stolen." })).status).toBe(204);
    expect(await findPublicAppearances(story.id, ada, tag)).toEqual([]);
    expect(await getReadingStory(story.id)).toBeNull();
    const asked = async (id: string, as: Person | null) => (as ?? visitor).get(`/stories/${id}`);
    for (const stranger of [null, ben]) {
      const [hidden, unknown] = [await asked(story.id, stranger), await asked(unknownId, stranger)];
      expect([hidden.status, hidden.text]).toEqual([404, unknown.text]);
    }
    expect((await asked(story.id, ada)).status).toBe(200);
    expect(await openIds(admin)).not.toContain(story.id);
    expect(await getReceipt(token)).toMatchObject({
      decision: { action: "hide", reason: "It is stolen." },
    });

    const refused = await put(ada, story.id, { status: "published" });
    expect([refused.status, refused.body.error.code]).toEqual([409, "not_publishable"]);
    expect(refused.body.message).toContain("This story is hidden");
    const params = { storyId: story.id };
    for (const [path, more] of [
      ["/stories/{storyId}/remix", {}],
      ["/stories/{storyId}/remix-scene/{scene}", { scene: "1" }],
    ] as const) {
      const copy = await call("POST", path, { as: ada, params: { ...params, ...more } });
      expect(copy.status, copy.text).toBe(409);
    }
    // Not even past the rule: the database has it too.
    const past = db.story.update({ where: { id: story.id }, data: { status: "published" } });
    await expect(past).rejects.toThrow(/story_hidden/);
    // Its author goes on writing, and may delete it.
    expect((await put(ada, story.id, { title: "Another title" })).status).toBe(200);

    const before = await db.story.findUniqueOrThrow({ where: { id: story.id } });
    expect((await decide(admin, story.id, "restore")).status).toBe(204);
    expect(await findPublicAppearances(story.id, ada, tag)).toEqual(everywhere);
    const after = await db.story.findUniqueOrThrow({ where: { id: story.id } });
    expect(after.publishedAt).toEqual(before.publishedBefore);
    expect([after.hiddenAt, after.publishedBefore]).toEqual([null, null]);
  });

  it("that was a draft, or lost its pictures, is restored as a draft", async () => {
    const [ada, admin] = [await person("ada"), await administrator()];
    const draft = await makeStory({ author: ada });
    await put(ada, draft.story.id, { status: "draft" });
    const empty = await makeStory({ author: ada });
    for (const { story } of [draft, empty]) {
      expect((await decide(admin, story.id, "hide")).status).toBe(204);
    }
    await db.scene.deleteMany({ where: { storyId: empty.story.id } });
    for (const { story } of [draft, empty]) {
      expect((await decide(admin, story.id, "restore")).status).toBe(204);
      const row = await db.story.findUniqueOrThrow({ where: { id: story.id } });
      expect([row.status, row.publishedAt, row.hiddenAt]).toEqual(["draft", null, null]);
    }
  });

  it("is hidden once: of several concurrent decisions one succeeds", async () => {
    const [ada, admin] = [await person("ada"), await administrator()];
    const { story } = await makeStory({ author: ada });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => decide(admin, story.id, "hide")),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
    expect(await db.decision.count({ where: { storyId: story.id } })).toBe(1);
    const again = await decide(admin, story.id, "dismiss");
    expect([again.status, again.body.message]).toEqual([
      409,
      "Nothing is open about this any more. It was decided meanwhile.",
    ]);
  });
});

describe("the author after a decision", () => {
  it("reads the reason, gets a mail, objects once, and gets an answer", async () => {
    const [ada, ben, admin] = [await person("ada"), await person("ben"), await administrator()];
    const { story } = await makeStory({ author: ada });
    await report(ben, story.id);
    await decide(admin, story.id, "hide", { reason: "It is stolen." });
    const [decision] = await decisionsAbout(ada.viewer);
    expect(decision).toMatchObject({
      storyId: story.id,
      action: "hide",
      reason: "It is stolen.",
      mayObject: true,
    });
    expect(await standingOf(ada.viewer, story.id)).toEqual(decision);
    expect(await standingOf(ben.viewer, story.id)).toBeNull();
    const [mail] = await mailsTo(`${ada.username}@comics.test`);
    expect(mail?.text).toContain("It is stolen.");
    expect(mail?.text).toContain("you can object once");
    const [told] = await mailsTo(`${ben.username}@comics.test`);
    expect(told?.subject).toMatch(/^Decided: your report \d+/);
    expect(told?.text).toContain("It is stolen.");

    const id = decision?._id ?? "";
    const [foreign, unknown] = [await object(ben, id), await object(ben, unknownId)];
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect((await object(ada, id, " ")).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 3 }, () => object(ada, id, "Mine.")));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    const queue = await listOpen(admin.viewer);
    expect(queue.subjects.find((one) => one.id === story.id)).toMatchObject({
      isHidden: true,
      reports: [],
      objection: { words: "Mine.", action: "hide", reason: "It is stolen." },
    });

    await decide(admin, story.id, "dismiss", { reason: "We have seen the original." });
    expect(await openIds(admin)).not.toContain(story.id);
    expect(await decisionsAbout(ada.viewer)).toMatchObject([
      { action: "dismiss", reason: "We have seen the original.", mayObject: false },
      { action: "hide", objection: "Mine.", mayObject: false },
    ]);
    expect((await standingOf(ada.viewer, story.id))?.action).toBe("hide");
    expect((await object(ada, id)).status).toBe(409);
    expect((await mailsTo(`${ada.username}@comics.test`))[0]?.text).toContain(
      "We have seen the original.",
    );

    await decide(admin, story.id, "restore");
    await decide(admin, (await makeStory({ author: ada })).story.id, "hide");
    const over = async () => (await decisionsAbout(ada.viewer)).map((one) => one.isOver);
    expect(await over()).toEqual([false, false, false, true]);
    await db.story.deleteMany({ where: { authorId: ada.id } });
    expect(await over()).toEqual([false, false, false, false]);
  });

  it("learns nothing of dismissed reports, which leave the decision in force", async () => {
    const [ada, ben, admin] = [await person("ada"), await person("ben"), await administrator()];
    const { story } = await makeStory({ author: ada });
    await report(ben, story.id);
    expect((await decide(admin, story.id, "dismiss")).status).toBe(204);
    expect(await decisionsAbout(ada.viewer)).toEqual([]);
    expect(await mailsTo(`${ada.username}@comics.test`)).toEqual([]);

    await decide(admin, story.id, "mature");
    await report(ben, story.id);
    await decide(admin, story.id, "dismiss");
    const [only, ...others] = await decisionsAbout(ada.viewer);
    expect([only?.action, only?.mayObject, others]).toEqual(["mature", true, []]);
  });
});

describe("a story marked as mature", () => {
  it("keeps the mark against its author until it is restored to what they had chosen", async () => {
    const [ada, admin] = [await person("ada"), await administrator()];
    const { story } = await makeStory({ author: ada });
    await put(ada, story.id, { rating: "teen" });
    expect((await decide(admin, story.id, "mature")).status).toBe(204);
    expect((await getReadingStory(story.id))?.rating).toBe("mature");
    const refused = await put(ada, story.id, { rating: "everyone" });
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, "rating"]);
    expect((await put(ada, story.id, { rating: "mature", title: "New" })).status).toBe(200);
    const past = db.story.update({ where: { id: story.id }, data: { rating: "teen" } });
    await expect(past).rejects.toThrow(/story_marked/);
    expect((await decide(admin, story.id, "mature")).status).toBe(409);

    // Hidden and shown again it keeps what was chosen first.
    await decide(admin, story.id, "hide");
    expect((await decide(admin, story.id, "mature")).status).toBe(204);
    expect(await getReadingStory(story.id)).toMatchObject({ status: "published" });
    expect((await decide(admin, story.id, "restore")).status).toBe(204);
    expect((await getReadingStory(story.id))?.rating).toBe("teen");
    expect((await put(ada, story.id, { rating: "everyone" })).status).toBe(200);
  });
});

it("a hidden profile is not found for others, and its stories stay", async () => {
  const [ada, ben, admin] = [await person("ada"), await person("ben"), await administrator()];
  const { story } = await makeStory({ author: ada });
  const profile = async (as: Person | null) =>
    (await (as ?? visitor).get(`/users/${ada.username}`)).status;
  await report(ben, ada.id, { kind: "author" });
  expect((await decide(admin, ada.id, "mature", { kind: "author" })).status).toBe(409);
  expect((await decide(admin, ada.id, "hide", { kind: "author" })).status).toBe(204);
  expect([await profile(null), await profile(ben), await profile(ada)]).toEqual([404, 404, 200]);
  expect(await getReadingStory(story.id)).not.toBeNull();
  expect((await report(ben, ada.id, { kind: "author" })).status).toBe(404);
  expect(await decisionsAbout(ada.viewer)).toMatchObject([
    { kind: "author", storyId: null, action: "hide", mayObject: true },
  ]);
  expect((await decide(admin, ada.id, "restore", { kind: "author" })).status).toBe(204);
  expect(await profile(null)).toBe(200);
});

describe("the audit log", () => {
  it("has actor, action, subject, time and reason, and is append-only", async () => {
    const [ada, admin] = [await person("ada"), await administrator()];
    const { story } = await makeStory({ author: ada, title: "The Cellar" });
    await decide(admin, story.id, "hide", { reason: "It is stolen." });
    await put(admin, story.id, { title: "The Shed" });
    await put(ada, story.id, { title: "The Cellar" });
    expect((await put(admin, story.id, { title: "" })).status).toBe(400);

    const { rows } = await listAuditLog(admin.viewer, 1, true);
    const own = rows.filter(({ subjectId }) => subjectId === story.id);
    expect(own).toMatchObject([
      { actor: admin.username, action: `PUT /api/stories/${story.id}`, subjectKind: "call" },
      {
        actor: admin.username,
        action: "hide",
        reason: "It is stolen.",
        subject: { name: "The Cellar", username: ada.username },
      },
    ]);
    const decisions = await listAuditLog(admin.viewer, 1, false);
    expect(decisions.rows.every(({ subjectKind }) => subjectKind !== "call")).toBe(true);

    const kept = "The audit log is added to, never changed";
    const where = { id: own[0]?.id ?? "" };
    await expect(db.auditEntry.delete({ where })).rejects.toThrow(kept);
    await expect(db.auditEntry.update({ where, data: { reason: "x" } })).rejects.toThrow(kept);
    await expect(db.auditEntry.update({ where, data: { actorId: ada.id } })).rejects.toThrow(kept);
    await expect(db.$executeRaw`TRUNCATE audit_entry`).rejects.toThrow(kept);

    // A deleted account takes its name along, and nothing else.
    await db.user.delete({ where: { id: admin.id } });
    await db.user.delete({ where: { id: ada.id } });
    const other = await administrator();
    const after = (await listAuditLog(other.viewer, 1, true)).rows.filter(
      ({ subjectId }) => subjectId === story.id,
    );
    expect(after).toMatchObject([
      { actor: null, action: `PUT /api/stories/${story.id}` },
      { actor: null, action: "hide", reason: "It is stolen.", subject: null },
    ]);
  });

  it("S1 is readable by the administrator only, and so are the lists", async () => {
    for (const viewer of [null, (await person("ben")).viewer]) {
      await expect(listOpen(viewer)).rejects.toMatchObject({ code: "not_found" });
      await expect(listDecided(viewer, 1)).rejects.toMatchObject({ code: "not_found" });
      await expect(listAuditLog(viewer, 1, true)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it("is shown beside the decisions, which name the outcome", async () => {
    const [ada, ben, admin] = [await person("ada"), await person("ben"), await administrator()];
    const { story } = await makeStory({ author: ada });
    const { number } = (await report(ben, story.id)).body.data;
    await decide(admin, story.id, "hide");
    const { rows } = await listDecided(admin.viewer, 1);
    expect(rows[0]).toMatchObject({
      action: "hide",
      reports: [number],
      subject: { id: story.id, isHidden: true, isMarked: false },
    });
  });
});
