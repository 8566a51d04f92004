import { startPasskeyRegistration } from "@/lib/accounts/sign-in/passkeys-service";
import { ownPasswordBody, passkeyOptionsDto } from "@/lib/accounts/sign-in/security-schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Options for creating a passkey",
      auth: "user",
      body: ownPasswordBody,
      response: passkeyOptionsDto,
      shape: "fields",
      limit: { name: "passkey-offer", max: 30, windowSeconds: 900 },
    },
    ({ viewer, body }) => startPasskeyRegistration(viewer, body.password),
  ),
});
