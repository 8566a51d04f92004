import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import {
  answerParser,
  isInteger,
  isListOf,
  isRecord,
  isUuid,
} from "@/lib/platform/http/answer-parser";
import { api } from "@/lib/platform/http/fetch";
import type { LikeInfo, LikeReply, StoryLikes } from "./schema";

const isLikeInfo = (value: unknown): value is LikeInfo =>
  isRecord(value) &&
  isInteger(value.likeCount) &&
  value.likeCount >= 0 &&
  typeof value.isLikedByUser === "boolean";
const isSceneLike = (value: unknown): value is LikeInfo & { _id: string } =>
  isLikeInfo(value) && "_id" in value && isUuid(value._id);
const like = answerParser(
  (body): body is LikeReply =>
    isRecord(body) &&
    isLikeInfo(body.data) &&
    (body.action === undefined || body.action === "liked" || body.action === "unliked"),
);
const storyLikes = answerParser(
  (body): body is { data: StoryLikes } =>
    isRecord(body) &&
    isLikeInfo(body.data) &&
    (!("scenes" in body.data) || isListOf(body.data.scenes, isSceneLike)),
);

/** Likes by id of the story or scene. */
type Likes = Readonly<Record<string, LikeInfo>>;

/** The state of a like button. */
export interface Like extends LikeInfo {
  kind: "stories" | "scenes";
  id: string;
  /** False until the page knows whether its reader likes the story or scene. */
  isKnown: boolean;
}

const likesKey = (storyId: string) => ["likes", storyId] as const;
const likeKey = ["like"] as const;

/** Milliseconds until like counts are stale. */
export const likesStaleTime = 300_000;

/** The reader's likes of a story and its scenes, in one request per page. */
export const likesOptions = (storyId: string, viewerId: string | undefined) =>
  queryOptions({
    queryKey: [...likesKey(storyId), viewerId ?? null],
    queryFn: async ({ signal }): Promise<Likes> => {
      const path = `/likes/stories/${storyId}`;
      const call = { query: { scenes: true }, signal, response: storyLikes };
      const { data } = await api(path, call);
      const { scenes = [], ...story } = data;
      return Object.fromEntries([
        [storyId, story],
        ...scenes.map(({ _id, ...scene }) => [_id, scene] as const),
      ]);
    },
    enabled: viewerId !== undefined,
    staleTime: likesStaleTime,
  });

/** Whether a toggle of this like is pending. */
export const isLiking = (client: QueryClient, id: string): boolean =>
  client.isMutating({
    mutationKey: likeKey,
    predicate: ({ state }) => (state.variables as Like | undefined)?.id === id,
  }) > 0;

/**
 * Toggles a like of a story or scene: optimistic, rolled back on an error, and settled with the
 * server's answer.
 */
export const likeOptions = (client: QueryClient, storyId: string) => {
  const filter = { queryKey: likesKey(storyId) };
  const put = (id: string, info: LikeInfo) =>
    client.setQueriesData<Likes>(filter, (likes) => ({ ...likes, [id]: info }));
  return mutationOptions({
    mutationKey: likeKey,
    async mutationFn({ kind, id, isKnown, isLikedByUser }: Like) {
      const path = `/likes/${kind}/${id}`;
      if (!isKnown) {
        // The call toggles, so it must not run if the server already has the requested state.
        const { data } =
          kind === "stories"
            ? await api(path, { response: storyLikes })
            : await api(path, { response: like });
        if (data.isLikedByUser !== isLikedByUser) return data;
      }
      // `keepalive` lets the request survive a navigation right after the click.
      const post = { method: "POST", keepalive: true, response: like } as const;
      const press = async () => (await api(path, post)).data;
      const info = await press();
      // Another tab, or a request whose answer was lost, has already toggled the like: toggle once
      // more.
      return info.isLikedByUser === isLikedByUser ? press() : info;
    },
    meta: { handlesError: true },
    async onMutate({ id, likeCount, isLikedByUser }) {
      // Answers to queries sent before the toggle are stale, so these are cancelled and sent again
      // afterwards.
      const isAsked =
        client.isFetching(filter) === 0 &&
        client.getQueriesData(filter).every(([, likes]) => likes !== undefined);
      await client.cancelQueries(filter);
      put(id, {
        likeCount: Math.max(0, likeCount + (isLikedByUser ? -1 : 1)),
        isLikedByUser: !isLikedByUser,
      });
      return { isAsked };
    },
    onSuccess: (info, { id }) => void put(id, info),
    onError: (_error, { id, likeCount, isLikedByUser }) =>
      void put(id, { likeCount, isLikedByUser }),
    onSettled: (_info, _error, _like, context) => {
      if (!context?.isAsked) void client.invalidateQueries(filter);
    },
  });
};
