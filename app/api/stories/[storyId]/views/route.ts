import { endpoints, route } from "@/lib/platform/http/route";
import { viewBody } from "@/lib/stories/reading/event-schema";
import { recordView } from "@/lib/stories/reading/views-service";
import { storyParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Count a view, once per person, story and day",
      auth: "optional",
      params: storyParams,
      body: viewBody,
      response: null,
      limit: { name: "view", max: 120, windowSeconds: 60 },
    },
    ({ viewer, params, address, request }) =>
      recordView(viewer, params.storyId, {
        address,
        agent: request.headers.get("user-agent") ?? "",
      }),
  ),
});
