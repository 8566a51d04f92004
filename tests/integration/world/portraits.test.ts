import { beforeEach, describe, expect, it } from "vitest";
import { overrideProviders } from "@/lib/ai";
import { createDemoWriter } from "@/lib/demo-studio/writer";
import { db } from "@/lib/platform/db";
import { entityKinds } from "@/lib/world/schema";
import { forgetEvents, pictureOf, playEvents, TestPainter } from "../generation/support";
import { call, makeStory, media, type Person, person } from "../http/harness";

let ada: Person;
let painter: TestPainter;
beforeEach(async () => {
  await forgetEvents();
  let painted = 0;
  painter = new TestPainter(async () => ({ bytes: await pictureOf(`${++painted}`.repeat(5)) }));
  overrideProviders({ writer: createDemoWriter({ durationMs: 0 }), painter });
  ada = await person("ada");
});

describe.each(entityKinds)("the picture of a %s", (kind) => {
  const draw = (entityId: string, prompt?: string) =>
    call("POST", `/ai/generate-${kind}-image`, {
      as: ada,
      body: { [`${kind}Id`]: entityId, ...(prompt === undefined ? {} : { prompt }) },
    });
  const find = async (storyId: string, entityId: string) => {
    const { body } = await call("GET", `/stories/{storyId}/${kind}s`, {
      as: ada,
      params: { storyId },
    });
    return body.data.find(({ _id }: { _id: string }) => _id === entityId);
  };
  const setUp = async () => {
    const { story, mara, lampRoom } = await makeStory({ author: ada });
    return { storyId: story.id, id: kind === "character" ? mara.id : lampRoom.id };
  };

  it("is painted from the requested prompt, and the saved text stays", async () => {
    const { storyId, id } = await setUp();
    const before = await find(storyId, id);
    const prompt = "In a long coat of fish scales, at night";
    expect((await draw(id, prompt)).status).toBe(202);
    await playEvents();
    const request = painter.requests.at(-1);
    expect(request?.prompt).toContain(prompt);
    const figure = kind === "character" ? request?.figures[0] : request?.location;
    expect(JSON.stringify(figure)).toContain(prompt);
    expect(JSON.stringify(figure)).not.toContain(before.imagePrompt);
    const after = await find(storyId, id);
    expect(after.primaryImageUrl).toMatch(/^\/media\//);
    // Drawing makes no new version of the words: an author who is typing can save them.
    expect(after).toMatchObject({ imagePrompt: before.imagePrompt, version: before.version });
    await draw(id);
    await playEvents();
    expect(painter.requests.at(-1)?.prompt).toContain(before.imagePrompt);
  });

  it("is drawn by one job at a time", async () => {
    const { id } = await setUp();
    const answers = await Promise.all([draw(id), draw(id), draw(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toMatch(
      /^A picture of .+ is being drawn already\. Please wait a moment\.$/,
    );
    await playEvents();
    expect((await draw(id)).status).toBe(202);
  });

  it("becomes a take where its author has chosen another one meanwhile", async () => {
    const { storyId, id } = await setUp();
    await draw(id);
    await playEvents();
    const { primaryImageUrl: first } = await find(storyId, id);
    await draw(id);
    await playEvents();
    await draw(id);
    const params = { [`${kind}Id`]: id };
    const body = { primaryImageUrl: first };
    const chosen = await call("PUT", `/${kind}s/{${kind}Id}`, { as: ada, params, body });
    expect(chosen.body.data.primaryImageUrl).toBe(first);
    await playEvents();
    const after = await find(storyId, id);
    expect(after.primaryImageUrl).toBe(first);
    expect(after.imageUrls).toHaveLength(3);
  });

  describe("changed by instructions", () => {
    const put = async (entityId: string, body: object) => {
      const params = { [`${kind}Id`]: entityId };
      const answer = await call("PUT", `/${kind}s/{${kind}Id}`, { as: ada, params, body });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data;
    };
    const askForChange = async (storyId: string, id: string, prompt: string) => {
      const { primaryImageUrl: initialImageUrl } = await find(storyId, id);
      const body = { storyId, [`${kind}Id`]: id, prompt, initialImageUrl, isRefineMode: true };
      const { status, text } = await ada.post("/ai/generate-image", body);
      expect(status, text).toBe(202);
    };
    /** Has the picture changed; the result becomes the picture. */
    const change = async (storyId: string, id: string, prompt: string) => {
      await askForChange(storyId, id, prompt);
      await playEvents();
      return find(storyId, id);
    };
    const drawn = async () => {
      const { storyId, id } = await setUp();
      await draw(id);
      await playEvents();
      return { storyId, id, before: await find(storyId, id) };
    };

    it("adds the change to the prompt, and going back removes later changes", async () => {
      const { storyId, id, before } = await drawn();
      const told = (...changes: string[]) =>
        [before.imagePrompt, ...changes].join(". Changed since: ");
      const brown = await change(storyId, id, "The coat is brown.");
      expect(brown.imagePrompt).toBe(told("The coat is brown."));
      const hat = await change(storyId, id, "A straw hat on top");
      expect(hat.imagePrompt).toBe(told("The coat is brown", "A straw hat on top"));

      const back = await put(id, { primaryImageUrl: brown.primaryImageUrl });
      expect(back.imagePrompt).toBe(told("The coat is brown."));
      const first = await put(id, { primaryImageUrl: before.primaryImageUrl });
      expect(first.imagePrompt).toBe(`${before.imagePrompt}.`);
      // Forward again, its words come with it; changed from an earlier one, only what it has.
      const again = await put(id, { primaryImageUrl: hat.primaryImageUrl });
      expect(again.imagePrompt).toBe(told("The coat is brown", "A straw hat on top"));
      await put(id, { primaryImageUrl: before.primaryImageUrl });
      const bald = await change(storyId, id, "No hair at all");
      expect(bald.imagePrompt).toBe(told("No hair at all"));
      const other = await put(id, { primaryImageUrl: brown.primaryImageUrl });
      expect(other.imagePrompt).toBe(told("The coat is brown"));
      // Drawn anew from these words it has what they tell.
      await draw(id);
      await playEvents();
      const anew = await find(storyId, id);
      await put(id, { primaryImageUrl: bald.primaryImageUrl });
      const last = await put(id, { primaryImageUrl: anew.primaryImageUrl });
      expect(last.imagePrompt).toBe(told("The coat is brown"));
    });

    it("is a further one where its author has chosen another meanwhile", async () => {
      const { storyId, id, before } = await drawn();
      const other = await media({ uploaderId: ada.id });
      await askForChange(storyId, id, "The coat is brown");
      await put(id, { primaryImageUrl: other.url });
      await playEvents();
      const { primaryImageUrl, imageUrls, imagePrompt } = await find(storyId, id);
      expect(primaryImageUrl).toBe(other.url);
      expect(imageUrls).toHaveLength(3);
      // The words of the change are gone again.
      expect(imagePrompt).toBe(`${before.imagePrompt}.`);
    });

    it("keeps the author's edits made meanwhile", async () => {
      const { storyId, id, before } = await drawn();
      const { imagePrompt, primaryImageUrl } = await change(storyId, id, "The coat is brown");
      await put(id, { imagePrompt: `At night. ${imagePrompt}. It rains.` });
      const back = await put(id, { primaryImageUrl: before.primaryImageUrl });
      expect(back.imagePrompt).toBe(`At night. ${before.imagePrompt}. It rains.`);
      // A sentence that was changed by hand is its author's, and so are words that come along.
      const own = `${before.imagePrompt}. Changed since: The coat is brown and wet`;
      await put(id, { primaryImageUrl });
      await put(id, { imagePrompt: own });
      expect((await put(id, { primaryImageUrl: before.primaryImageUrl })).imagePrompt).toBe(own);
      const words = { primaryImageUrl: before.primaryImageUrl, imagePrompt };
      expect((await put(id, words)).imagePrompt).toBe(imagePrompt);
    });

    it("goes back to an uploaded one, before or after the change", async () => {
      const { storyId, id } = await setUp();
      const { imagePrompt } = await find(storyId, id);
      const [first, later] = [
        await media({ uploaderId: ada.id }),
        await media({ uploaderId: ada.id }),
      ];
      await put(id, { primaryImageUrl: first.url });
      const changed = await media();
      await db.job.create({
        data: {
          kind: "image",
          status: "completed",
          ownerId: ada.id,
          storyId,
          input: { prompt: "The coat is brown", mediaId: first.id },
          result: { mediaId: changed.id },
          finishedAt: new Date(),
        },
      });
      const told = await put(id, { primaryImageUrl: changed.url });
      expect(told.imagePrompt).toContain("Changed since: The coat is brown");
      expect((await put(id, { primaryImageUrl: later.url })).imagePrompt).toBe(told.imagePrompt);
      const back = await put(id, { primaryImageUrl: first.url });
      expect(back.imagePrompt).toBe(`${imagePrompt}.`);
      const forth = await put(id, { primaryImageUrl: later.url });
      expect(forth.imagePrompt).toBe(told.imagePrompt);
    });

    it("leaves the prompt unchanged where it would become too long", async () => {
      const { storyId, id } = await drawn();
      const imagePrompt = "x".repeat(980);
      await put(id, { imagePrompt });
      expect((await change(storyId, id, "The coat is brown")).imagePrompt).toBe(imagePrompt);
    });

    it("leaves the words alone where the prompt of an earlier picture is unknown", async () => {
      const { storyId, id, before } = await drawn();
      const told = await change(storyId, id, "The coat is brown");
      // As strangers have it who remix a story.
      const images = kind === "character" ? db.characterImage : db.locationImage;
      const unknown = { where: { [`${kind}Id`]: id }, data: { prompt: "" } };
      await (images as typeof db.characterImage).updateMany(unknown);
      const back = await put(id, { primaryImageUrl: before.primaryImageUrl });
      expect(back.imagePrompt).toBe(told.imagePrompt);
    });
  });
});
