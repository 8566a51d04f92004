import { endpoints, route } from "@/lib/platform/http/route";
import { getProfile } from "@/lib/stories/profile-queries";
import { profileDto, usernameParams } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "A person with their published stories; to themselves with drafts",
      auth: "optional",
      params: usernameParams,
      response: profileDto,
    },
    ({ viewer, params }) => getProfile(viewer, params.username),
  ),
});
