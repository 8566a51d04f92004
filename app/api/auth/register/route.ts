import { deviceProof } from "@/lib/accounts/attempt-limits";
import { registerBody, sessionDto } from "@/lib/accounts/schema";
import { register } from "@/lib/accounts/service";
import { rememberDevice, sessionCookies } from "@/lib/platform/auth/cookies";
import { deviceOf } from "@/lib/platform/auth/sessions";
import { reply } from "@/lib/platform/http/respond";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Make an account and sign in",
      auth: "none",
      body: registerBody,
      response: sessionDto,
      shape: "fields",
      status: 201,
      limit: { name: "register", max: 100, windowSeconds: 3600 },
    },
    async ({ body, request }) => {
      const session = await register(body, deviceOf(request.headers));
      const headers = sessionCookies(request, session.token);
      headers.append("set-cookie", rememberDevice(request, deviceProof(body.email)));
      return reply(session, { headers });
    },
  ),
});
