import { endpoints, route } from "@/lib/platform/http/route";
import { getProfile } from "@/lib/stories/feed/profile-queries";
import { profileDto, profileQuery, usernameParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "A person with their published stories; to themselves with drafts",
      auth: "optional",
      params: usernameParams,
      query: profileQuery,
      response: profileDto,
    },
    ({ viewer, params, query }) => getProfile(viewer, params.username, query.page),
  ),
});
