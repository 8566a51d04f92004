import { unknownId } from "../harness";
import {
  type Access,
  account,
  administrator,
  edit,
  like,
  onScene,
  onStory,
  open,
  owner,
  read,
  remix,
  type Subject,
  storyId,
} from "./subject";

const one = "/stories/{storyId}";
const report = (id: string) => ({
  kind: "story",
  id,
  reason: "spam",
  words: "It sells lamps.",
  email: "reader@comics.test",
});
/** A call that names more than its story in the address. */
const onPart = (rest: Record<string, string>) => ({
  params: (subject: Subject) => ({ storyId: storyId(subject), ...rest }),
  unknown: () => ({ params: { storyId: unknownId, ...rest } }),
});

export const stories: Record<string, Access> = {
  "GET /stories": open(200),
  "POST /stories": account(
    201,
    {},
    { title: "My New Story", description: "A keeper hears a voice." },
  ),
  "GET /stories/tags": open(200),
  "GET /stories/random-images": open(200),
  [`GET ${one}`]: read(200, onStory),
  [`PUT ${one}`]: edit(200, onStory, { title: "Another title" }),
  [`DELETE ${one}`]: edit(200, onStory),
  [`PATCH ${one}/art-style`]: edit(200, onStory, { artStyle: "ink wash" }),
  [`GET ${one}/characters`]: read(200, onStory),
  [`GET ${one}/locations`]: read(200, onStory),
  [`GET ${one}/scenes`]: read(200, onStory),
  [`PUT ${one}/scenes/order`]: edit(200, {
    ...onStory,
    body: ({ made }) => ({ sceneIds: made.scenes.map(({ id }) => id).reverse() }),
  }),
  [`GET ${one}/export`]: read(200, onStory),
  [`GET ${one}/books`]: read(200, onStory),
  [`POST ${one}/books`]: read(202, onStory, { format: "cbz" }),
  // The book was never made: callers with access get an error that says so.
  [`GET ${one}/books/{format}`]: read(409, onPart({ format: "cbz" })),
  // The store has no such upload: callers who may import get an error that says so.
  "POST /stories/import": account(404, {}, { key: "incoming/none", originalName: "story.zip" }),
  "POST /stories/import/ticket": account(201, {}, { size: 5_000_000 }),
  [`GET ${one}/jobs`]: edit(200, onStory),
  [`GET ${one}/costs`]: edit(200, onStory),
  [`GET ${one}/stale-panels`]: edit(200, onStory),
  "POST /reports": read(201, {
    body: (subject) => report(storyId(subject)),
    unknown: () => ({ body: report(unknownId) }),
  }),
  "POST /reports/decisions": administrator(204, {
    body: (subject) => ({
      kind: "story",
      id: storyId(subject),
      action: "restore",
      reason: "It is fine.",
    }),
  }),
  "POST /reports/decisions/{decisionId}/objection": owner(204, {
    params: ({ decisionId }) => ({ decisionId }),
    body: () => ({ words: "It was not like that." }),
    unknown: () => ({ params: { decisionId: unknownId }, body: { words: "It was not." } }),
  }),
  [`GET ${one}/live`]: edit(200, onStory),
  [`POST ${one}/remix`]: remix(201, onStory),
  [`POST ${one}/remix-scene/{scene}`]: remix(201, onPart({ scene: "1" })),
  [`GET ${one}/progress`]: like(200, onStory),
  [`PUT ${one}/progress`]: like(204, onStory, { progression: 0.5, scene: 1 }),
  "GET /readings": account(200),
  "PUT /readings": account(204, {}, { readings: [] }),
  "DELETE /readings/{storyId}": account(204, { params: onStory.params }),
  [`POST ${one}/views`]: read(204, onStory, { type: "read" }),
  "POST /events": open(204, {}, { name: "remix_failed" }),
  "GET /likes/stories/{storyId}": read(200, onStory),
  "POST /likes/stories/{storyId}": like(200, onStory),
  "GET /likes/scenes/{sceneId}": read(200, onScene),
  "POST /likes/scenes/{sceneId}": like(200, onScene),
};
