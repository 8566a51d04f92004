import { requestScene } from "@/lib/generation/scene/request-scene-service";
import { type GenerateSceneInput, generateSceneBody } from "@/lib/generation/schema";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { type Author, makeStory, TestPainter } from "./support";

export const prompt = "Mara climbs down the cliff and finds a door in the waves.";

/** The service as its route calls it: with a body that was parsed. */
export const generateScene = (viewer: Viewer, input: GenerateSceneInput, key: string | null) =>
  requestScene(viewer, generateSceneBody.parse(input), key);

type More = Partial<GenerateSceneInput>;
export const askScene = (author: Author, storyId: string, more: More = {}) =>
  generateScene(author.viewer, { storyId, prompt, ...more }, null);
export const regenerate = (author: Author, storyId: string, existingSceneId: string, more?: More) =>
  askScene(author, storyId, { regenerateExisting: true, existingSceneId, ...more });

/** A scene on its way in a new story of the author's. */
export async function start(author: Author, panels = 3, asked = prompt) {
  const story = await makeStory(author);
  const { scene, jobId } = await askScene(author, story.id, { prompt: asked, maxPanels: panels });
  return { storyId: story.id, sceneId: scene._id, jobId };
}

/** A painter that fails wherever a prompt holds the text. */
export const failFor = (text: string, error: () => Error) =>
  new TestPainter(async (request) => {
    if (request.prompt.includes(text)) throw error();
    return {};
  });

/** When the place of a generation in its author's hour was given back; null where it was not. */
export const refundOf = async (jobId: string): Promise<Date | null> =>
  (await db.quotaEntry.findUniqueOrThrow({ where: { jobId } })).refundedAt;
