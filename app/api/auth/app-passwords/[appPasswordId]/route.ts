import { messageDto } from "@/lib/accounts/schema";
import { removeAppPassword } from "@/lib/accounts/sign-in/app-passwords-service";
import { appPasswordParams } from "@/lib/accounts/sign-in/security-schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  DELETE: route(
    {
      summary: "Remove one of the viewer's app passwords",
      auth: "user",
      params: appPasswordParams,
      response: messageDto,
      shape: "fields",
    },
    ({ viewer, params }) => removeAppPassword(viewer, params.appPasswordId),
  ),
});
