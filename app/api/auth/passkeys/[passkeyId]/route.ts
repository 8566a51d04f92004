import { messageDto } from "@/lib/accounts/schema";
import { removePasskey, renamePasskey } from "@/lib/accounts/sign-in/passkeys-service";
import { passkeyNameBody, passkeyParams } from "@/lib/accounts/sign-in/security-schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Rename one of the viewer's passkeys",
      auth: "user",
      params: passkeyParams,
      body: passkeyNameBody,
      response: messageDto,
      shape: "fields",
    },
    ({ viewer, params, body }) => renamePasskey(viewer, params.passkeyId, body.name),
  ),
  DELETE: route(
    {
      summary: "Remove one of the viewer's passkeys",
      auth: "user",
      params: passkeyParams,
      response: messageDto,
      shape: "fields",
    },
    ({ viewer, params }) => removePasskey(viewer, params.passkeyId),
  ),
});
