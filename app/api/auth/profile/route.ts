import { updateProfile } from "@/lib/accounts/profile-service";
import { profileBody, profileDto } from "@/lib/accounts/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Change the viewer's profile; a new email requires the current password",
      auth: "user",
      body: profileBody,
      response: profileDto,
      shape: "fields",
    },
    ({ viewer, body }) => updateProfile(viewer, body),
  ),
});
