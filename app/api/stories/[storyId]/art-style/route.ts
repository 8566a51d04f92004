import { endpoints, route } from "@/lib/platform/http/route";
import { artStyleBody, storyDto, storyParams } from "@/lib/stories/schema";
import { updateStory } from "@/lib/stories/service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PATCH: route(
    {
      summary: "Choose the art style of a story",
      auth: "user",
      params: storyParams,
      body: artStyleBody,
      response: storyDto,
    },
    ({ viewer, params, body }) => updateStory(viewer, params.storyId, body),
  ),
});
