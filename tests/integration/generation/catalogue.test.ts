import { beforeEach, describe, expect, it } from "vitest";
import type { PaintRequest } from "@/lib/ai/painter";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import { createDemoWriter } from "@/lib/demo-studio/writer";
import { failedJob, panelErrorText } from "@/lib/generation/error-texts";
import { getSceneProgress } from "@/lib/generation/queries";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { failFor, prompt, refundOf, start } from "./start";
import {
  type Author,
  freshAuthor,
  makeAuthor,
  makeStory,
  playEvents,
  provide,
  provideScript,
  scriptOf,
  TestPainter,
  TestWriter,
} from "./support";

/**
 * Section 8 of the specification, as far as it is made on the server: each sentence by a provider
 * that fails, and by the words in double brackets that make the demo studio fail.
 */
const writing =
  "AI generation failed. This might be temporary - please try again or contact support if it persists.";
const flagged = "Content flagged as sensitive. Try a different prompt.";
const limited = "Rate limit reached. Please wait a moment and try again.";
const demoWriter = createDemoWriter({ durationMs: 0 });
const { make, ...painter } = createDemoPainter();
/** Paints small pictures: what comes of its failures is asked here, not how it draws. */
const demoPainter = {
  ...painter,
  make: (request: PaintRequest) => make({ ...request, width: 96, height: 128 }),
};

let author: Author;
beforeEach(async () => {
  author = await freshAuthor();
});

const post = async (storyId: string, asked: string) =>
  author.post("/ai/generate-scene", { storyId, prompt: asked, maxPanels: 2 });

describe("a scene whose script fails", () => {
  const cases = [
    {
      marker: "[[ai-quota]]",
      error: new AppError("ai_unavailable", "You exceeded your current quota."),
      sentence: "AI service temporarily unavailable...",
      attempts: 1,
    },
    {
      marker: "[[ai-busy]]",
      error: new AppError("ai_rate_limited", "Slow down."),
      sentence: "AI service is busy - please try again in a moment!",
      attempts: 4,
    },
    {
      marker: "[[ai-down]]",
      error: new AppError("ai_unavailable", "ECONNREFUSED"),
      sentence: writing,
      attempts: 4,
    },
    {
      marker: "[[bad-json]]",
      error: "I would rather not write JSON.",
      sentence: writing,
      attempts: 2,
    },
    {
      marker: null,
      error: new TypeError("a bug of ours"),
      sentence: writing,
      attempts: 4,
    },
  ];
  const rows = cases.flatMap(({ marker, error, ...rest }) => [
    { by: String(error), writer: new TestWriter([error]), text: prompt, ...rest },
    ...(marker ? [{ by: marker, writer: demoWriter, text: `${prompt} ${marker}`, ...rest }] : []),
  ]);

  it.each(rows)("$by: $sentence", async ({ writer, text, sentence, attempts }) => {
    provide(writer, new TestPainter());
    const { storyId, sceneId, jobId } = await start(author, 2, text);
    await playEvents();
    const progress = await getSceneProgress(author.viewer, sceneId);
    expect(progress).toMatchObject({
      isGenerating: false,
      isComplete: false,
      hasError: true,
      hasPartialErrors: false,
      errorMessage: sentence,
    });
    expect(progress.scene).toMatchObject({ status: "failed", errorMessage: sentence });
    expect(progress.scene.panels.map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect(await db.job.findUnique({ where: { id: jobId } })).toMatchObject({ attempts });
    expect(await refundOf(jobId)).not.toBeNull();

    // At once, with the same words: neither the pause nor the duplicate window is in the way.
    provideScript(2);
    const again = await post(storyId, text);
    expect(again.status).toBe(202);
    // That attempt counts: the next one must wait, and have other words.
    expect((await post(storyId, `${text} And?`)).body.errorType).toBe("rate_limit");
    const { scene } = again.body.data;
    await playEvents();
    expect(await getSceneProgress(author.viewer, scene._id)).toMatchObject({
      isComplete: true,
      errorMessage: null,
    });
    expect((await post(storyId, text)).body.errorType).toBe("duplicate_prompt");
  });

  it("the failed scene itself can be regenerated at once", async () => {
    provide(demoWriter, new TestPainter());
    const { storyId, sceneId } = await start(author, 2, `${prompt} [[ai-quota]]`);
    await playEvents();
    const body = {
      storyId,
      prompt,
      maxPanels: 2,
      regenerateExisting: true,
      existingSceneId: sceneId,
    };
    const answer = await author.post("/ai/generate-scene", body);
    expect(answer.status).toBe(202);
    await playEvents();
    const { isComplete, scene } = await getSceneProgress(author.viewer, sceneId);
    expect([isComplete, scene.errorMessage, scene.panels.length]).toEqual([true, null, 2]);
  });
});

describe("pictures of a scene that fail", () => {
  const cases = [
    {
      marker: "flagged",
      error: () => new AppError("content_flagged", "E005"),
      said: { message: flagged, isContentFlag: true },
    },
    {
      marker: "busy",
      error: () => new AppError("ai_rate_limited", "429"),
      said: { message: limited, isContentFlag: false },
    },
    {
      marker: "fail",
      error: () =>
        new AppError("image_failed", "The picture could not be painted. Please try again."),
      said: {
        message: "Image generation failed: The picture could not be painted. Please try again.",
        isContentFlag: false,
      },
    },
  ];

  it.each(cases)("all of them: [[$marker]]", async ({ marker, error, said }) => {
    const byProvider = { writer: new TestWriter([scriptOf(2)]), painter: failFor("moment", error) };
    const byMarker = { writer: demoWriter, painter: demoPainter };
    for (const [{ writer, painter }, text] of [
      [byProvider, prompt],
      [byMarker, `${prompt} [[${marker}]]`],
    ] as const) {
      author = await makeAuthor();
      provide(writer, painter);
      const { sceneId, jobId } = await start(author, 2, text);
      await playEvents();
      const progress = await getSceneProgress(author.viewer, sceneId);
      expect(progress).toMatchObject({
        hasError: true,
        isComplete: false,
        errorMessage: "Scene generation failed during image creation",
      });
      expect(progress.scene.panels.map((panel) => panel.imageGenerationError)).toEqual([
        said,
        said,
      ]);
      expect(await refundOf(jobId)).not.toBeNull();
    }
  });

  it.each([
    ["[[flagged]]", flagged, flagged],
    ["[[busy]]", limited, limited],
    [
      "[[fail]]",
      "Image generation failed: The picture could not be painted. Please try again.",
      "Panel regeneration failed: The picture could not be painted. Please try again.",
    ],
  ])("a regenerated panel: %s", async (marker, ofJob, inToast) => {
    provideScript(1, demoPainter);
    const { sceneId } = await start(author, 1);
    await playEvents();
    const body = { sceneId, panelNumber: 1, prompt: `Mara on the pier ${marker}` };
    const { jobId } = (await author.post("/ai/regenerate-panel", body)).body.data;
    await playEvents();
    const job = (await author.get(`/ai/image-status/${jobId}`)).body.data;
    expect([job.status, job.error]).toEqual(["failed", ofJob]);
    expect(panelErrorText(failedJob(job.error))).toBe(inToast);
    // The picture before stays, and the panel is whole.
    const { scene } = await getSceneProgress(author.viewer, sceneId);
    expect(scene.panels[0]).toMatchObject({
      status: "completed",
      hasImage: true,
      imageGenerationError: null,
    });
  });
});

describe("portraits that fail", () => {
  it.each([
    ["[[flagged]]", flagged],
    ["[[busy]]", limited],
    ["[[fail]]", "The picture could not be painted. Please try again."],
  ])("%s in the image prompt: the server's message", async (marker, said) => {
    provide(demoWriter, demoPainter);
    expect(await portraitError(`A keeper of lamps ${marker}`)).toBe(said);
  });

  it("an internal failure: the general message", async () => {
    provide(
      demoWriter,
      failFor("lamps", () => new TypeError("x is not a function")),
    );
    expect(await portraitError("A keeper of lamps")).toBe("Image generation failed");
  });

  async function portraitError(asked: string): Promise<string> {
    const story = await makeStory(author);
    const { id } = await db.character.create({
      data: {
        storyId: story.id,
        name: "Mara",
        description: "A keeper of lamps.",
        imagePrompt: "A keeper of lamps.",
        seed: "s",
      },
    });
    const body = { characterId: id, prompt: asked };
    const answer = await author.post("/ai/generate-character-image", body);
    const { jobId } = answer.body.data;
    await playEvents();
    const job = (await author.get(`/ai/image-status/${jobId}`)).body.data;
    expect(job).toMatchObject({ status: "failed", result: null });
    return job.error;
  }
});
