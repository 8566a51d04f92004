import { type makeStory, type Person, unknownId } from "../harness";

/**
 * Who may make which call. `open`: everyone. `owner`: the account that the row is about. `administrator`: the administrator, not found for others. `account`: any account that is signed in. `read`: everyone while
 * published, else the policy `edit`. `edit`: the owner and the administrator. `like`: an account that
 * may see the story. `remix`: published stories and the account's own drafts.
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

export const storyId = ({ made }: Subject) => made.story.id;
export const sceneId = ({ made }: Subject) => made.scenes[0]?.id ?? "";
export const onStory = {
  params: (subject: Subject) => ({ storyId: storyId(subject) }),
  unknown: () => ({ params: { storyId: unknownId } }),
};
export const onScene = {
  params: (subject: Subject) => ({ sceneId: sceneId(subject) }),
  unknown: () => ({ params: { sceneId: unknownId } }),
};
export const onPanel = {
  params: (subject: Subject) => ({ sceneId: sceneId(subject), panelNumber: "1" }),
  unknown: () => ({ params: { sceneId: unknownId, panelNumber: "1" } }),
};
export const onCharacter = {
  params: ({ made }: Subject) => ({ characterId: made.unused.id }),
  unknown: () => ({ params: { characterId: unknownId } }),
};
export const onLocation = {
  params: ({ made }: Subject) => ({ locationId: made.lampRoom.id }),
  unknown: () => ({ params: { locationId: unknownId } }),
};
/** A call that names its subject in the body. */
export const named = (name: string, idOf: (subject: Subject) => string, rest: object = {}) => ({
  body: (subject: Subject) => ({ [name]: idOf(subject), ...rest }),
  unknown: () => ({ body: { [name]: unknownId, ...rest } }),
});
/** A call that names its story as the context. */
export const inContext = (rest: object) => ({
  body: (subject: Subject) => ({ ...rest, context: { storyId: storyId(subject) } }),
  unknown: () => ({ body: { ...rest, context: { storyId: unknownId } } }),
});
export const entity = {
  name: "Tom",
  description: "The keeper's tired brother.",
  imagePrompt: "An old man in oilskins",
};

export const password = "Correct-horse-1";
