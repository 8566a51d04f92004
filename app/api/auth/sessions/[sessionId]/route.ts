import { messageDto } from "@/lib/accounts/schema";
import { sessionParams } from "@/lib/accounts/sign-in/security-schema";
import { endSession } from "@/lib/accounts/sign-in/sessions-service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  DELETE: route(
    {
      summary: "End one of the viewer's sessions",
      auth: "user",
      params: sessionParams,
      response: messageDto,
      shape: "fields",
    },
    ({ viewer, params }) => endSession(viewer, params.sessionId),
  ),
});
