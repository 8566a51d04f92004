import { deviceProof } from "@/lib/accounts/attempt-limits";
import { sessionDto } from "@/lib/accounts/schema";
import { loginWithPasskey } from "@/lib/accounts/sign-in/passkeys-service";
import { passkeyProofBody } from "@/lib/accounts/sign-in/security-schema";
import { rememberDevice, sessionCookies } from "@/lib/platform/auth/cookies";
import { deviceOf } from "@/lib/platform/auth/sessions";
import { reply } from "@/lib/platform/http/respond";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Sign in with a passkey",
      auth: "none",
      body: passkeyProofBody,
      response: sessionDto,
      shape: "fields",
      limit: { name: "passkey-login", max: 30, windowSeconds: 900 },
    },
    async ({ body, request }) => {
      const session = await loginWithPasskey(body.credential, deviceOf(request.headers));
      const headers = sessionCookies(request, session.token);
      headers.append("set-cookie", rememberDevice(request, deviceProof(session.user.email)));
      return reply(session, { headers });
    },
  ),
});
