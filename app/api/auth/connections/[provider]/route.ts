import { messageDto, providerParams } from "@/lib/accounts/schema";
import { disconnect } from "@/lib/accounts/sign-in/oauth-service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  DELETE: route(
    {
      summary: "Disconnect a service from the viewer's account",
      auth: "user",
      params: providerParams,
      response: messageDto,
      shape: "fields",
    },
    ({ viewer, params }) => disconnect(viewer, params.provider),
  ),
});
