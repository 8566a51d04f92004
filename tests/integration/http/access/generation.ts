import { unknownId } from "../harness";
import { type Access, inContext, named, onScene, type Subject, sceneId, storyId } from "./subject";

export const generation: Record<string, Access> = {
  "POST /ai/generate-scene": {
    policy: "edit",
    success: 202,
    ...named("storyId", storyId, { prompt: "Mara opens the door of the lamp room." }),
  },
  "POST /ai/scene-suggestions": { policy: "edit", success: 200, ...named("storyId", storyId) },
  "POST /ai/extract-entities": {
    policy: "edit",
    success: 200,
    ...named("storyId", storyId, { description: "Tom the sailor comes back to the harbour." }),
  },
  "POST /ai/improve-text": {
    policy: "edit",
    success: 200,
    ...inContext({ text: "a keeper hears a voice in teh lamp room" }),
  },
  "POST /ai/generate-title": {
    policy: "edit",
    success: 200,
    ...inContext({ description: "A keeper hears a voice." }),
  },
  "POST /ai/generate-character-from-description": {
    policy: "edit",
    success: 200,
    ...named("storyId", storyId, { description: "an old sailor with one eye" }),
  },
  "POST /ai/generate-location-from-description": {
    policy: "edit",
    success: 200,
    ...named("storyId", storyId, { description: "a kitchen below deck" }),
  },
  "GET /ai/scene-status/{sceneId}": { policy: "edit", success: 200, ...onScene },
  "POST /ai/generate-panel-image": {
    policy: "edit",
    success: 202,
    ...named("sceneId", sceneId, { panelNumber: 1 }),
  },
  "POST /ai/regenerate-panel": {
    policy: "edit",
    success: 202,
    ...named("sceneId", sceneId, { panelNumber: 1 }),
  },
  "POST /ai/generate-image": {
    policy: "edit",
    success: 202,
    ...named("storyId", storyId, { prompt: "A lamp in the rain" }),
  },
  "POST /ai/generate-video": {
    policy: "edit",
    success: 202,
    body: (subject) => ({
      storyId: storyId(subject),
      prompt: "The lamp flickers",
      imageUrl: subject.take.url,
    }),
    unknown: (subject) => ({
      body: {
        storyId: unknownId,
        prompt: "The lamp flickers",
        imageUrl: subject.take.url,
      },
    }),
  },
  "POST /ai/generate-character-image": {
    policy: "edit",
    success: 202,
    ...named("characterId", ({ made }) => made.mara.id),
  },
  "POST /ai/generate-location-image": {
    policy: "edit",
    success: 202,
    ...named("locationId", ({ made }) => made.lampRoom.id),
  },
};

/** Jobs: read by the owner and the administrator; not found for everyone else. */
export const jobCalls = {
  "GET /ai/image-status/{jobId}": ({ jobId }: Subject) => jobId,
  "GET /ai/video-status/{jobId}": ({ videoJobId }: Subject) => videoJobId,
};
