import { expect } from "vitest";
import type { POST as postImage } from "@/app/api/ai/generate-image/route";
import { GET as getImageJob } from "@/app/api/ai/image-status/[jobId]/route";
import { GET as getVideoJob } from "@/app/api/ai/video-status/[jobId]/route";
import { PUT as putPanel } from "@/app/api/scenes/[sceneId]/panels/[panelNumber]/route";
import { DELETE as deleteTake } from "@/app/api/scenes/[sceneId]/panels/[panelNumber]/takes/[takeId]/route";
import { GET as getTakes } from "@/app/api/scenes/[sceneId]/panels/[panelNumber]/takes/route";
import type { MediaItem } from "@/lib/media/schema";
import { storePicture } from "@/lib/media/service";
import { mediaUrlOf } from "@/lib/media/urls";
import { db } from "@/lib/platform/db";
import { type Author, call, context, makeStory, pictureOf } from "./support";

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
type Endpoint = typeof postImage;

export async function ask(author: Author, endpoint: Endpoint, body: object, status = 202) {
  const response = await endpoint(call(author, "POST", body), context());
  const answer = await response.json();
  expect(response.status, JSON.stringify(answer)).toBe(status);
  return answer;
}
export const jobOf = async (author: Author, endpoint: Endpoint, body: object): Promise<string> =>
  (await ask(author, endpoint, body)).data.jobId;
export const imageJob = async (author: Author, jobId: string) =>
  (await (await getImageJob(call(author, "GET"), context({ jobId }))).json()).data;
export const videoJob = async (author: Author, jobId: string) =>
  (await (await getVideoJob(call(author, "GET"), context({ jobId }))).json()).data;
const path = ({ sceneId }: Place) => ({ sceneId, panelNumber: "1" });
export const takes = async (author: Author, place: Place): Promise<MediaItem[]> =>
  (await (await getTakes(call(author, "GET"), context(path(place)))).json()).data;
export const choose = (author: Author, place: Place, body: object) =>
  putPanel(call(author, "PUT", body), context(path(place)));
export const remove = (author: Author, place: Place, takeId: string) =>
  deleteTake(call(author, "DELETE"), context({ ...path(place), takeId }));
export const panelOf = ({ panelId }: Place) =>
  db.panel.findUniqueOrThrow({ where: { id: panelId } });
export const target = ({ storyId, sceneId }: Place) => ({ storyId, sceneId, panelNumber: 1 });

/** Calls of a provider that a job has cost. */
export const attemptsOf = async (jobId: string) =>
  (await db.job.findUniqueOrThrow({ where: { id: jobId } })).attempts;
