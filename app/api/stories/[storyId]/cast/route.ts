import { syncCopy, takeIntoStory } from "@/lib/library/copies-service";
import { listCastLinks } from "@/lib/library/queries";
import { castLinksDto, syncBody, takeIntoStoryBody, takenDto } from "@/lib/library/schema";
import { endpoints, route } from "@/lib/platform/http/route";
import { storyParams } from "@/lib/stories/schema";

const onStory = { auth: "user", params: storyParams } as const;

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      ...onStory,
      summary: "Which characters and locations of a story are copies of its author's cast",
      description: "With the fields in which copy and entry differ, and which side changed them.",
      response: castLinksDto,
    },
    ({ viewer, params }) => listCastLinks(viewer, params.storyId),
  ),
  POST: route(
    {
      ...onStory,
      summary: "Add copies of entries of the author's cast to a story",
      body: takeIntoStoryBody,
      response: takenDto,
      status: 201,
    },
    ({ viewer, params, body }) => takeIntoStory(viewer, params.storyId, body.entryIds),
  ),
  PUT: route(
    {
      ...onStory,
      summary: "Take over changes of an entry, write changes back to it, or ignore them",
      body: syncBody,
      response: castLinksDto,
    },
    ({ viewer, params, body }) => syncCopy(viewer, params.storyId, body),
  ),
});
