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
  /** An entry of the owner's cast; the story's first character is a copy of it. */
  entryId: string;
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

const allow =
  (policy: Policy) =>
  (success: number, about: Omit<Access, "policy" | "success"> = {}, body?: object): Access => ({
    policy,
    success,
    ...about,
    ...(body && { body: () => body }),
  });
export const open = allow("open");
export const administrator = allow("administrator");
export const account = allow("account");
export const owner = allow("owner");
export const read = allow("read");
export const edit = allow("edit");
export const like = allow("like");
export const remix = allow("remix");

export const storyId = ({ made }: Subject) => made.story.id;
export const sceneId = ({ made }: Subject) => made.scenes[0]?.id ?? "";
type Values = (subject: Subject) => Record<string, string>;
/** A call whose address names what it is about. */
const on = (params: Values, unknown: Record<string, string>) => ({
  params,
  unknown: () => ({ params: unknown }),
});
export const onStory = on((it) => ({ storyId: storyId(it) }), { storyId: unknownId });
export const onScene = on((it) => ({ sceneId: sceneId(it) }), { sceneId: unknownId });
export const onPanel = on((it) => ({ sceneId: sceneId(it), panelNumber: "1" }), {
  sceneId: unknownId,
  panelNumber: "1",
});
export const onTake = on((it) => ({ sceneId: sceneId(it), panelNumber: "1", takeId: it.take.id }), {
  sceneId: unknownId,
  panelNumber: "1",
  takeId: unknownId,
});
export const onCharacter = on(({ made }) => ({ characterId: made.unused.id }), {
  characterId: unknownId,
});
export const onLocation = on(({ made }) => ({ locationId: made.lampRoom.id }), {
  locationId: unknownId,
});
/** A call on a row that does not exist: the rule is reached, which is what this asks. */
export const onNothing = (name: string) => ({ params: () => ({ [name]: unknownId }) });
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
