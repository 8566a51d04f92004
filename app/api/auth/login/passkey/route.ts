import { deviceProof } from "@/lib/accounts/attempt-limits";
import { sessionDto } from "@/lib/accounts/schema";
import { loginWithPasskey } from "@/lib/accounts/sign-in/passkeys-service";
import { passkeyProofBody } from "@/lib/accounts/sign-in/security-schema";
import { sessionCookies } from "@/lib/platform/auth/cookies";
import { deviceOf } from "@/lib/platform/auth/sessions";
import { Reply } from "@/lib/platform/http/respond";
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
      const proof = deviceProof(session.user.email);
      return new Reply(session, sessionCookies(request, session.token, proof));
    },
  ),
});
