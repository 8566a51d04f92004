import { beforeEach, describe, expect, it } from "vitest";
import { writeScene } from "@/lib/generation/scene/write-scene-service";
import { db } from "@/lib/platform/db";
import { askScene, generateScene, prompt } from "./start";
import {
  authorWithStory,
  forgetEvents,
  provide,
  scriptOf,
  TestPainter,
  TestWriter,
} from "./support";

let writer: TestWriter;
beforeEach(async () => {
  await forgetEvents();
  writer = new TestWriter([scriptOf(2)]);
  provide(writer, new TestPainter());
});

const sheet = (storyId: string, name: string) => {
  const id = crypto.randomUUID();
  return { id, storyId, name, description: `${name} is here.`, imagePrompt: name, seed: id };
};

async function place() {
  const { author, story } = await authorWithStory();
  const mara = await db.character.create({ data: sheet(story.id, "Mara") });
  const tom = await db.character.create({ data: sheet(story.id, "Old Tom") });
  const pier = await db.location.create({ data: sheet(story.id, "North Pier") });
  return { author, storyId: story.id, mara, tom, pier };
}

describe("the chosen cast of a scene", () => {
  it("reaches the writer by name, once each, and stays when the scene is regenerated", async () => {
    const { author, storyId, mara, tom, pier } = await place();
    const asked = { characterIds: [tom.id, mara.id, tom.id], locationIds: [pier.id] };
    const input = { storyId, prompt, maxPanels: 2, ...asked };
    const { scene, jobId } = await generateScene(author.viewer, input, null);
    await writeScene(jobId);
    const chosen = "<cast>\nOld Tom\nMara\n</cast>\n<places>\nNorth Pier\n</places>";
    expect(writer.prompts[0]).toContain(chosen);
    await db.quotaEntry.deleteMany({ where: { userId: author.viewer.id } });

    // A character that is deleted until then is left out, without an error.
    await db.sceneCharacter.deleteMany({ where: { characterId: tom.id } });
    await db.character.delete({ where: { id: tom.id } });
    const anew = { storyId, prompt, maxPanels: 2, regenerateExisting: true };
    const again = await generateScene(author.viewer, { ...anew, existingSceneId: scene._id }, null);
    await writeScene(again.jobId);
    expect(writer.prompts.at(-1)).toContain("<cast>\nMara\n</cast>");
  });

  it("is the writer's choice where nothing was chosen", async () => {
    const { author, storyId } = await place();
    const { jobId } = await askScene(author, storyId, { maxPanels: 2 });
    await writeScene(jobId);
    expect(writer.prompts[0]).not.toMatch(/<cast>|<places>/);
  });

  it.each(["characterIds", "locationIds"])("refuses %s that are not the story's", async (field) => {
    const { author, storyId, mara, pier } = await place();
    const other = await place();
    const foreign = { characterIds: other.mara.id, locationIds: other.pier.id }[field];
    const swapped = { characterIds: pier.id, locationIds: mara.id }[field];
    const many = Array.from({ length: 1000 }, () => crypto.randomUUID());
    for (const ids of [
      [foreign],
      [swapped],
      [crypto.randomUUID()],
      many,
      ["nobody"],
      [7],
      [null],
      "",
      {},
      null,
      "'; drop table character; --",
    ]) {
      const body = { storyId, prompt, maxPanels: 2, [field]: ids };
      const response = await author.post("/ai/generate-scene", body);
      expect(response.status).toBe(400);
      expect(response.body.errors[0].field).toMatch(new RegExp(`^${field}`));
    }
    expect(await db.scene.count({ where: { storyId } })).toBe(0);
    expect(await db.quotaEntry.count({ where: { userId: author.viewer.id } })).toBe(0);
  });
});
