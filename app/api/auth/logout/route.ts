import { messageDto } from "@/lib/accounts/schema";
import { logout } from "@/lib/accounts/service";
import { clearedSessionCookies } from "@/lib/platform/auth/cookies";
import { Reply } from "@/lib/platform/http/respond";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      // Accepts an expired token as well: its cookie has to be cleared.
      summary: "Sign out: revoke the token, clear the cookies",
      auth: "optional",
      response: messageDto,
      shape: "fields",
    },
    async ({ viewer, request }) => new Reply(await logout(viewer), clearedSessionCookies(request)),
  ),
});
