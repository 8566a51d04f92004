import sharp from "sharp";
import { bubble, type makeStory, type Person, unknownId } from "./harness";

/**
 * Who may make which call. `open`: anybody. `owner`: whom it is about alone. `administrator`: for everybody else it does not exist. `account`: whoever is signed in. `read`: anybody while
 * published, else those who may edit. `edit`: the owner and the administrator. `like`: whoever is
 * signed in and may see it. `remix`: published stories and one's own drafts.
 */
export type Policy =
  | "open"
  | "administrator"
  | "account"
  | "owner"
  | "read"
  | "edit"
  | "like"
  | "remix";

export interface Subject {
  id: string;
  made: Awaited<ReturnType<typeof makeStory>>;
  jobId: string;
  videoJobId: string;
  /** A take that the first panel does not show. */
  take: { id: string; url: string };
  /** A decision on the owner's story. */
  decisionId: string;
  owner: Person;
  role: Person | null;
}

export interface Access {
  policy: Policy;
  success: number;
  params?: (subject: Subject) => Record<string, string>;
  body?: (subject: Subject) => unknown;
  /** The same call on something that does not exist: what strangers of a draft must get. */
  unknown?: (subject: Subject) => { params?: Record<string, string>; body?: unknown };
}

const storyId = ({ made }: Subject) => made.story.id;
const sceneId = ({ made }: Subject) => made.scenes[0]?.id ?? "";
const onStory = {
  params: (subject: Subject) => ({ storyId: storyId(subject) }),
  unknown: () => ({ params: { storyId: unknownId } }),
};
const onScene = {
  params: (subject: Subject) => ({ sceneId: sceneId(subject) }),
  unknown: () => ({ params: { sceneId: unknownId } }),
};
const onPanel = {
  params: (subject: Subject) => ({ sceneId: sceneId(subject), panelNumber: "1" }),
  unknown: () => ({ params: { sceneId: unknownId, panelNumber: "1" } }),
};
const onCharacter = {
  params: ({ made }: Subject) => ({ characterId: made.unused.id }),
  unknown: () => ({ params: { characterId: unknownId } }),
};
const onLocation = {
  params: ({ made }: Subject) => ({ locationId: made.lampRoom.id }),
  unknown: () => ({ params: { locationId: unknownId } }),
};
/** A call that names its subject in the body. */
const named = (name: string, idOf: (subject: Subject) => string, rest: object = {}) => ({
  body: (subject: Subject) => ({ [name]: idOf(subject), ...rest }),
  unknown: () => ({ body: { [name]: unknownId, ...rest } }),
});
/** A call that names its story as the context. */
const inContext = (rest: object) => ({
  body: (subject: Subject) => ({ ...rest, context: { storyId: storyId(subject) } }),
  unknown: () => ({ body: { ...rest, context: { storyId: unknownId } } }),
});
const entity = {
  name: "Tom",
  description: "The keeper's tired brother.",
  imagePrompt: "An old man in oilskins",
};

export const password = "Correct-horse-1";

let newcomers = 0;
const newcomer = () => {
  newcomers += 1;
  return {
    username: `newcomer-${newcomers}`,
    email: `newcomer-${newcomers}@comics.test`,
    password,
  };
};

const picture = await sharp({
  create: { width: 8, height: 8, channels: 3, background: "#336699" },
})
  .png()
  .toBuffer();
const form = () => {
  const data = new FormData();
  data.set("image", new File([new Uint8Array(picture)], "a.png", { type: "image/png" }));
  return data;
};

export const accessTable: Record<string, Access> = {
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
  // Nobody has had it made: whoever may have it is told so.
  "GET /stories/{storyId}/books/{format}": {
    policy: "read",
    success: 409,
    params: (subject) => ({ storyId: storyId(subject), format: "cbz" }),
    unknown: () => ({ params: { storyId: unknownId, format: "cbz" } }),
  },
  // Nothing lies in the store: whoever may import is told so.
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
  "POST /setup/check": { policy: "administrator", success: 200 },
  "GET /auth/export": { policy: "account", success: 200 },
  "GET /spending": { policy: "account", success: 200 },
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
  "POST /stories/{storyId}/views": {
    policy: "read",
    success: 204,
    ...onStory,
    body: () => ({ type: "read" }),
  },
  // Nobody is signed in there: who may call is who knows the secret, and none is set.
  "POST /webhooks/replicate": { policy: "open", success: 401 },
  "POST /events": { policy: "open", success: 204, body: () => ({ name: "remix_failed" }) },
  "GET /likes/stories/{storyId}": { policy: "read", success: 200, ...onStory },
  "POST /likes/stories/{storyId}": { policy: "like", success: 200, ...onStory },
  "GET /likes/scenes/{sceneId}": { policy: "read", success: 200, ...onScene },
  "POST /likes/scenes/{sceneId}": { policy: "like", success: 200, ...onScene },
  "GET /users/{username}": {
    policy: "open",
    success: 200,
    params: ({ owner }) => ({ username: owner.username }),
  },
  "PUT /scenes/{sceneId}": {
    policy: "edit",
    success: 200,
    ...onScene,
    body: () => ({ title: "Up the stairs" }),
  },
  "DELETE /scenes/{sceneId}": { policy: "edit", success: 200, ...onScene },
  "POST /scenes/{sceneId}/duplicate": { policy: "edit", success: 201, ...onScene },
  "POST /scenes/{sceneId}/panels": { policy: "edit", success: 201, ...onScene, body: () => ({}) },
  "PUT /scenes/{sceneId}/panels/order": {
    policy: "edit",
    success: 200,
    ...onScene,
    body: ({ made }) => ({
      panelIds: (made.scenes[0]?.panels ?? []).map(({ id }) => id).reverse(),
    }),
  },
  "DELETE /scenes/{sceneId}/panels/{panelNumber}": { policy: "edit", success: 200, ...onPanel },
  "PUT /scenes/{sceneId}/panels/{panelNumber}": {
    policy: "edit",
    success: 200,
    ...onPanel,
    body: () => ({ textBubbles: [bubble("Who is there?")] }),
  },
  "GET /scenes/{sceneId}/panels/{panelNumber}/render": {
    policy: "read",
    success: 200,
    ...onPanel,
  },
  "GET /scenes/{sceneId}/panels/{panelNumber}/takes": { policy: "edit", success: 200, ...onPanel },
  "DELETE /scenes/{sceneId}/panels/{panelNumber}/takes/{takeId}": {
    policy: "edit",
    success: 200,
    params: (subject) => ({
      sceneId: sceneId(subject),
      panelNumber: "1",
      takeId: subject.take.id,
    }),
    unknown: () => ({ params: { sceneId: unknownId, panelNumber: "1", takeId: unknownId } }),
  },
  "POST /characters": { policy: "edit", success: 201, ...named("storyId", storyId, entity) },
  "PUT /characters/{characterId}": {
    policy: "edit",
    success: 200,
    ...onCharacter,
    body: () => ({ name: "Somebody" }),
  },
  "DELETE /characters/{characterId}": { policy: "edit", success: 200, ...onCharacter },
  "POST /locations": { policy: "edit", success: 201, ...named("storyId", storyId, entity) },
  "PUT /locations/{locationId}": {
    policy: "edit",
    success: 200,
    ...onLocation,
    body: () => ({ name: "The stairs" }),
  },
  // It appears in a scene, so even its owner cannot delete it: in_use.
  "DELETE /locations/{locationId}": { policy: "edit", success: 409, ...onLocation },

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

  "POST /auth/register": { policy: "open", success: 201, body: newcomer },
  "GET /auth/me": { policy: "account", success: 200 },
  "POST /auth/logout": { policy: "open", success: 200 },
  "PUT /auth/profile": { policy: "account", success: 200, body: () => ({ firstName: "Ada" }) },
  "PUT /auth/password": {
    policy: "account",
    success: 200,
    body: () => ({ currentPassword: password, newPassword: "Another-horse-2" }),
  },
  "DELETE /auth/account": { policy: "account", success: 200, body: () => ({ password }) },
  "GET /auth/providers": { policy: "open", success: 200 },
  "GET /auth/connections": { policy: "account", success: 200 },
  // Nothing is connected: the rule is reached, which is what this asks.
  "DELETE /auth/connections/{provider}": {
    policy: "account",
    success: 404,
    params: () => ({ provider: "github" }),
  },
  "GET /auth/sessions": { policy: "account", success: 200 },
  "DELETE /auth/sessions": { policy: "account", success: 200 },
  "DELETE /auth/sessions/{sessionId}": {
    policy: "account",
    success: 404,
    params: () => ({ sessionId: unknownId }),
  },
  "GET /auth/two-step": { policy: "account", success: 200 },
  "POST /auth/two-step": { policy: "account", success: 201, body: () => ({ password }) },
  // Nothing was begun: the rule is reached, which is what this asks.
  "PUT /auth/two-step": { policy: "account", success: 409, body: () => ({ code: "123456" }) },
  "DELETE /auth/two-step": { policy: "account", success: 200, body: () => ({ password }) },
  "GET /auth/passkeys": { policy: "account", success: 200 },
  // No device has answered: the rule is reached, which is what this asks.
  "POST /auth/passkeys": { policy: "account", success: 400, body: () => ({}) },
  "POST /auth/passkeys/options": { policy: "account", success: 200, body: () => ({ password }) },
  "PUT /auth/passkeys/{passkeyId}": {
    policy: "account",
    success: 404,
    params: () => ({ passkeyId: unknownId }),
    body: () => ({ name: "Phone" }),
  },
  "DELETE /auth/passkeys/{passkeyId}": {
    policy: "account",
    success: 404,
    params: () => ({ passkeyId: unknownId }),
  },
  "GET /auth/app-passwords": { policy: "account", success: 200 },
  "POST /auth/app-passwords": {
    policy: "account",
    success: 201,
    body: () => ({ name: "E-reader", password }),
  },
  "DELETE /auth/app-passwords/{appPasswordId}": {
    policy: "account",
    success: 404,
    params: () => ({ appPasswordId: unknownId }),
  },
  "POST /auth/login/passkey": { policy: "open", success: 400, body: () => ({}) },
  "POST /auth/login/passkey/options": { policy: "open", success: 200 },
  "POST /auth/login": {
    policy: "open",
    success: 200,
    body: ({ id }) => ({ email: `login-${id}@comics.test`, password }),
  },
  "POST /auth/forgot-password": {
    policy: "open",
    success: 200,
    body: ({ id }) => ({ email: `login-${id}@comics.test` }),
  },
  // The link decides, not who is signed in: none of ours is shown.
  "POST /auth/reset-password": {
    policy: "open",
    success: 400,
    body: () => ({ token: "x", newPassword: "Another-horse-2" }),
  },
  "POST /auth/confirm-email": { policy: "open", success: 400, body: () => ({ token: "x" }) },
  "POST /auth/send-verification": { policy: "account", success: 200 },
  "POST /upload/image": { policy: "account", success: 201, body: form },
  "POST /upload/ticket": {
    policy: "account",
    success: 201,
    body: () => ({ size: 5_000_000, mediaType: "image/png" }),
  },

  "GET /health": { policy: "open", success: 200 },
  // No engine runs in this test: it says so, to anybody.
  "GET /ready": { policy: "open", success: 503 },
  // Without METRICS_TOKEN.
  "GET /metrics": { policy: "administrator", success: 200 },
};

/** Jobs: read by the owner and the administrator; nobody else learns that they exist. */
export const jobCalls = {
  "GET /ai/image-status/{jobId}": ({ jobId }: Subject) => jobId,
  "GET /ai/video-status/{jobId}": ({ videoJobId }: Subject) => videoJobId,
};
