import { beforeAll, describe, expect, it } from "vitest";
import { entityKinds } from "@/lib/world/schema";
import { call, makeStory, media, type Person, person } from "../http/harness";

let ada: Person;
beforeAll(async () => {
  ada = await person("ada");
});

const form = (storyId: string) => ({
  storyId,
  name: "  Tom  ",
  title: "The keeper's brother",
  description: "A tired man who talks to the sea.",
  imagePrompt: "An old man in yellow oilskins",
});

describe.each(entityKinds)("a %s", (kind) => {
  const list = `/${kind}s` as const;
  const one = `/${kind}s/{${kind}Id}` as const;
  const params = (id: string) => ({ [`${kind}Id`]: id });
  const put = (id: string, body: object) => call("PUT", one, { as: ada, params: params(id), body });

  it("is added, changed and deleted by its author", async () => {
    const { story } = await makeStory({ author: ada, status: "draft" });
    const created = await call("POST", list, { as: ada, body: form(story.id) });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      name: "Tom",
      storyId: story.id,
      primaryImageUrl: null,
      imageUrls: [],
      firstAppearance: 0,
      version: 1,
    });
    const id = created.body.data._id;
    expect((await put(id, { name: "Thomas", version: 1 })).body.data).toMatchObject({
      name: "Thomas",
      title: "The keeper's brother",
      version: 2,
    });
    expect((await put(id, { title: "" })).body.data.title).toBe("");
    const deleted = await call("DELETE", one, { as: ada, params: params(id) });
    expect(deleted.status).toBe(200);
    expect((await put(id, { name: "Gone" })).status).toBe(404);
  });

  it("is refused in the words of its form", async () => {
    const { story } = await makeStory({ author: ada });
    const label = kind === "character" ? "Character" : "Location";
    const post = async (change: object) =>
      (await call("POST", list, { as: ada, body: { ...form(story.id), ...change } })).body.message;
    expect(await post({ name: " " })).toBe(`${label} name is required`);
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

  it("keeps every portrait it ever had", async () => {
    const { story } = await makeStory({ author: ada });
    const first = await media({ uploaderId: ada.id });
    const second = await media({ uploaderId: ada.id });
    const created = await call("POST", list, {
      as: ada,
      body: { ...form(story.id), primaryImageUrl: first.url },
    });
    const id = created.body.data._id;
    expect(created.body.data).toMatchObject({ primaryImageUrl: first.url, imageUrls: [first.url] });
    const changed = (await put(id, { primaryImageUrl: second.url })).body.data;
    expect(changed.primaryImageUrl).toBe(second.url);
    expect([...changed.imageUrls].sort()).toEqual([first.url, second.url].sort());
    const back = (await put(id, { primaryImageUrl: first.url })).body.data;
    expect(back.imageUrls).toHaveLength(2);
    const none = (await put(id, { primaryImageUrl: null })).body.data;
    expect(none).toMatchObject({ primaryImageUrl: null });
    expect(none.imageUrls).toHaveLength(2);
    const foreign = await media({ uploaderId: (await person("other")).id });
    expect((await put(id, { primaryImageUrl: foreign.url })).status).toBe(400);
  });

  it("cannot be deleted while it appears in a scene", async () => {
    const { story, mara, lampRoom, scenes } = await makeStory({ author: ada });
    const id = kind === "character" ? mara.id : lampRoom.id;
    const refused = await call("DELETE", one, { as: ada, params: params(id) });
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe("in_use");
    await call("DELETE", "/scenes/{sceneId}", {
      as: ada,
      params: { sceneId: scenes[0]?.id ?? "" },
    });
    expect((await call("DELETE", one, { as: ada, params: params(id) })).status).toBe(200);
    const { body } = await call(
      "GET",
      `/stories/{storyId}${list}` as "/stories/{storyId}/characters",
      {
        params: { storyId: story.id },
      },
    );
    expect(body.data.map((row: { _id: string }) => row._id)).not.toContain(id);
  });

  it("R15 refuses a stale save and hands over the current one", async () => {
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
});
