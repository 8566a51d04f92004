import { describe, expect, it } from "vitest";
import { mediaUrlOf } from "@/lib/media/urls";
import { db } from "@/lib/platform/db";
import { expectRefused } from "./expect-refused";
import { bubble, makeStory, media, person, snapshot } from "./harness";

const owner = await person("owner");
const other = await person("other");

describe("S2 parts of other stories", () => {
  it("S2 a panel that this scene does not have is not found", async () => {
    const { scenes } = await makeStory({ author: owner, panels: 2 });
    await expectRefused(404, () =>
      owner.put(`/scenes/${scenes[0]?.id}/panels/3`, { imagePrompt: "Another one" }),
    );
  });

  it("S2 a scene of another author's draft is not found, by any of its parts", async () => {
    const { scenes, mara, lampRoom } = await makeStory({ author: owner, status: "draft" });
    const sceneId = scenes[0]?.id ?? "";
    await expectRefused(404, () => other.put(`/scenes/${sceneId}`, { title: "x" }));
    await expectRefused(404, () => other.delete(`/scenes/${sceneId}`));
    await expectRefused(404, () => other.post(`/likes/scenes/${sceneId}`));
    await expectRefused(404, () => other.put(`/characters/${mara.id}`, { name: "Mine" }));
    await expectRefused(404, () => other.delete(`/locations/${lampRoom.id}`));
  });

  it("S2 another author's draft cannot be remixed, whole or by scene", async () => {
    const { story, scenes } = await makeStory({ author: owner, status: "draft" });
    await expectRefused(404, () => other.post(`/stories/${story.id}/remix`));
    for (const scene of ["1", scenes[0]?.id])
      await expectRefused(404, () => other.post(`/stories/${story.id}/remix-scene/${scene}`));
  });

  it("S2 a scene of another story cannot be remixed through this one", async () => {
    const mine = await makeStory({ author: owner });
    const draft = await makeStory({ author: owner, status: "draft" });
    await expectRefused(404, () =>
      other.post(`/stories/${mine.story.id}/remix-scene/${draft.scenes[0]?.id ?? ""}`),
    );
  });

  it("S2 a picture of another panel, of another account or of no account cannot be chosen", async () => {
    const { scenes } = await makeStory({ author: owner });
    const elsewhere = await makeStory({ author: other });
    const foreignUpload = await media({ uploaderId: other.id, isGenerated: false });
    const foreignTake = await db.mediaObject.findUniqueOrThrow({
      where: { id: elsewhere.scenes[0]?.panels[0]?.imageMediaId ?? "" },
    });
    const addresses = [
      foreignUpload.url,
      `/media/${foreignTake.sha256}.${foreignTake.extension}`,
      `/media/${"0".repeat(64)}.webp`,
    ];
    const answers = [];
    for (const imageUrl of addresses) {
      answers.push(
        await expectRefused(400, () =>
          owner.put(`/scenes/${scenes[0]?.id}/panels/1`, { imageUrl }),
        ),
      );
    }
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers[0]?.body.errors).toEqual([{ field: "imageUrl", message: expect.any(String) }]);
  });

  it("S2 a picture or video cannot start from, or become a take of, another author's media", async () => {
    const { story, scenes } = await makeStory({ author: owner });
    const elsewhere = await makeStory({ author: other });
    const anotherOfMine = await makeStory({ author: owner });
    const upload = await media({ uploaderId: other.id, isGenerated: false });
    const mine = await media({ uploaderId: owner.id, isGenerated: false });
    const video = await media({
      uploaderId: owner.id,
      extension: "webm",
      mediaType: "video/webm",
    });
    const addressOf = async (mediaId?: string | null) =>
      mediaUrlOf(await db.mediaObject.findUniqueOrThrow({ where: { id: mediaId ?? "" } }));
    const answers = [];
    for (const address of [
      upload.url,
      video.url,
      await addressOf(elsewhere.scenes[0]?.panels[0]?.imageMediaId),
      await addressOf(anotherOfMine.scenes[0]?.panels[0]?.imageMediaId),
      `/media/${"0".repeat(64)}.webp`,
    ]) {
      const words = { storyId: story.id, prompt: "Night falls" };
      const refine = { ...words, isRefineMode: true, initialImageUrl: address };
      answers.push(await expectRefused(400, () => owner.post("/ai/generate-image", refine)));
      const animate = { ...words, imageUrl: address };
      await expectRefused(400, () => owner.post("/ai/generate-video", animate));
    }
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    for (const [sceneId, panelNumber] of [
      [elsewhere.scenes[0]?.id, 1],
      [anotherOfMine.scenes[0]?.id, 1],
      [scenes[0]?.id, 6],
    ]) {
      const target = { storyId: story.id, prompt: "Night falls", sceneId, panelNumber };
      await expectRefused(404, () => owner.post("/ai/generate-image", target));
      const body = { ...target, imageUrl: mine.url };
      await expectRefused(404, () => owner.post("/ai/generate-video", body));
    }
  });

  it("S2 a take of another panel, scene or author cannot be deleted through this one", async () => {
    const { scenes } = await makeStory({ author: owner, scenes: 2 });
    const elsewhere = await makeStory({ author: other });
    const takeOf = async (panelId = "") =>
      (await db.take.findFirstOrThrow({ where: { panelId } })).id;
    const [first, second] = scenes;
    for (const panel of [first?.panels[1], second?.panels[0], elsewhere.scenes[0]?.panels[0]]) {
      const address = `/scenes/${first?.id}/panels/1/takes/${await takeOf(panel?.id)}`;
      await expectRefused(404, () => owner.delete(address));
    }
  });

  it("S2 S13 a picture from another host is refused before any query", async () => {
    const { story, scenes, mara } = await makeStory({ author: owner });
    const sceneId = scenes[0]?.id;
    for (const address of [
      "http://127.0.0.1/a.png",
      "http://[::ffff:127.0.0.1]/a.png",
      "http://169.254.169.254/latest",
      "file:///etc/passwd",
      "//evil.example/a.png",
      "/media/../../etc/passwd",
      "http://0x7f.1/a.png",
      "http://localhost./a.png",
      "http://10.0.0.1/a.png",
      `/media/${"a".repeat(64)}.png/../x`,
      `/media/${"a".repeat(63)}.png`,
    ]) {
      await expectRefused(400, () =>
        owner.put(`/scenes/${sceneId}/panels/1`, { imageUrl: address }),
      );
      await expectRefused(400, () =>
        owner.put(`/scenes/${sceneId}/panels/1`, { videoUrl: address }),
      );
      const character = `/characters/${mara.id}`;
      await expectRefused(400, () => owner.put(character, { primaryImageUrl: address }));
      // The limit of pictures is low for each person; these calls are refused before the owner is looked up.
      const words = { storyId: story.id, prompt: "Night falls" };
      const as = await person();
      const refine = { ...words, isRefineMode: true, initialImageUrl: address };
      await expectRefused(400, () => as.post("/ai/generate-image", refine));
      const animate = { ...words, imageUrl: address };
      await expectRefused(400, () => as.post("/ai/generate-video", animate));
    }
  });
});

describe("S3 fields that callers may not write", () => {
  const smuggled = {
    authorId: "x",
    userId: "x",
    id: "x",
    _id: "x",
    seed: "x",
    searchText: "x",
    likeCount: 99,
    viewCount: 99,
    remixCount: 99,
    isRemix: true,
    originalStoryId: "x",
    originalStoryTitle: "x",
    publishedAt: "2020-01-01T00:00:00.000Z",
    previewMediaId: "x",
    sceneNumber: 9,
    firstAppearance: 9,
    role: "administrator",
    isAdministrator: true,
    imageMediaId: "x",
    faces: [],
    generation: 9,
  };
  const targets = async () => {
    const { story, scenes, mara, lampRoom } = await makeStory({ author: owner });
    const sceneId = scenes[0]?.id ?? "";
    const { url: imageUrl } = await media({ uploaderId: owner.id });
    const words = { description: "The keeper's tired brother.", imagePrompt: "In oilskins" };
    const entity = { name: "Tom", ...words, storyId: story.id };
    const lamp = { storyId: story.id, prompt: "A lamp at sea" };
    return [
      ["post", "/stories", { title: "T", description: "D" }],
      ["put", `/stories/${story.id}`, { title: "T" }],
      ["patch", `/stories/${story.id}/art-style`, { artStyle: "ink" }],
      ["put", `/scenes/${sceneId}`, { title: "T" }],
      ["put", `/scenes/${sceneId}/panels/1`, {}],
      ["post", "/characters", entity],
      ["put", `/characters/${mara.id}`, { name: "T" }],
      ["post", "/locations", entity],
      ["put", `/locations/${lampRoom.id}`, { name: "T" }],
      ["post", "/ai/generate-image", lamp],
      ["post", "/ai/generate-video", { ...lamp, imageUrl }],
      ["post", "/ai/regenerate-panel", { sceneId, panelNumber: 1, choose: false }],
      ["post", `/stories/${story.id}/views`, { type: "read" }],
      ["post", "/events", { name: "remix_failed" }],
    ] as const;
  };

  it("S3 every body refuses them by name and changes nothing", async () => {
    for (const [method, path, body] of await targets()) {
      // A report's own field.
      const fields = Object.entries(smuggled).filter(
        ([field]) => path !== "/events" || field !== "sceneNumber",
      );
      // Reports and pictures are few for each person, so there each comes from another one.
      const isCounted = path === "/events" || path.startsWith("/ai/");
      const senders = await Promise.all(fields.map(() => (isCounted ? person() : owner)));
      const before = await snapshot();
      for (const [at, [field, value]] of fields.entries()) {
        const answer = await senders[at]?.[method](path, { ...body, [field]: value });
        expect(answer?.status, `${method} ${path} ${field}`).toBe(400);
        const error = { field, message: `Unknown field "${field}"` };
        expect(answer?.body.errors, `${method} ${path}`).toContainEqual(error);
      }
      expect(await snapshot()).toEqual(before);
    }
  });

  it("S3 bubbles refuse unknown fields", async () => {
    const { scenes } = await makeStory({ author: owner });
    const address = `/scenes/${scenes[0]?.id}/panels/1`;
    const good = bubble("Hm");
    for (const broken of [
      { ...good, onclick: "alert(1)" },
      { ...good, style: { ...good.style, className: "x" } },
      { ...good, style: { ...good.style, backgroundColor: "url(javascript:alert(1))" } },
      { ...good, style: { ...good.style, fontFamily: "Comic Sans" } },
      { ...good, position: { ...good.position, x: 2 } },
      { ...good, position: { ...good.position, x: Number.NaN } },
      { ...good, text: "x".repeat(501) },
    ]) {
      await expectRefused(400, () => owner.put(address, { textBubbles: [broken] }));
    }
  });
});
