import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { entityKinds } from "@/lib/world/schema";
import { makeStory, media, person } from "../http/harness";

const ada = await person("ada");

const form = (storyId: string) => ({
  storyId,
  name: "  Tom  ",
  title: "The keeper's brother",
  description: "A tired man who talks to the sea.",
  imagePrompt: "An old man in yellow oilskins",
});

describe.each(entityKinds)("a %s", (kind) => {
  const list = `/${kind}s` as const;
  const put = (id: string, body: object) => ada.put(`${list}/${id}`, body);
  const add = (storyId: string, more: object = {}) => ada.post(list, { ...form(storyId), ...more });
  const remove = (id: string) => ada.delete(`${list}/${id}`);

  it("is added, changed and deleted by its author", async () => {
    const { story } = await makeStory({ author: ada, status: "draft" });
    const created = await add(story.id);
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      name: "Tom",
      storyId: story.id,
      primaryImageUrl: null,
      imageUrls: [],
      firstAppearance: 0,
      sceneCount: 0,
      version: 1,
    });
    const id = created.body.data._id;
    expect((await put(id, { name: "Thomas", version: 1 })).body.data).toMatchObject({
      name: "Thomas",
      title: "The keeper's brother",
      version: 2,
    });
    expect((await put(id, { title: "" })).body.data.title).toBe("");
    const deleted = await remove(id);
    expect(deleted.status).toBe(200);
    expect((await put(id, { name: "Gone" })).status).toBe(404);
  });

  it("is refused with the form's messages", async () => {
    const { story } = await makeStory({ author: ada });
    const label = kind === "character" ? "Character" : "Location";
    const post = async (change: object) => (await add(story.id, change)).body.message;
    expect(await post({ name: "" })).toBe(`${label} name is required`);
    expect(await post({ name: undefined })).toBe(`${label} name is required`);
    expect(await post({ name: " " })).toBe("Name must be at least 1 character");
    expect(await post({ name: "x".repeat(101) })).toBe("Name must be less than 100 characters");
    expect(await post({ title: "x".repeat(201) })).toBe("Title must be less than 200 characters");
    expect(await post({ description: "" })).toBe("Description is required");
    expect(await post({ description: "short" })).toBe("Description must be at least 10 characters");
    expect(await post({ description: "x".repeat(1001) })).toBe(
      "Description must be less than 1000 characters",
    );
    expect(await post({ imagePrompt: "" })).toBe("Image prompt is required");
    expect(await post({ imagePrompt: "short" })).toBe(
      "Image prompt must be at least 10 characters",
    );
  });

  it("needs only four characters of Han or Kana", async () => {
    const { story } = await makeStory({ author: ada });
    const texts = { description: "海边灯塔", imagePrompt: "よるの海" };
    const created = await add(story.id, texts);
    expect(created.body.data).toMatchObject(texts);
    const short = await add(story.id, { ...texts, description: "海边塔" });
    expect(short.body.message).toBe("Description must be at least 10 characters");
  });

  it("keeps every earlier portrait", async () => {
    const { story } = await makeStory({ author: ada });
    const first = await media({ uploaderId: ada.id });
    const second = await media({ uploaderId: ada.id });
    const created = await add(story.id, { primaryImageUrl: first.url });
    const id = created.body.data._id;
    expect(created.body.data).toMatchObject({ primaryImageUrl: first.url, imageUrls: [first.url] });
    const changed = (await put(id, { primaryImageUrl: second.url })).body.data;
    expect(changed.primaryImageUrl).toBe(second.url);
    expect(changed.imageUrls).toEqual([second.url, first.url]);
    // Choosing an earlier one moves nothing in the strip of takes.
    const back = (await put(id, { primaryImageUrl: first.url })).body.data;
    expect(back).toMatchObject({
      primaryImageUrl: first.url,
      imageUrls: [second.url, first.url],
    });
    const none = (await put(id, { primaryImageUrl: null })).body.data;
    expect(none).toMatchObject({ primaryImageUrl: null });
    expect(none.imageUrls).toHaveLength(2);
    const foreign = await media({ uploaderId: (await person("other")).id });
    expect((await put(id, { primaryImageUrl: foreign.url })).status).toBe(400);
  });

  it("cannot be deleted while it appears in a scene", async () => {
    const { story, mara, lampRoom, scenes } = await makeStory({ author: ada });
    const id = kind === "character" ? mara.id : lampRoom.id;
    const refused = await remove(id);
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe("in_use");
    await ada.delete(`/scenes/${scenes[0]?.id}`);
    expect((await remove(id)).status).toBe(200);
    // A draft by now: it has lost its last picture.
    const { body } = await ada.get(`/stories/${story.id}${list}`);
    expect(body.data.map((row: { _id: string }) => row._id)).not.toContain(id);
  });

  it("R15 refuses a stale save and returns the current one", async () => {
    const { mara, lampRoom } = await makeStory({ author: ada });
    const id = kind === "character" ? mara.id : lampRoom.id;
    await put(id, { name: "First", version: 1 });
    const late = await put(id, { name: "Second", version: 1 });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      error: { code: "stale_version" },
      data: { name: "First", version: 2 },
    });
  });

  it("is saved with its own story, and cannot be moved to another", async () => {
    const { story, mara, lampRoom } = await makeStory({ author: ada });
    const id = kind === "character" ? mara.id : lampRoom.id;
    const saved = await put(id, { storyId: story.id, name: "With its story" });
    expect(saved.status).toBe(200);
    expect(saved.body.data).toMatchObject({ storyId: story.id, name: "With its story" });
    const mine = await makeStory({ author: ada });
    const theirs = await makeStory({ author: await person("boris") });
    for (const storyId of [mine.story.id, theirs.story.id, crypto.randomUUID()]) {
      const refused = await put(id, { storyId, name: "Moved" });
      expect(refused.status).toBe(400);
      expect(refused.body.errors).toEqual([
        {
          field: "storyId",
          message: `This ${kind} belongs to another story, and cannot be moved.`,
        },
      ]);
    }
    expect((await put(id, { storyId: "somewhere" })).status).toBe(400);
    const row = { where: { id }, select: { storyId: true, name: true } };
    expect(
      kind === "character" ? await db.character.findUnique(row) : await db.location.findUnique(row),
    ).toEqual({ storyId: story.id, name: "With its story" });
  });

  it("reports in how many scenes it appears, in the story's response too", async () => {
    const { story, mara, lampRoom, scenes } = await makeStory({ author: ada, scenes: 2 });
    const id = kind === "character" ? mara.id : lampRoom.id;
    const counts = async () => {
      const whole = await ada.get(`/stories/${story.id}`);
      const found = whole.body.data[`${kind}s`].find((row: { _id: string }) => row._id === id);
      return [found.sceneCount, (await put(id, { title: "Keeper" })).body.data.sceneCount];
    };
    expect(await counts()).toEqual([2, 2]);
    const refused = await remove(id);
    expect(refused.body.message).toBe(
      `This ${kind} appears in 2 scenes and cannot be deleted. Delete those scenes first.`,
    );
    await ada.delete(`/scenes/${scenes[0]?.id}`);
    expect(await counts()).toEqual([1, 1]);
  });

  it("has a unique name within its story, in any spelling", async () => {
    const { story } = await makeStory({ author: ada });
    const post = (name: string, storyId = story.id) => add(storyId, { name });
    const tom = await post("Tom");
    expect(tom.status).toBe(201);
    for (const name of ["Tom", "  tOM ", "Ｔｏｍ"]) {
      const refused = await post(name);
      const message = `This story already has a ${kind} named Tom. Please choose another name.`;
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({
        error: { code: "conflict" },
        message,
        errors: [{ field: "name", message }],
      });
    }
    // A story of one's own beside it, and the other kind, have names of their own.
    const { story: other } = await makeStory({ author: ada });
    expect((await post("Tom", other.id)).status).toBe(201);
    const sibling = kind === "character" ? "/locations" : "/characters";
    expect((await ada.post(sibling, form(story.id))).status).toBe(201);

    const tim = (await post("Tim")).body.data;
    expect((await put(tim._id, { name: "TOM" })).status).toBe(409);
    expect((await put(tim._id, { title: "Changed all the same" })).body.data).toMatchObject({
      name: "Tim",
      title: "Changed all the same",
      version: 2,
    });
    // Its own name in other letters is no other name.
    expect((await put(tim._id, { name: "TIM" })).body.data.name).toBe("TIM");
  });

  it("keeps an earlier duplicate name until it is changed", async () => {
    const { story } = await makeStory({ author: ada });
    const { title, description, imagePrompt } = (await add(story.id, { name: "Twin" })).body.data;
    const data = { storyId: story.id, name: "Twin", title, description, imagePrompt, seed: "s" };
    const second =
      kind === "character"
        ? await db.character.create({ data })
        : await db.location.create({ data });
    expect((await put(second.id, { name: "Twin", title: "The other one" })).status).toBe(200);
  });

  it("is added once where the same name is sent twice concurrently", async () => {
    const { story } = await makeStory({ author: ada });
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(story.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it("withstands input that no form sends", async () => {
    const { story } = await makeStory({ author: ada });
    const created = (await add(story.id)).body.data;
    const bodies: unknown[] = [
      { ...form(story.id), sceneCount: 9 },
      { ...form(story.id), firstAppearance: 1 },
      { ...form(story.id), name: ["Tom"] },
      { ...form(story.id), name: { toString: "Tom" } },
      { ...form(story.id), name: "Nul \u0000 byte" },
      { ...form(story.id), name: "half \ud83d pair" },
      { ...form(story.id), description: "\u0000".repeat(20) },
      { ...form(story.id), primaryImageUrl: "https://elsewhere.test/cat.png" },
      { ...form(story.id), primaryImageUrl: "/media/../../etc/passwd" },
      { ...form(story.id), storyId: "1 OR 1=1" },
      { ...form("0192aaaa-0000-7000-8000-000000000001") },
      [],
      "Tom",
      null,
    ];
    for (const body of bodies) {
      const { status } = await ada.post(list, body);
      expect([status, JSON.stringify(body)]).toEqual([
        expect.toSatisfy(isRefusal),
        expect.anything(),
      ]);
    }
    for (const body of [{ version: 0 }, { version: "1" }, { sceneCount: 0 }, { name: null }]) {
      expect((await put(created._id, body)).status).toBe(400);
    }
    const quotes = "Robert'); DROP TABLE story;-- <script>alert(1)</script>";
    expect((await put(created._id, { name: quotes })).body.data.name).toBe(quotes);
    // A grapheme counts once, as it does in the database.
    const emoji = "🦊".repeat(100);
    expect((await put(created._id, { name: emoji })).body.data.name).toBe(emoji);
    expect((await put(created._id, { name: `${emoji}🦊` })).status).toBe(400);
  });
});

const isRefusal = (status: number) => status === 400 || status === 404;
