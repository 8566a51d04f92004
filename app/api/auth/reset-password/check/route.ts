import { resetLinkBody, resetLinkDto } from "@/lib/accounts/schema";
import { checkResetLink } from "@/lib/accounts/sign-in/recovery-service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Whether a password reset link is still valid, and whether it requires a code",
      auth: "none",
      body: resetLinkBody,
      response: resetLinkDto,
      shape: "fields",
      limit: { name: "reset-password", max: 20, windowSeconds: 900 },
    },
    ({ body }) => checkResetLink(body.token),
  ),
});
