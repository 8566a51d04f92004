import { endpoints, route } from "@/lib/platform/http/route";
import { remixLimit, remixScene } from "@/lib/stories/remix/service";
import { remixSceneParams, storyDto } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Copy one scene, by its id or number, into a new draft",
      auth: "user",
      params: remixSceneParams,
      response: storyDto,
      status: 201,
      limit: remixLimit,
    },
    ({ viewer, params }) => remixScene(viewer, params.storyId, params.scene),
  ),
});
