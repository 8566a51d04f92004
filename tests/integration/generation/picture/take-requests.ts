import { expect } from "vitest";
import type { MediaItem } from "@/lib/media/schema";
import { storePicture } from "@/lib/media/service";
import { mediaUrlOf } from "@/lib/media/urls";
import { db } from "@/lib/platform/db";
import { type Author, makeStory, pictureOf } from "../support";

export const faces = [{ name: "Mara", box: { x: 0.4, y: 0.3, width: 0.2, height: 0.2 } }];

/** A scene with one panel that shows a stored picture with a known face. */
export async function panelWithPicture(author: Author) {
  const story = await makeStory(author);
  const picture = await storePicture(await pictureOf(crypto.randomUUID(), 768, 1024), {
    origin: "drawn",
  });
  const character = await db.character.create({
    data: {
      storyId: story.id,
      name: "Mara",
      description: "The keeper of the lamp.",
      imagePrompt: "A keeper in a blue coat",
      seed: "seed of Mara",
    },
  });
  const scene = await db.scene.create({
    data: {
      storyId: story.id,
      sceneNumber: 1,
      status: "completed",
      panels: {
        create: {
          panelNumber: 1,
          status: "completed",
          imagePrompt: "Mara on the pier, looking out",
          imageMediaId: picture.id,
          characterIds: [character.id],
          faces,
          takes: { create: { kind: "image", source: "generated", mediaId: picture.id, faces } },
        },
      },
    },
    include: { panels: true },
  });
  const panelId = scene.panels[0]?.id ?? "";
  return { storyId: story.id, sceneId: scene.id, panelId, imageUrl: mediaUrlOf(picture) };
}

export type Place = Awaited<ReturnType<typeof panelWithPicture>>;

/** Asks for a picture, a video or the like by the name of its call. */
export async function ask(author: Author, call: string, body: object, status = 202) {
  const answer = await author.post(`/ai/${call}`, body);
  expect(answer.status, answer.text).toBe(status);
  return answer.body;
}
export const jobOf = async (author: Author, call: string, body: object): Promise<string> =>
  (await ask(author, call, body)).data.jobId;
export const imageJob = async (author: Author, jobId: string) =>
  (await author.get(`/ai/image-status/${jobId}`)).body.data;
export const videoJob = async (author: Author, jobId: string) =>
  (await author.get(`/ai/video-status/${jobId}`)).body.data;
const address = ({ sceneId }: Place) => `/scenes/${sceneId}/panels/1`;
export const takes = async (author: Author, place: Place): Promise<MediaItem[]> =>
  (await author.get(`${address(place)}/takes`)).body.data;
export const choose = (author: Author, place: Place, body: object) =>
  author.put(address(place), body);
export const remove = (author: Author, place: Place, takeId: string) =>
  author.delete(`${address(place)}/takes/${takeId}`);
export const panelOf = ({ panelId }: Place) =>
  db.panel.findUniqueOrThrow({ where: { id: panelId } });
export const target = ({ storyId, sceneId }: Place) => ({ storyId, sceneId, panelNumber: 1 });

/** Calls of a provider that a job has cost. */
export const attemptsOf = async (jobId: string) =>
  (await db.job.findUniqueOrThrow({ where: { id: jobId } })).attempts;
