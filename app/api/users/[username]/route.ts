import { endpoints, route } from "@/lib/platform/http/route";
import { getProfile } from "@/lib/stories/feed/profile-queries";
import { profileDto, profileQuery, usernameParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "A profile with its published stories; users also see their own drafts",
      auth: "optional",
      params: usernameParams,
      query: profileQuery,
      response: profileDto,
    },
    ({ viewer, params, query }) => getProfile(viewer, params.username, query.page),
  ),
});
