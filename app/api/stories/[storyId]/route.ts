import { messageDto } from "@/lib/accounts/schema";
import { endpoints, route } from "@/lib/platform/http/route";
import { getStory } from "@/lib/stories/queries";
import { storyDto, storyParams, updateStoryBody } from "@/lib/stories/schema";
import { deleteStory, updateStory } from "@/lib/stories/service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "A story with its scenes, characters and locations",
      auth: "optional",
      params: storyParams,
      response: storyDto,
    },
    ({ viewer, params }) => getStory(viewer, params.storyId),
  ),
  PUT: route(
    {
      summary: "Change a story, publish or unpublish it",
      auth: "user",
      params: storyParams,
      body: updateStoryBody,
      response: storyDto,
    },
    ({ viewer, params, body }) => updateStory(viewer, params.storyId, body),
  ),
  DELETE: route(
    {
      summary: "Delete a story with everything in it",
      auth: "user",
      params: storyParams,
      response: messageDto,
      shape: "fields",
    },
    ({ viewer, params }) => deleteStory(viewer, params.storyId),
  ),
});
