import { getPasskeys } from "@/lib/accounts/queries";
import { addPasskey } from "@/lib/accounts/sign-in/passkeys-service";
import { newPasskeyBody, passkeyDto, passkeysDto } from "@/lib/accounts/sign-in/security-schema";
import { deviceOf } from "@/lib/platform/auth/sessions";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The viewer's passkeys",
      auth: "user",
      response: passkeysDto,
      shape: "fields",
    },
    async ({ viewer }) => ({ passkeys: await getPasskeys(viewer) }),
  ),
  POST: route(
    {
      summary: "Add a passkey that a device has created",
      description: "It is named after the browser until the viewer renames it.",
      auth: "user",
      body: newPasskeyBody,
      response: passkeyDto,
      shape: "fields",
      status: 201,
    },
    ({ viewer, body, request }) => addPasskey(viewer, body.credential, deviceOf(request.headers)),
  ),
});
