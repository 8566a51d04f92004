import { endpoints, route } from "@/lib/platform/http/route";
import { remixLimit, remixStory } from "@/lib/stories/remix/service";
import { storyDto, storyParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Copy a story into a new draft",
      auth: "user",
      params: storyParams,
      response: storyDto,
      status: 201,
      limit: remixLimit,
    },
    ({ viewer, params }) => remixStory(viewer, params.storyId),
  ),
});
