import { unknownId } from "../harness";
import { type Access, account, edit, named, onStory, owner, type Subject } from "./subject";

const entry = "/library/{entryId}";
const onEntry = {
  params: ({ entryId }: Subject) => ({ entryId }),
  unknown: () => ({ params: { entryId: unknownId } }),
};

export const library: Record<string, Access> = {
  "GET /library": account(200),
  "POST /library": edit(
    201,
    named("entityId", ({ made }) => made.unused.id, { kind: "character" }),
  ),
  [`GET ${entry}`]: owner(200, onEntry),
  [`PUT ${entry}`]: owner(200, onEntry, { name: "Marama" }),
  [`DELETE ${entry}`]: owner(200, onEntry),
  // There is no other entry: its owner gets an error that says so.
  [`POST ${entry}/merge`]: owner(404, { ...onEntry, body: () => ({ into: unknownId }) }),
  "GET /stories/{storyId}/cast": edit(200, onStory),
  "POST /stories/{storyId}/cast": edit(201, {
    ...onStory,
    body: ({ entryId }) => ({ entryIds: [entryId] }),
  }),
  "PUT /stories/{storyId}/cast": edit(200, {
    ...onStory,
    body: ({ made }) => ({
      kind: "character",
      entityId: made.mara.id,
      entryVersion: 1,
      version: 1,
    }),
  }),
};
