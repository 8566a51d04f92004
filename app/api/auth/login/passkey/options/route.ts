import { startPasskeyLogin } from "@/lib/accounts/sign-in/passkeys-service";
import { passkeyOptionsDto } from "@/lib/accounts/sign-in/security-schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Options for signing in with a passkey",
      auth: "none",
      response: passkeyOptionsDto,
      shape: "fields",
      limit: { name: "passkey-question", max: 60, windowSeconds: 900 },
    },
    () => startPasskeyLogin(),
  ),
});
