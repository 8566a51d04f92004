import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/platform/http/fetch";
import type { LikeInfo } from "./schema";

// Pages for visitors carry no validator: it comes with the first answer.
const storyLikes = async () => (await import("./schema")).storyLikesReply;
const like = async () => (await import("./schema")).likeReply;

/** What is liked, by the id of the story or scene. */
type Likes = Readonly<Record<string, LikeInfo>>;

/** A heart as the page shows it. */
export interface Like extends LikeInfo {
  kind: "stories" | "scenes";
  id: string;
  /** False where the page does not know yet what its reader has liked. */
  isKnown: boolean;
}

const likesKey = (storyId: string) => ["likes", storyId] as const;
const likeKey = ["like"] as const;

/** Milliseconds after which a count of likes is asked for again. */
export const likesStaleTime = 300_000;

/** The hearts of a story and its scenes, as one person has given them: a page asks once for all. */
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

/** Whether a heart is being toggled. */
export const isLiking = (client: QueryClient, id: string): boolean =>
  client.isMutating({
    mutationKey: likeKey,
    predicate: ({ state }) => (state.variables as Like | undefined)?.id === id,
  }) > 0;

/**
 * Toggles a heart of a story or of one of its scenes at once, takes it back when the server refuses,
 * and ends with what the server says.
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
        // A call toggles: what is liked already would no longer be.
        const { data } = await api(path, { response: like });
        if (data.isLikedByUser !== isLikedByUser) return data;
      }
      // Whoever presses and goes on at once has liked it all the same.
      const post = { method: "POST", keepalive: true, response: like } as const;
      const press = async () => (await api(path, post)).data;
      const info = await press();
      // Another tab, or an answer that was lost, had turned it round already.
      return info.isLikedByUser === isLikedByUser ? press() : info;
    },
    meta: { handlesError: true },
    async onMutate({ id, likeCount, isLikedByUser }) {
      // What was asked before the press says nothing any more, and is asked again afterwards.
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
