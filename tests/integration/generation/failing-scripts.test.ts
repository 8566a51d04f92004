import { beforeEach, describe, expect, it } from "vitest";
import { failureMessages } from "@/lib/generation/jobs/failure-texts";
import { getSceneProgress } from "@/lib/generation/queries";
import { db } from "@/lib/platform/db";
import { refundOf, start } from "./start";
import {
  forgetEvents,
  makeAuthor,
  makeStory,
  playEvents,
  provide,
  scriptOf,
  TestPainter,
  TestWriter,
} from "./support";

beforeEach(forgetEvents);

describe("scripts that fail", () => {
  const fenced = `Here it is:\n\`\`\`json\n${scriptOf(2)}\n\`\`\``;
  it("R7 accepts fenced JSON", async () => {
    const author = await makeAuthor();
    const writer = new TestWriter([fenced]);
    provide(writer, new TestPainter());
    const { sceneId } = await start(author, 2);
    await playEvents();
    expect(await getSceneProgress(author.viewer, sceneId)).toMatchObject({ isComplete: true });
    expect(writer.prompts).toHaveLength(1);
  });

  it.each([
    ["cut JSON", scriptOf(3).slice(0, -90), "cut off"],
    ["too few panels", scriptOf(1), "It has 1 panels; exactly 3 are needed."],
    ["nothing", "", "no JSON object"],
    ["a panel without a prompt", scriptOf(3, { panels: [{ shot: "wide" }] }), "Panel 1"],
    ["a megabyte", scriptOf(3, { description: "x".repeat(1_000_000) }), "256 kB"],
  ])("R7 has %s repaired once, and keeps the panels that are being drawn", async (_, bad, said) => {
    const author = await makeAuthor();
    const writer = new TestWriter([bad, scriptOf(3)]);
    const painter = new TestPainter();
    provide(writer, painter);
    const { sceneId } = await start(author);
    await playEvents();
    expect(writer.prompts).toHaveLength(2);
    expect(writer.prompts[1]).toContain(said);
    expect(await getSceneProgress(author.viewer, sceneId)).toMatchObject({ isComplete: true });
    expect(painter.panels).toHaveLength(3);
  });

  it("R7 fails after the repair, says why, refunds the generation, and makes no third call", async () => {
    const author = await makeAuthor();
    const writer = new TestWriter(["[]"]);
    provide(writer, new TestPainter());
    const { sceneId, jobId } = await start(author);
    await playEvents();
    expect(writer.prompts).toHaveLength(2);
    expect(await getSceneProgress(author.viewer, sceneId)).toMatchObject({
      isGenerating: false,
      hasError: true,
      errorMessage: failureMessages.writing,
    });
    expect(await refundOf(jobId)).not.toBeNull();
    expect(await db.panel.count({ where: { sceneId, status: "queued" } })).toBe(0);
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
    provide(new TestWriter([script]), new TestPainter());
    const { sceneId } = await start(author, 1);
    await playEvents();
    const panel = await db.panel.findFirstOrThrow({ where: { sceneId } });
    const mara = await db.character.findFirstOrThrow({
      where: { name: "Mara", story: { authorId: author.viewer.id } },
    });
    expect(panel).toMatchObject({ characterIds: [mara.id], locationId: null });
  });
});
