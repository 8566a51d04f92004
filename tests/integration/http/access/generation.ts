import { unknownId } from "../harness";
import {
  type Access,
  edit,
  inContext,
  named,
  onScene,
  type Subject,
  sceneId,
  storyId,
} from "./subject";

const onItsStory = (rest: object = {}) => named("storyId", storyId, rest);
const onItsPanel = named("sceneId", sceneId, { panelNumber: 1 });
const video = (story: string, { take }: Subject) => ({
  storyId: story,
  prompt: "The lamp flickers",
  imageUrl: take.url,
});
const words = { description: "Tom, an old sailor with one eye, comes back to the harbour." };

export const generation: Record<string, Access> = {
  "POST /ai/generate-scene": edit(202, onItsStory({ prompt: "Mara opens the lamp room's door." })),
  "POST /ai/scene-suggestions": edit(200, onItsStory()),
  "POST /ai/extract-entities": edit(200, onItsStory(words)),
  "POST /ai/improve-text": edit(200, inContext({ text: "a keeper hears a voice in teh room" })),
  "POST /ai/generate-title": edit(200, inContext(words)),
  "POST /ai/generate-character-from-description": edit(200, onItsStory(words)),
  "POST /ai/generate-location-from-description": edit(200, onItsStory(words)),
  "GET /ai/scene-status/{sceneId}": edit(200, onScene),
  "POST /ai/generate-panel-image": edit(202, onItsPanel),
  "POST /ai/regenerate-panel": edit(202, onItsPanel),
  // No check of the picture has failed: callers with access get an error that says so.
  "POST /ai/check-picture": edit(
    409,
    named("sceneId", sceneId, { panelNumber: 1, takeId: unknownId }),
  ),
  "POST /ai/generate-image": edit(202, onItsStory({ prompt: "A lamp in the rain" })),
  "POST /ai/generate-video": edit(202, {
    body: (subject) => video(storyId(subject), subject),
    unknown: (subject) => ({ body: video(unknownId, subject) }),
  }),
  "POST /ai/generate-character-image": edit(
    202,
    named("characterId", ({ made }) => made.mara.id),
  ),
  // The character has no portrait: callers with access get an error that says so.
  "POST /ai/generate-references": edit(
    409,
    named("entityId", ({ made }) => made.mara.id, { kind: "character" }),
  ),
  "POST /ai/generate-location-image": edit(
    202,
    named("locationId", ({ made }) => made.lampRoom.id),
  ),
};

/** Jobs: read by the owner and the administrator; not found for everyone else. */
export const jobCalls = {
  "GET /ai/image-status/{jobId}": ({ jobId }: Subject) => jobId,
  "GET /ai/video-status/{jobId}": ({ videoJobId }: Subject) => videoJobId,
};
