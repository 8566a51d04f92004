import { describe, expect, it } from "vitest";
import { GET as getMedia } from "@/app/media/[file]/route";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { notMadeByHandMessage } from "@/lib/stories/ai-disclosure";
import { remixStory } from "@/lib/stories/remix/service";
import { makeStory, media, person, visitor } from "../http/harness";

const ada = await person("ada");

const change = (storyId: string, body: object) => ada.put(`/stories/${storyId}`, body);

/** A published story whose pictures are uploads. */
async function drawnByHand() {
  const made = await makeStory({ author: ada, pictures: false, panels: 1 });
  const [panel] = made.scenes[0]?.panels ?? [];
  const picture = await media({ isGenerated: false, uploaderId: ada.id });
  const panelId = panel?.id ?? "";
  await db.panel.update({ where: { id: panelId }, data: { imageMediaId: picture.id } });
  await db.take.create({
    data: { panelId, kind: "image", source: "uploaded", mediaId: picture.id },
  });
  return { ...made, panelId, picture };
}

const isByHand = async (id: string) =>
  (await db.story.findUniqueOrThrow({ where: { id } })).madeByHand;

describe("the declaration 'made by hand'", () => {
  it("is refused where a model has made a picture, a take or a portrait", async () => {
    const { story } = await makeStory({ author: ada });
    const { status, body } = await change(story.id, { madeByHand: true });
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: "madeByHand", message: notMadeByHandMessage }]);

    const other = await drawnByHand();
    const portrait = await media();
    await db.character.update({
      where: { id: other.mara.id },
      data: { primaryMediaId: portrait.id },
    });
    expect((await change(other.story.id, { madeByHand: true })).status).toBe(400);
    await db.character.update({ where: { id: other.mara.id }, data: { primaryMediaId: null } });
    expect((await change(other.story.id, { madeByHand: true })).body.data.madeByHand).toBe(true);
  });

  it("is withdrawn by the first take or portrait of a model, and by no upload", async () => {
    for (const way of ["take", "marked upload", "portrait"] as const) {
      const { story, panelId, lampRoom } = await drawnByHand();
      await change(story.id, { madeByHand: true });
      const [model, upload] = [await media(), await media({ isGenerated: false })];
      const keep = (mediaId: string, source: "generated" | "uploaded") =>
        db.take.create({ data: { panelId, kind: "image", source, mediaId } });
      await keep(upload.id, "uploaded");
      expect(await isByHand(story.id)).toBe(true);
      if (way === "take") await keep(upload.id, "generated");
      if (way === "marked upload") await keep(model.id, "uploaded");
      if (way === "portrait") {
        await db.location.update({
          where: { id: lampRoom.id },
          data: { primaryMediaId: model.id },
        });
      }
      expect(await isByHand(story.id), way).toBe(false);
    }
  });

  it("has its own list, in each order and for each tag", async () => {
    const byHand = await drawnByHand();
    await db.storyTag.create({ data: { storyId: byHand.story.id, tag: "ink", position: 0 } });
    await makeStory({ author: ada, tags: ["ink"] });
    await change(byHand.story.id, { madeByHand: true });
    await db.storyRank.updateMany({ data: { score: 1 } });
    await db.storyTag.create({ data: { storyId: byHand.story.id, tag: "pen", position: 1 } });
    for (const query of [
      "",
      "&sort=popular",
      "&tag=ink",
      "&tag=ink&sort=popular",
      "&tag=pen",
      `&author=${ada.username}&sort=popular`,
    ]) {
      const { body } = await visitor.get(`/stories?made=by-hand&limit=50${query}`);
      const ids = body.data.stories.map(({ _id }: { _id: string }) => _id);
      expect(ids, query).toContain(byHand.story.id);
      const rows = await db.story.findMany({ where: { id: { in: ids } } });
      expect(
        rows.every(({ madeByHand }) => madeByHand),
        query,
      ).toBe(true);
      expect(body.data.pagination.total, query).toBe(ids.length);
    }
    expect((await visitor.get("/stories?made=by-machine")).status).toBe(400);
  });

  it("can be searched for, as long as it is declared", async () => {
    const byHand = await drawnByHand();
    const title = "The quokka of the pier";
    await db.story.update({ where: { id: byHand.story.id }, data: { title } });
    await makeStory({ author: ada, title: `${title} again`, tags: ["ink"] });
    const found = async (query: string) => {
      const { body } = await visitor.get(`/stories?q=quokka${query}`);
      return body.data.stories.map((story: { title: string }) => story.title).sort();
    };
    const both = [title, `${title} again`];
    expect([await found(""), await found("&made=by-hand")]).toEqual([both, []]);
    await change(byHand.story.id, { madeByHand: true });
    for (const query of ["", "&sort=new", "&sort=popular"]) {
      expect(await found(`&made=by-hand${query}`), query).toEqual([title]);
    }
    expect([await found(""), await found("&made=by-hand&tag=ink")]).toEqual([both, []]);
    await change(byHand.story.id, { madeByHand: false });
    expect(await found("&made=by-hand")).toEqual([]);
  });

  it("is not copied to a remix, but the choice about training is", async () => {
    const { story } = await drawnByHand();
    await change(story.id, { madeByHand: true, noTraining: true });
    const remix = await remixStory((await person("bob")).viewer, story.id);
    expect([remix.madeByHand, remix.noTraining]).toEqual([false, true]);
  });
});

it("the disclosure to readers names the models of the shown pictures", async () => {
  const { story, scenes } = await makeStory({ author: ada, panels: 2 });
  const read = async () => (await visitor.get(`/stories/${story.id}`)).body.data;
  const of = async () => (await read()).paintedBy;
  expect(await of()).toEqual([]);
  expect((await read()).aiDisclosure).toBe("Pictures of this story were made with AI.");
  const [panel] = scenes[0]?.panels ?? [];
  await db.mediaObject.updateMany({
    where: { panelImages: { some: { id: panel?.id ?? "" } } },
    data: { madeBy: "Seedream 4" },
  });
  expect(await of()).toEqual(["Seedream 4"]);
  await db.panel.updateMany({
    where: { sceneId: scenes[0]?.id ?? "" },
    data: { imageMediaId: null },
  });
  expect(await of()).toBeNull();
});

it("the setting to hide AI work is stored with the account, and private to it", async () => {
  const { body } = await ada.put("/auth/profile", { hidesAi: true });
  expect(body.user.hidesAi).toBe(true);
  const me = await ada.get("/auth/me");
  expect(me.body.user.hidesAi).toBe(true);
  const profile = await visitor.get(`/users/${ada.username}`);
  expect(profile.text).not.toContain("hidesAi");
});

it("pictures of a story that is not for training say so to crawlers", async () => {
  const [plain, asking] = [await drawnByHand(), await drawnByHand()];
  await change(asking.story.id, { noTraining: true });
  const robots = async ({ url }: { url: string }) => {
    const file = url.slice("/media/".length);
    await storage().put(file, { bytes: Buffer.from("webp"), mediaType: "image/webp" });
    const answer = await getMedia(new Request(`http://comics.test${url}`), {
      params: Promise.resolve({ file }),
    });
    expect(answer.status).toBe(200);
    return answer.headers.get("x-robots-tag");
  };
  expect(await robots(plain.picture)).toBeNull();
  expect(await robots(asking.picture)).toBe("noai, noimageai");
});
