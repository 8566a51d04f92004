import { likeBody, likedSceneParams, likeReply } from "@/lib/likes/schema";
import { getLikes, setLike } from "@/lib/likes/service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Number of likes of a scene, and whether the viewer likes it",
      auth: "optional",
      params: likedSceneParams,
      response: likeReply,
      shape: "fields",
    },
    async ({ viewer, params }) => ({ data: await getLikes(viewer, "scene", params.sceneId) }),
  ),
  POST: route(
    {
      summary: "Like or unlike a scene",
      description: "Sets the state that `liked` gives; without it, the call toggles.",
      auth: "user",
      params: likedSceneParams,
      body: likeBody,
      response: likeReply,
      shape: "fields",
      limit: { name: "like", max: 120, windowSeconds: 60 },
    },
    ({ viewer, params, body }) => setLike(viewer, "scene", params.sceneId, body.liked),
  ),
});
