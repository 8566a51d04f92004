import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { placedLines } from "@/lib/scenes/panels/script";
import { bubble, call, makeStory, media, type Person, person } from "../http/harness";

let made: Awaited<ReturnType<typeof makeStory>>;
let params: { sceneId: string; panelNumber: string };
let panelId: string;

const ada = await person("ada");

const put = (body: object, as = ada) =>
  as.put(`/scenes/${params.sceneId}/panels/${params.panelNumber}`, body);
const takes = async () =>
  (await ada.get(`/scenes/${params.sceneId}/panels/${params.panelNumber}/takes`)).body.data;

async function fresh() {
  made = await makeStory({ author: ada });
  const scene = made.scenes[0];
  params = { sceneId: scene?.id ?? "", panelNumber: "1" };
  panelId = scene?.panels[0]?.id ?? "";
}

const generated = async (
  data: { kind?: "image" | "video"; owner?: Person; input?: object } = {},
) => {
  const isVideo = data.kind === "video";
  const object = await media(
    isVideo ? { extension: "webm", mediaType: "video/webm", duration: 2 } : {},
  );
  await db.job.create({
    data: {
      kind: data.kind ?? "image",
      status: "completed",
      finishedAt: new Date(),
      ownerId: (data.owner ?? ada).id,
      storyId: made.story.id,
      input: { prompt: "Mara, seen from below", ...data.input },
      result: {
        mediaId: object.id,
        model: "demo",
        faces: [{ name: "Mara", box: { x: 0.4, y: 0.1, width: 0.2, height: 0.2 } }],
      },
    },
  });
  return object;
};

describe("choosing a picture or a video for a panel", () => {
  it("keeps every picture as a take, clears the video and moves the cover", async () => {
    await fresh();
    const first = made.scenes[0]?.panels[0]?.imageMediaId;
    const video = await generated({ kind: "video" });
    expect((await put({ videoUrl: video.url, videoPrompt: "Waves move" })).body.data).toMatchObject(
      {
        videoUrl: video.url,
        videoPrompt: "Waves move",
      },
    );
    const upload = await media({ uploaderId: ada.id, isGenerated: false });
    const { body } = await put({ imageUrl: upload.url });
    expect(body.data).toMatchObject({
      imageUrl: upload.url,
      hasImage: true,
      videoUrl: null,
      videoPrompt: "",
      imageGenerationError: null,
      version: 3,
    });
    expect(
      (await takes()).map((take: { type: string; source: string; url: string }) => [
        take.type,
        take.source,
        take.url,
      ]),
    ).toEqual([
      ["image", "uploaded", upload.url],
      ["video", "generated", video.url],
      ["image", "generated", expect.any(String)],
    ]);
    const story = await db.story.findUniqueOrThrow({ where: { id: made.story.id } });
    expect(story.previewMediaId).toBe(upload.id);
    // The earlier picture is a take still and can be chosen again; it is not kept twice.
    const old = await db.mediaObject.findUniqueOrThrow({ where: { id: first ?? "" } });
    expect((await put({ imageUrl: `/media/${old.sha256}.webp` })).status).toBe(200);
    expect(await takes()).toHaveLength(3);
  });

  it.each([
    ["an edit with its source, and keeps the panel's description", false],
    ["a reference picture with its own words, as no edit of the portrait", true],
  ])("takes %s", async (_, isReference) => {
    await fresh();
    const { imagePrompt } = (await put({})).body.data;
    const source = await media();
    const reference = { role: "place", label: "by night", outfitId: null };
    const input = { mediaId: source.id, ...(isReference && { reference }) };
    const picture = await generated({ input });
    expect((await put({ imageUrl: picture.url })).body.data).toMatchObject({
      imageUrl: picture.url,
      imagePrompt: isReference ? "Mara, seen from below" : imagePrompt,
    });
    expect((await takes())[0]).toMatchObject({
      source: isReference ? "generated" : "edited",
      originalImageUrl: isReference ? null : source.url,
    });
  });

  it("lets a video replace only the video", async () => {
    await fresh();
    const before = (await put({})).body.data;
    const one = await generated({ kind: "video" });
    const two = await generated({ kind: "video" });
    await put({ videoUrl: one.url });
    const { body } = await put({ videoUrl: two.url });
    expect(body.data).toMatchObject({ videoUrl: two.url, imageUrl: before.imageUrl });
    expect((await put({ videoUrl: null })).body.data).toMatchObject({
      videoUrl: null,
      imageUrl: before.imageUrl,
    });
  });

  it("takes a video with its source picture, even a deleted take", async () => {
    await fresh();
    const still = await media();
    const video = await generated({ kind: "video" });
    const both = { imageUrl: still.url, videoUrl: video.url };
    expect((await put(both)).status).toBe(400);
    await db.take.create({
      data: {
        panelId,
        kind: "video",
        source: "generated",
        mediaId: video.id,
        prompt: "",
        model: "",
        originalMediaId: still.id,
      },
    });
    expect((await put(both)).body.data).toMatchObject({ ...both, hasImage: true });
  });

  it("keeps an upload as a take, once, and leaves the panel's picture", async () => {
    await fresh();
    const before = (await put({})).body.data;
    const upload = await media({ uploaderId: ada.id, isGenerated: false });
    const foreign = await media({ uploaderId: (await person("other")).id, isGenerated: false });
    const keep = (imageUrl: string) =>
      call("POST", "/scenes/{sceneId}/panels/{panelNumber}/takes", {
        as: ada,
        params,
        body: { imageUrl },
      });
    const { status, body } = await keep(upload.url);
    expect(status).toBe(201);
    expect(body.data.map(({ url }: { url: string }) => url)).toEqual([upload.url, before.imageUrl]);
    expect((await keep(upload.url)).body.data).toEqual(body.data);
    expect((await keep(foreign.url)).status).toBe(400);
    expect(await takes()).toEqual(body.data);
    expect((await put({})).body.data.imageUrl).toBe(before.imageUrl);
  });

  it("copies prompt and faces of a generated picture and clears the error", async () => {
    await fresh();
    await db.panel.update({
      where: { id: panelId },
      data: { status: "failed", errorMessage: "It did not work.", isContentFlag: true },
    });
    const picture = await generated();
    const { body } = await put({ imageUrl: picture.url });
    expect(body.data).toMatchObject({
      status: "completed",
      imagePrompt: "Mara, seen from below",
      imageGenerationError: null,
    });
    const row = await db.panel.findUniqueOrThrow({ where: { id: panelId } });
    expect(row.faces).toMatchObject([{ name: "Mara" }]);
  });

  it("letters a panel that had no picture from its script, unless its author has lettered it", async () => {
    /** @param body beside the picture; null for a video in its place */
    const bubblesAfter = async (data: object, body: object | null = {}) => {
      await fresh();
      const lines = [{ speaker: "Mara", kind: "speech", text: "The light is on again." }];
      await db.panel.update({
        where: { id: panelId },
        data: { lines, textBubbles: [], imageMediaId: null, status: "failed", ...data },
      });
      const chosen = body ?? { videoUrl: (await generated({ kind: "video" })).url };
      const picture = body && { imageUrl: (await generated()).url };
      return (await put({ ...picture, ...chosen })).body.data.textBubbles;
    };
    expect(await bubblesAfter({})).toMatchObject([
      { type: "speech", text: "The light is on again." },
    ]);
    const own = [bubble("My own words")];
    expect(await bubblesAfter({ textBubbles: own })).toMatchObject([{ text: "My own words" }]);
    expect(await bubblesAfter({}, { textBubbles: [] })).toEqual([]);
    // One whose words were taken out keeps its silence with another picture.
    const { id: imageMediaId } = await db.mediaObject.findFirstOrThrow();
    expect(await bubblesAfter({ imageMediaId, status: "completed" })).toEqual([]);
    // One whose scene was made anew, and that could not be drawn, is owed its new words.
    for (const status of ["failed", "queued"]) {
      for (const body of [{}, null]) {
        expect(await bubblesAfter({ imageMediaId, status }, body)).toMatchObject([
          { text: "The light is on again." },
        ]);
      }
    }
  });

  it("points the tails of a lettered panel at its speakers in another picture", async () => {
    await fresh();
    const lines = [{ speaker: "Mara", kind: "speech" as const, text: "The light is on again." }];
    const there = [{ name: "Mara", box: { x: 0.7, y: 0.4, width: 0.1, height: 0.1 } }];
    const textBubbles = placedLines(panelId, lines, there, "3:4");
    await db.panel.update({ where: { id: panelId }, data: { lines, textBubbles } });
    const [after] = (await put({ imageUrl: (await generated()).url })).body.data.textBubbles;
    expect(after.text).toBe("The light is on again.");
    expect(after.style.tailTip).not.toEqual(textBubbles[0]?.style.tailTip);
  });

  it("completes a scene whose last failed panel gets a picture", async () => {
    await fresh();
    const { sceneId } = params;
    await db.panel.updateMany({ where: { sceneId }, data: { status: "completed" } });
    await db.panel.update({ where: { id: panelId }, data: { status: "failed" } });
    const scene = {
      status: "failed",
      errorMessage: "Scene generation failed during image creation",
    };
    await db.scene.update({ where: { id: sceneId }, data: scene as never });
    await put({ imageUrl: (await generated()).url });
    expect(await db.scene.findUniqueOrThrow({ where: { id: sceneId } })).toMatchObject({
      status: "completed",
      errorMessage: null,
    });
  });

  it("refuses a video as a picture, a picture as a video, and the result of another author's job", async () => {
    await fresh();
    const video = await generated({ kind: "video" });
    const picture = await generated();
    const foreign = await generated({ owner: await person("other") });
    expect((await put({ imageUrl: video.url })).status).toBe(400);
    expect((await put({ videoUrl: picture.url })).status).toBe(400);
    expect((await put({ imageUrl: foreign.url })).status).toBe(400);
    expect(await takes()).toHaveLength(1);
  });
});

it("the alt text of a picture is the author's text, and for an added panel its prompt", async () => {
  await fresh();
  expect((await put({ altText: "  The harbour at night  " })).body.data).toMatchObject({
    altText: "The harbour at night",
    version: 2,
  });
  await put({ imageUrl: (await generated()).url });
  const row = () => db.panel.findUniqueOrThrow({ where: { id: panelId } });
  expect(await row()).toMatchObject({ altText: "The harbour at night" });
  expect((await put({ altText: "x".repeat(1001) })).body.errors).toEqual([
    { field: "altText", message: "Alt text must be at most 1000 characters" },
  ]);
  const stale = await put({ altText: "From another tab", version: 1 });
  expect(stale.status).toBe(409);
  expect(stale.body.data).toMatchObject({ altText: "The harbour at night" });
  // Said to be empty: the next picture brings its words.
  expect((await put({ altText: " " })).body.data.altText).toBe("");
  await put({ imageUrl: (await generated()).url });
  expect(await row()).toMatchObject({ altText: "Mara, seen from below" });
});

describe("bubbles of a panel", () => {
  it("are stored as they were sent; blank text becomes 'Text'", async () => {
    await fresh();
    const { body } = await put({ textBubbles: [bubble("Hello?"), bubble(" ", 0.7)] });
    expect(body.data.textBubbles).toMatchObject([{ text: "Hello?" }, { text: "Text" }]);
    expect((await put({ textBubbles: [] })).body.data.textBubbles).toEqual([]);
    const many = Array.from({ length: 25 }, (_, index) => bubble(`Line ${index}`));
    expect((await put({ textBubbles: many })).status).toBe(400);
  });

  it("R15 two tabs: the stale save gets the current panel and nothing is lost", async () => {
    await fresh();
    const first = await put({ textBubbles: [bubble("From the first tab")], version: 1 });
    expect(first.status).toBe(200);
    const second = await put({ textBubbles: [bubble("From the second tab")], version: 1 });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      success: false,
      error: { code: "stale_version" },
      data: { version: 2, textBubbles: [{ text: "From the first tab" }] },
    });
    const again = await put({
      textBubbles: [...second.body.data.textBubbles, bubble("From the second tab", 0.7)],
      version: second.body.data.version,
    });
    expect(again.status).toBe(200);
    expect(again.body.data.textBubbles).toHaveLength(2);
  });

  it("R15 of twenty saves at once with the same version exactly one is taken", async () => {
    await fresh();
    const saves = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        put({ textBubbles: [bubble(`Save ${index}`)], version: 1 }),
      ),
    );
    const taken = saves.filter((answer) => answer.status === 200);
    expect(taken).toHaveLength(1);
    expect(saves.filter((answer) => answer.status === 409)).toHaveLength(19);
    const row = await db.panel.findUniqueOrThrow({ where: { id: panelId } });
    expect(row.version).toBe(2);
    expect(row.textBubbles).toMatchObject(taken[0]?.body.data.textBubbles);
  });
});
