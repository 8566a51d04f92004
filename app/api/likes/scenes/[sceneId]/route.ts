import { likeBody, likedSceneParams, likeReply } from "@/lib/likes/schema";
import { getLikes, setLike } from "@/lib/likes/service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "How many like a scene, and whether the viewer does",
      auth: "optional",
      params: likedSceneParams,
      response: likeReply,
      shape: "fields",
    },
    async ({ viewer, params }) => ({ data: await getLikes(viewer, "scene", params.sceneId) }),
  ),
  POST: route(
    {
      summary: "Like a scene, or take the like back",
      description: "As `liked` says; without it, the call toggles.",
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
