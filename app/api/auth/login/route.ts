import { deviceProof } from "@/lib/accounts/attempt-limits";
import { loginBody, sessionDto } from "@/lib/accounts/schema";
import { login } from "@/lib/accounts/service";
import { deviceCookie } from "@/lib/platform/auth/cookie-names";
import { readCookie, sessionCookies } from "@/lib/platform/auth/cookies";
import { deviceOf } from "@/lib/platform/auth/sessions";
import { Reply } from "@/lib/platform/http/respond";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Sign in with email and password",
      auth: "none",
      body: loginBody,
      response: sessionDto,
      shape: "fields",
    },
    async ({ body, address, request }) => {
      const proof = readCookie(request.headers, deviceCookie);
      const session = await login(body, { address, proof, device: deviceOf(request.headers) });
      const headers = sessionCookies(request, session.token, deviceProof(body.email));
      return new Reply(session, headers);
    },
  ),
});
