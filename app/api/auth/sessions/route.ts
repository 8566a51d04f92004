import { getSessions } from "@/lib/accounts/queries";
import { passwordDto } from "@/lib/accounts/schema";
import { sessionsDto } from "@/lib/accounts/sign-in/security-schema";
import { endOtherSessions } from "@/lib/accounts/sign-in/sessions-service";
import { renewedCookies } from "@/lib/platform/auth/cookies";
import { deviceOf } from "@/lib/platform/auth/sessions";
import { Reply } from "@/lib/platform/http/respond";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The viewer's sessions",
      auth: "user",
      response: sessionsDto,
      shape: "fields",
    },
    async ({ viewer }) => ({ sessions: await getSessions(viewer) }),
  ),
  DELETE: route(
    {
      summary: "End every other session",
      description: "This session continues with the token of the response; its old token ends too.",
      auth: "user",
      response: passwordDto,
      shape: "fields",
    },
    async ({ viewer, request }) => {
      const ended = await endOtherSessions(viewer, deviceOf(request.headers));
      return new Reply(ended, renewedCookies(request, viewer, ended.token));
    },
  ),
});
