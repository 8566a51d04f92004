import { loginBody, sessionDto } from "@/lib/accounts/schema";
import { login } from "@/lib/accounts/service";
import { sessionCookies } from "@/lib/platform/auth/cookies";
import { reply } from "@/lib/platform/http/respond";
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
      const session = await login(body, address);
      return reply(session, { headers: sessionCookies(request, session.token) });
    },
  ),
});
