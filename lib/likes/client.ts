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

/** A press of a like button, which shows this state. */
export interface Like extends LikeInfo {
  kind: "stories" | "scenes";
  id: string;
}

const likesKey = (storyId: string) => ["likes", storyId] as const;

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

/**
 * Likes a story or scene, or removes the like: optimistic, rolled back on an error, and settled
 * with the server's answer. The request states the wanted result, so that it can be repeated.
 */
export const likeOptions = (client: QueryClient, storyId: string) => {
  const filter = { queryKey: likesKey(storyId) };
  const put = (id: string, info: LikeInfo) =>
    client.setQueriesData<Likes>(filter, (likes) => ({ ...likes, [id]: info }));
  /** Whether no later press waits, which shows its own state. */
  const isLast = ({ id }: Like) =>
    client.isMutating({
      mutationKey: filter.queryKey,
      predicate: ({ state }) => (state.variables as Like).id === id,
    }) === 1;
  return mutationOptions({
    mutationKey: filter.queryKey,
    // One after the other: a second press may come from another button of the page.
    scope: { id: `likes:${storyId}` },
    async mutationFn({ kind, id, isLikedByUser }: Like) {
      const { data } = await api(`/likes/${kind}/${id}`, {
        method: "POST",
        body: { liked: !isLikedByUser },
        // Survives a navigation right after the click.
        keepalive: true,
        response: like,
      });
      return data;
    },
    meta: { handlesError: true },
    async onMutate({ id, likeCount, isLikedByUser }) {
      // Answers to queries sent before the press are stale, so these are cancelled and sent again
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
    onSuccess: (info, like) => void (isLast(like) && put(like.id, info)),
    onError: (_error, { id, likeCount, isLikedByUser }) =>
      void put(id, { likeCount, isLikedByUser }),
    onSettled: (_info, _error, _like, context) => {
      if (!context?.isAsked) void client.invalidateQueries(filter);
    },
  });
};
