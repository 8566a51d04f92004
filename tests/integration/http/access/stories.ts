import { unknownId } from "../harness";
import { type Access, onScene, onStory, storyId } from "./subject";

export const stories: Record<string, Access> = {
  "GET /stories": { policy: "open", success: 200 },
  "POST /stories": {
    policy: "account",
    success: 201,
    body: () => ({ title: "My New Story", description: "A lighthouse keeper hears a voice." }),
  },
  "GET /stories/tags": { policy: "open", success: 200 },
  "GET /stories/random-images": { policy: "open", success: 200 },
  "GET /stories/{storyId}": { policy: "read", success: 200, ...onStory },
  "PUT /stories/{storyId}": {
    policy: "edit",
    success: 200,
    ...onStory,
    body: () => ({ title: "Another title" }),
  },
  "DELETE /stories/{storyId}": { policy: "edit", success: 200, ...onStory },
  "PATCH /stories/{storyId}/art-style": {
    policy: "edit",
    success: 200,
    ...onStory,
    body: () => ({ artStyle: "ink wash" }),
  },
  "GET /stories/{storyId}/characters": { policy: "read", success: 200, ...onStory },
  "GET /stories/{storyId}/locations": { policy: "read", success: 200, ...onStory },
  "GET /stories/{storyId}/scenes": { policy: "read", success: 200, ...onStory },
  "PUT /stories/{storyId}/scenes/order": {
    policy: "edit",
    success: 200,
    ...onStory,
    body: ({ made }) => ({ sceneIds: made.scenes.map(({ id }) => id).reverse() }),
  },
  "GET /stories/{storyId}/export": { policy: "read", success: 200, ...onStory },
  "GET /stories/{storyId}/books": { policy: "read", success: 200, ...onStory },
  "POST /stories/{storyId}/books": {
    policy: "read",
    success: 202,
    ...onStory,
    body: () => ({ format: "cbz" }),
  },
  // The book was never made: callers with access get an error that says so.
  "GET /stories/{storyId}/books/{format}": {
    policy: "read",
    success: 409,
    params: (subject) => ({ storyId: storyId(subject), format: "cbz" }),
    unknown: () => ({ params: { storyId: unknownId, format: "cbz" } }),
  },
  // The store has no such upload: callers who may import get an error that says so.
  "POST /stories/import": {
    policy: "account",
    success: 404,
    body: () => ({ key: "incoming/none", originalName: "story.zip" }),
  },
  "POST /stories/import/ticket": {
    policy: "account",
    success: 201,
    body: () => ({ size: 5_000_000 }),
  },
  "GET /stories/{storyId}/jobs": { policy: "edit", success: 200, ...onStory },
  "GET /stories/{storyId}/costs": { policy: "edit", success: 200, ...onStory },
  "POST /reports": {
    policy: "read",
    success: 201,
    body: (subject) => ({
      ...{ kind: "story", id: storyId(subject), reason: "spam", words: "It sells lamps." },
      email: "reader@comics.test",
    }),
    unknown: () => ({
      body: {
        ...{ kind: "story", id: unknownId, reason: "spam", words: "It sells lamps." },
        email: "reader@comics.test",
      },
    }),
  },
  "POST /reports/decisions": {
    policy: "administrator",
    success: 204,
    body: (subject) => ({
      ...{ kind: "story", id: storyId(subject), action: "restore", reason: "It is fine." },
    }),
  },
  "POST /reports/decisions/{decisionId}/objection": {
    policy: "owner",
    success: 204,
    params: ({ decisionId }) => ({ decisionId }),
    body: () => ({ words: "It was not like that." }),
    unknown: () => ({ params: { decisionId: unknownId }, body: { words: "It was not." } }),
  },
  "GET /stories/{storyId}/live": { policy: "edit", success: 200, ...onStory },
  "POST /stories/{storyId}/remix": { policy: "remix", success: 201, ...onStory },
  "POST /stories/{storyId}/remix-scene/{scene}": {
    policy: "remix",
    success: 201,
    params: (subject) => ({ storyId: storyId(subject), scene: "1" }),
    unknown: () => ({ params: { storyId: unknownId, scene: "1" } }),
  },
  "GET /stories/{storyId}/progress": { policy: "like", success: 200, ...onStory },
  "PUT /stories/{storyId}/progress": {
    policy: "like",
    success: 204,
    ...onStory,
    body: () => ({ progression: 0.5, scene: 1 }),
  },
  "GET /readings": { policy: "account", success: 200 },
  "PUT /readings": { policy: "account", success: 204, body: () => ({ readings: [] }) },
  "DELETE /readings/{storyId}": {
    policy: "account",
    success: 204,
    params: (subject) => ({ storyId: storyId(subject) }),
  },
  "POST /stories/{storyId}/views": {
    policy: "read",
    success: 204,
    ...onStory,
    body: () => ({ type: "read" }),
  },
  "POST /events": { policy: "open", success: 204, body: () => ({ name: "remix_failed" }) },
  "GET /likes/stories/{storyId}": { policy: "read", success: 200, ...onStory },
  "POST /likes/stories/{storyId}": { policy: "like", success: 200, ...onStory },
  "GET /likes/scenes/{sceneId}": { policy: "read", success: 200, ...onScene },
  "POST /likes/scenes/{sceneId}": { policy: "like", success: 200, ...onScene },
};
