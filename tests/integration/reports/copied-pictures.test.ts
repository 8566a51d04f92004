import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as getMedia } from "@/app/media/[file]/route";
import { ownMediaIds } from "@/lib/accounts/export/own-media-queries";
import { publishMedia } from "@/lib/generation/picture/publish-media-service";
import { expirePages } from "@/lib/platform/cache";
import { db } from "@/lib/platform/db";
import { decisionsAbout, standingOf } from "@/lib/reports/queries";
import { callRaw, paintedStory } from "../books/support";
import { type Answer, call, entityData, type Person, person } from "../http/harness";
import { administrator, archiveOf, decide, importOf, mailsTo, object, repaint } from "./support";

vi.mock("@/lib/platform/cache", async (original) => ({
  ...(await original<object>()),
  expirePages: vi.fn(async () => {}),
}));

let ada: Person;
let ben: Person;
let admin: Person;
let storyId: string;
/** Of the story's cover. */
let file: string;

beforeEach(async () => {
  [ada, ben, admin] = [await person("ada"), await person("ben"), await administrator()];
  storyId = await paintedStory(ada, { scenes: 1, panels: 2 });
  file = await coverOf(storyId);
});
afterEach(async () => {
  await db.rateLimit.deleteMany();
});

async function coverOf(id: string): Promise<string> {
  const { preview } = await db.story.findUniqueOrThrow({
    where: { id },
    include: { preview: true },
  });
  return `${preview?.sha256}.${preview?.extension}`;
}

const remix = async (as: Person, id = storyId) =>
  (await as.post(`/stories/${id}/remix`)).body.data._id as string;
const put = (as: Person, id: string, body: object) => as.put(`/stories/${id}`, body);
const publish = (as: Person, id: string) => put(as, id, { status: "published" });
const statusOf = async (as: Person | null, name = file) => {
  const headers = as ? { authorization: `Bearer ${as.token}` } : undefined;
  const request = new Request(`http://comics.test/media/${name}`, headers ? { headers } : {});
  const answer = await getMedia(request, { params: Promise.resolve({ file: name }) });
  await answer.arrayBuffer();
  return answer.status;
};
const seenBy = () => Promise.all([null, ben, ada, admin].map((one) => statusOf(one)));
const stateOf = (id: string) =>
  db.story.findUniqueOrThrow({
    where: { id },
    select: { status: true, hiddenAt: true, rating: true, ratingBefore: true },
  });

const expired = () => vi.mocked(expirePages).mock.calls.flatMap(([tags]) => [...tags]);

describe("S32 the pictures of a hidden story", () => {
  it("are served to their author and the administrator alone, from the next request on", async () => {
    expect(await seenBy()).toEqual([200, 200, 200, 200]);
    await decide(admin, storyId, "hide");
    expect(await seenBy()).toEqual([404, 404, 200, 200]);
    await decide(admin, storyId, "restore");
    expect(await seenBy()).toEqual([200, 200, 200, 200]);
  });

  it("are not served by an earlier remix, which cannot be published afterwards", async () => {
    const [draft, published] = [await remix(ben), await remix(ben)];
    expect((await publish(ben, published)).status).toBe(200);
    await decide(admin, storyId, "hide", { reason: "It is stolen." });
    for (const id of [draft, published]) {
      const refused = await publish(ben, id);
      expect([refused.status, refused.body.error.code]).toEqual([409, "not_publishable"]);
      expect((await standingOf(ben.viewer, id))?.reason).toBe(
        "It shows pictures of a story that the administrator has hidden.",
      );
    }
    expect(await seenBy()).toEqual([404, 404, 200, 200]);
    expect((await mailsTo(`${ben.username}@comics.test`)).length).toBe(2);
    // In no other form either.
    const scene = await db.scene.findFirstOrThrow({ where: { storyId: draft } });
    const render = await callRaw(
      "GET",
      "/scenes/{sceneId}/panels/{panelNumber}/render",
      { sceneId: scene.id, panelNumber: "1" },
      { as: ben },
    );
    expect(render.status).toBe(404);
    const book = await ben.post(`/stories/${draft}/books`, { format: "pdf" });
    expect(book.status).toBe(404);
    const own = await db.$transaction((tx) => ownMediaIds(tx, ben.id));
    expect(
      await db.mediaObject.count({ where: { id: { in: own }, sha256: file.slice(0, 64) } }),
    ).toBe(0);

    await decide(admin, storyId, "restore");
    expect((await stateOf(draft)).status).toBe("draft");
    expect(await stateOf(published)).toMatchObject({ status: "published", hiddenAt: null });
    expect((await decisionsAbout(ben.viewer)).every(({ mayObject }) => !mayObject)).toBe(true);
    expect((await publish(ben, draft)).status).toBe(200);
  });

  it("come back hidden from an archive, even once the story is deleted", async () => {
    const archive = await archiveOf(storyId, ada);
    await decide(admin, storyId, "hide");
    await db.story.delete({ where: { id: storyId } });
    for (const as of [ada, ben]) {
      const copy = await importOf(archive, as);
      expect((await stateOf(copy)).hiddenAt).not.toBeNull();
      expect((await publish(as, copy)).status).toBe(409);
      expect((await standingOf(as.viewer, copy))?.mayObject).toBe(true);
    }
    // Until the administrator decides on the copy.
    const [{ id: copy } = { id: "" }] = await db.story.findMany({ where: { authorId: ben.id } });
    await decide(admin, copy, "restore");
    expect((await publish(ben, copy)).status).toBe(200);
    expect(await statusOf(null)).toBe(200);
  });

  it("cannot be chosen for another panel by an author who has them as a take", async () => {
    const copy = await remix(ben);
    const scene = await repaint(copy, ben.id);
    await decide(admin, storyId, "hide");
    expect((await publish(ben, copy)).status).toBe(200);
    const chosen = await call("PUT", "/scenes/{sceneId}/panels/{panelNumber}", {
      as: ben,
      params: { sceneId: scene.id, panelNumber: "1" },
      body: { imageUrl: `/media/${file}` },
    });
    expect(chosen.status).toBe(400);
  });

  it("do not include an original's pictures in a hidden remix", async () => {
    const copy = await remix(ben);
    await publish(ben, copy);
    await decide(admin, copy, "hide");
    expect(await seenBy()).toEqual([200, 200, 200, 200]);
    expect((await stateOf(storyId)).status).toBe("published");
  });
});

describe("S32 a story that the administrator has marked as mature", () => {
  it("stays so in earlier and later remixes, and as an archive", async () => {
    const archive = await archiveOf(storyId, ada);
    const before = await remix(ben);
    await publish(ben, before);
    await decide(admin, storyId, "mature");
    const [after, imported] = [await remix(ben), await importOf(archive, ben)];
    for (const id of [before, after, imported]) {
      expect(await stateOf(id)).toMatchObject({
        rating: "mature",
        ratingBefore: "everyone",
        hiddenAt: null,
      });
      expect((await put(ben, id, { rating: "everyone" })).status).toBe(400);
      expect((await standingOf(ben.viewer, id))?.action).toBe("mature");
    }
    expect((await publish(ben, imported)).status).toBe(200);
    expect(await statusOf(null)).toBe(200);
    await decide(admin, imported, "restore");
    expect(await stateOf(imported)).toMatchObject({ rating: "everyone", ratingBefore: null });
  });

  it("is mature from its publishing on where its pictures were copied unnoticed", async () => {
    const copy = await paintedStory(ben, { status: "draft", scenes: 1, panels: 1 });
    const theirs = await db.mediaObject.findFirstOrThrow({ where: { sha256: file.slice(0, 64) } });
    await db.panel.updateMany({
      where: { scene: { storyId: copy } },
      data: { imageMediaId: theirs.id },
    });
    vi.mocked(expirePages).mockClear();
    await decide(admin, storyId, "mature");
    expect(expired()).toContain(`lineage:${copy}`);
    await db.story.update({
      where: { id: copy },
      data: { rating: "everyone", ratingBefore: null, decidedWithId: null },
    });
    await db.decision.deleteMany({ where: { storyId: copy } });
    expect((await publish(ben, copy)).status).toBe(200);
    expect(await stateOf(copy)).toMatchObject({
      status: "published",
      rating: "mature",
      ratingBefore: "everyone",
    });
  });
});

const { seed: _, ...mara } = entityData("Mara");

/** How a story comes to show the picture: prepares the story, and returns the call. */
const ways: Record<string, (id: string) => Promise<() => Promise<Pick<Answer, "status">>>> = {
  "a restored panel": async (id) => {
    const { id: sceneId, panels } = await repaint(id, ada.id);
    const restore = panels[0]?.id;
    const image = { connect: { id: await coverId() } };
    await db.panel.update({ where: { id: restore }, data: { image } });
    await ada.delete(`/scenes/${sceneId}/panels/1`);
    return () => ada.post(`/scenes/${sceneId}/panels`, { restore });
  },
  "an own upload on a panel": async (id) => {
    const { id: sceneId } = await repaint(id, ada.id);
    return () => ada.put(`/scenes/${sceneId}/panels/1`, { imageUrl: `/media/${file}` });
  },
  "an own upload as a portrait": async (id) => {
    await repaint(id, ada.id);
    const body = { storyId: id, ...mara, primaryImageUrl: `/media/${file}` };
    return () => ada.post("/characters", body);
  },
  "a portrait of the cast": async (id) => {
    await repaint(id, ada.id);
    const entry = { kind: "character", ...mara, primaryImageUrl: `/media/${file}` };
    const entryIds = [(await ada.post("/library", entry)).body.data._id];
    return () => ada.post(`/stories/${id}/cast`, { entryIds });
  },
  "a drawn portrait": async (id) => {
    await repaint(id, ada.id);
    const characterId = (await ada.post("/characters", { storyId: id, ...mara })).body.data._id;
    const result = { mediaId: await coverId(), model: "Demo studio", faces: [] };
    const input = { prompt: "Mara" };
    const job = await db.job.create({
      data: { kind: "image", ownerId: ada.id, storyId: id, characterId, input, result },
    });
    return async () => ({ status: (await publishMedia(job.id)) ? 200 : 409 });
  },
  "a new order after an unnoticed copy": async (id) => {
    const { id: sceneId } = await repaint(id, ada.id);
    return async () => {
      const data = { imageMediaId: await coverId() };
      await db.panel.updateMany({ where: { sceneId }, data });
      return ada.put(`/stories/${id}/scenes/order`, { sceneIds: [sceneId] });
    };
  },
};
const coverId = async () =>
  (await db.mediaObject.findFirstOrThrow({ where: { sha256: file.slice(0, 64) } })).id;

describe("S32 a published story that comes to show a picture that was decided on", () => {
  it.each(
    Object.entries(ways).flatMap(([way, prepare]) =>
      ["hide", "mature"].map((action) => ({ way, prepare, action })),
    ),
  )("shares the decision: $action, $way", async ({ prepare, action }) => {
    await db.mediaUpload.create({ data: { mediaId: await coverId(), userId: ada.id } });
    const id = await paintedStory(ada, { scenes: 1, panels: 2 });
    const show = await prepare(id);
    await decide(admin, storyId, action);
    const before = await stateOf(id);
    expect(before).toMatchObject({ status: "published", rating: "everyone" });
    const told = await mailsTo(`${ada.username}@comics.test`);
    vi.mocked(expirePages).mockClear();
    expect((await show()).status).toBeLessThan(300);
    expect(await stateOf(id)).toMatchObject(
      action === "hide"
        ? { status: "draft", hiddenAt: expect.any(Date) }
        : { status: "published", rating: "mature", ratingBefore: "everyone" },
    );
    expect((await standingOf(ada.viewer, id))?.mayObject).toBe(true);
    const shown = [`story:${id}`, `author:${ada.username}`, "feed", `lineage:${id}`];
    expect(expired()).toEqual(expect.arrayContaining(shown));
    expect(await mailsTo(`${ada.username}@comics.test`)).toHaveLength(told.length + 1);
    await decide(admin, storyId, "restore");
    expect(await stateOf(id)).toEqual(before);
  });

  it("expires no page where none of its pictures was decided on", async () => {
    await db.mediaUpload.create({ data: { mediaId: await coverId(), userId: ada.id } });
    vi.mocked(expirePages).mockClear();
    const body = { storyId, ...mara, name: "Nina", primaryImageUrl: `/media/${file}` };
    expect((await ada.post("/characters", body)).status).toBe(201);
    expect(expired()).toEqual([]);
  });
});

describe("S32 decisions on copies", () => {
  const publishedRemix = async () => {
    const copy = await remix(ben);
    await publish(ben, copy);
    return copy;
  };

  it("take no mark from the original's pictures, and show no hidden ones unmarked", async () => {
    const [archive, copy] = [await archiveOf(storyId, ada), await publishedRemix()];
    await decide(admin, storyId, "mature");
    await decide(admin, copy, "hide");
    expect((await stateOf(await importOf(archive, ben))).rating).toBe("mature");
    await decide(admin, storyId, "hide");
    await decide(admin, copy, "mature");
    expect(await stateOf(copy)).toMatchObject({ status: "published", rating: "mature" });
    expect(await statusOf(null)).toBe(200);
    expect((await stateOf(await importOf(archive, ben))).rating).toBe("mature");
  });

  it("outlast a hiding of the original", async () => {
    const copy = await publishedRemix();
    await decide(admin, copy, "mature", { reason: "It is for adults." });
    const before = await stateOf(copy);
    await decide(admin, storyId, "hide");
    await decide(admin, storyId, "restore");
    expect(await stateOf(copy)).toEqual(before);
    const standing = { action: "mature", reason: "It is for adults.", mayObject: true };
    expect(await standingOf(ben.viewer, copy)).toMatchObject(standing);
    const told = await decisionsAbout(ben.viewer);
    expect(told.map(({ isOver }) => isOver)).toEqual([false, true, true]);
  });

  it("answer the author's objection when the original is restored", async () => {
    const copy = await publishedRemix();
    await decide(admin, storyId, "hide");
    await object(ben, (await standingOf(ben.viewer, copy))?._id as string);
    await decide(admin, storyId, "restore");
    expect(await decisionsAbout(ben.viewer)).toMatchObject([
      { action: "restore", isOver: false, mayObject: false },
      { action: "hide", isOver: true, mayObject: false },
    ]);
    const [mail] = await mailsTo(`${ben.username}@comics.test`);
    expect(mail?.text).toContain("is no longer hidden or marked as mature");
  });

  it("hold until no picture is decided on any more", async () => {
    const other = await paintedStory(ada, { scenes: 1, panels: 1 });
    const copy = await remix(ben);
    const panel = await db.panel.findFirstOrThrow({ where: { scene: { storyId: other } } });
    await db.panel.updateMany({
      where: { scene: { storyId: copy }, panelNumber: 2 },
      data: { imageMediaId: panel.imageMediaId },
    });
    await publish(ben, copy);
    await decide(admin, storyId, "hide");
    await decide(admin, other, "hide");
    await decide(admin, storyId, "restore");
    expect((await stateOf(copy)).hiddenAt).not.toBeNull();
    await decide(admin, storyId, "mature");
    await decide(admin, other, "restore");
    expect(await stateOf(copy)).toMatchObject({ status: "published", rating: "mature" });
    await decide(admin, storyId, "restore");
    expect(await stateOf(copy)).toMatchObject({ status: "published", rating: "everyone" });
  });
});
