import { beforeEach, describe, expect, it } from "vitest";
import { getSceneProgress } from "@/lib/generation/queries";
import { db } from "@/lib/platform/db";
import { start } from "./start";
import {
  forgetEvents,
  makeAuthor,
  makeStory,
  playEvents,
  provideScript,
  scriptOf,
} from "./support";

beforeEach(forgetEvents);

describe("scripts that fail", () => {
  it.each([
    ["cut JSON", scriptOf(3).slice(0, -90), "cut off"],
    ["too few panels", scriptOf(1), "It has 1 panels; exactly 3 are needed."],
    ["nothing", "", "no JSON object"],
    ["a panel without a prompt", scriptOf(3, { panels: [{ shot: "wide" }] }), "Panel 1"],
    ["a megabyte", scriptOf(3, { description: "x".repeat(1_000_000) }), "256 kB"],
  ])("R7 has %s repaired once, and keeps the panels that are being drawn", async (_, bad, said) => {
    const author = await makeAuthor();
    const { writer, painter } = provideScript([bad, scriptOf(3)]);
    const { sceneId } = await start(author);
    await playEvents();
    expect(writer.prompts).toHaveLength(2);
    expect(writer.prompts[1]).toContain(said);
    expect(await getSceneProgress(author.viewer, sceneId)).toMatchObject({ isComplete: true });
    expect(painter.panels).toHaveLength(3);
  });

  it("R7 leaves no characters and locations of a script that failed, but those that are seen", async () => {
    const author = await makeAuthor();
    const namesIn = async (storyId: string) => {
      const query = {
        where: { storyId },
        select: { name: true },
        orderBy: { name: "asc" },
      } as const;
      const found = [
        ...(await db.character.findMany(query)),
        ...(await db.location.findMany(query)),
      ];
      return found.map(({ name }) => name);
    };
    const cut = scriptOf(1).slice(0, -2);
    const failing = async (answer: string) => {
      provideScript([answer]);
      await db.quotaEntry.deleteMany({ where: { userId: author.viewer.id } });
      const started = await start(author, 2);
      await db.character.create({
        data: {
          storyId: started.storyId,
          name: "Ada",
          description: "Of her author.",
          imagePrompt: "Ada, in red",
          seed: "x",
        },
      });
      await playEvents();
      const progress = await getSceneProgress(author.viewer, started.sceneId);
      expect(progress).toMatchObject({ hasError: true });
      return { ...started, progress };
    };
    const { storyId, progress } = await failing(cut.slice(0, cut.indexOf('"panels"') + 10));
    expect(await namesIn(storyId)).toEqual(["Ada"]);
    expect(progress).toMatchObject({ newCharacters: [], newLocations: [] });
    const where = { storyId, kind: { not: "scene" as const } };
    expect(await db.job.count({ where })).toBe(0);
    // Its first panel is drawn, with Mara on the pier.
    const half = await failing(cut);
    expect(await namesIn(half.storyId)).toEqual(["Ada", "Mara", "North Pier"]);
  });

  it.each([1, 2])("R7 is whole where it breaks off after panel %i of as many", async (panels) => {
    const author = await makeAuthor();
    provideScript([scriptOf(panels).slice(0, -1)]);
    const { sceneId } = await start(author, panels);
    await playEvents();
    expect(await getSceneProgress(author.viewer, sceneId)).toMatchObject({
      isGenerating: false,
      isComplete: true,
      hasError: false,
      errorMessage: null,
      scene: { status: "completed" },
    });
  });

  it("S25 uses nothing of a script as an id, an address or a foreign character", async () => {
    const author = await makeAuthor();
    const other = await db.character.create({
      data: {
        storyId: (await makeStory(await makeAuthor())).id,
        name: "Foreign",
        description: "Somebody else's character.",
        imagePrompt: "not to be used",
        seed: "x",
      },
    });
    const script = scriptOf(1, {
      id: other.id,
      storyId: other.storyId,
      imageUrl: "http://169.254.169.254/",
      panels: [
        {
          shot: "wide",
          characters: ["Foreign", other.id, "Mara"],
          location: other.id,
          imagePrompt: "Mara <img src=x onerror=alert(1)> on the pier",
          altText: "<script>alert(1)</script>",
          lines: [{ speaker: "Mara", kind: "speech", text: "</script>" }],
          imageMediaId: other.id,
        },
      ],
    });
    provideScript([script]);
    const { sceneId } = await start(author, 1);
    await playEvents();
    const panel = await db.panel.findFirstOrThrow({ where: { sceneId } });
    const mara = await db.character.findFirstOrThrow({
      where: { name: "Mara", story: { authorId: author.viewer.id } },
    });
    expect(panel).toMatchObject({ characterIds: [mara.id], locationId: null });
  });
});
