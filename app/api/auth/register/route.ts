import { deviceProof } from "@/lib/accounts/attempt-limits";
import { registerBody, sessionDto } from "@/lib/accounts/schema";
import { register } from "@/lib/accounts/service";
import { sessionCookies } from "@/lib/platform/auth/cookies";
import { deviceOf } from "@/lib/platform/auth/sessions";
import { Reply } from "@/lib/platform/http/respond";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Create an account and sign in",
      auth: "none",
      body: registerBody,
      response: sessionDto,
      shape: "fields",
      status: 201,
      limit: { name: "register", max: 100, windowSeconds: 3600 },
    },
    async ({ body, request }) => {
      const session = await register(body, deviceOf(request.headers));
      const proof = deviceProof(body.email);
      return new Reply(session, sessionCookies(request, session.token, proof));
    },
  ),
});
