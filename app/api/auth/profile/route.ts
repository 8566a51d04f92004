import { updateProfile } from "@/lib/accounts/profile-service";
import { profileBody, profileDto } from "@/lib/accounts/schema";
import { proofCookie } from "@/lib/platform/auth/cookies";
import { Reply } from "@/lib/platform/http/respond";
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
    async ({ viewer, body, request }) => {
      const { proof, ...changed } = await updateProfile(viewer, body);
      const isRenewed = proof !== undefined && viewer.via === "cookie";
      return new Reply(changed, isRenewed ? { "set-cookie": proofCookie(request, proof) } : {});
    },
  ),
});
