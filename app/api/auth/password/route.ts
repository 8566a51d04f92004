import { changePassword } from "@/lib/accounts/profile-service";
import { passwordBody, passwordDto } from "@/lib/accounts/schema";
import { renewedCookies } from "@/lib/platform/auth/cookies";
import { deviceOf } from "@/lib/platform/auth/sessions";
import { Reply } from "@/lib/platform/http/respond";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Change the viewer's password; all other sessions end",
      auth: "user",
      body: passwordBody,
      response: passwordDto,
      shape: "fields",
    },
    async ({ viewer, body, request }) => {
      const { proof, ...changed } = await changePassword(viewer, body, deviceOf(request.headers));
      return new Reply(changed, renewedCookies(request, viewer, changed.token, proof));
    },
  ),
});
