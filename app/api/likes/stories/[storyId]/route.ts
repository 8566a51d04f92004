import {
  likeBody,
  likedStoryParams,
  likeReply,
  storyLikesQuery,
  storyLikesReply,
} from "@/lib/likes/schema";
import { getLikes, getStoryLikes, setLike } from "@/lib/likes/service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Number of likes of a story, and whether the viewer likes it",
      auth: "optional",
      params: likedStoryParams,
      query: storyLikesQuery,
      response: storyLikesReply,
      shape: "fields",
    },
    async ({ viewer, params: { storyId }, query }) => ({
      data: query.scenes
        ? await getStoryLikes(viewer, storyId)
        : await getLikes(viewer, "story", storyId),
    }),
  ),
  POST: route(
    {
      summary: "Like or unlike a story",
      description: "Sets the state that `liked` gives; without it, the call toggles.",
      auth: "user",
      params: likedStoryParams,
      body: likeBody,
      response: likeReply,
      shape: "fields",
      limit: { name: "like", max: 120, windowSeconds: 60 },
    },
    ({ viewer, params, body }) => setLike(viewer, "story", params.storyId, body.liked),
  ),
});
