import { beforeEach, describe, expect, it } from "vitest";
import { provideAi } from "@/lib/ai";
import { createDemoWriter } from "@/lib/demo-studio/writer";
import { entityKinds } from "@/lib/world/schema";
import { forgetEvents, playEvents, TestPainter } from "../generation/support";
import { call, makeStory, type Person, person } from "../http/harness";

let ada: Person;
let painter: TestPainter;
beforeEach(async () => {
  await forgetEvents();
  painter = new TestPainter();
  provideAi({ writer: createDemoWriter({ durationMs: 0 }), painter });
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

  it("is painted from the prompt that was asked for, and the saved words stay", async () => {
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
    // Drawing is no new version of the words: whoever is typing can save them.
    expect(after).toMatchObject({ imagePrompt: before.imagePrompt, version: before.version });
    await draw(id);
    await playEvents();
    expect(painter.requests.at(-1)?.prompt).toContain(before.imagePrompt);
  });

  it("is drawn once at a time", async () => {
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
});
