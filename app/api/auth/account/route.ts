import { deleteAccount } from "@/lib/accounts/profile-service";
import { messageDto } from "@/lib/accounts/schema";
import { ownPasswordBody } from "@/lib/accounts/sign-in/security-schema";
import { clearedSessionCookies } from "@/lib/platform/auth/cookies";
import { Reply } from "@/lib/platform/http/respond";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  DELETE: route(
    {
      summary: "Delete the viewer's account with all its contents",
      auth: "user",
      body: ownPasswordBody,
      response: messageDto,
      shape: "fields",
    },
    async ({ viewer, body, request }) =>
      new Reply(await deleteAccount(viewer, body.password), clearedSessionCookies(request)),
  ),
});
