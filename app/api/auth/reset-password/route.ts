import { deviceProof } from "@/lib/accounts/attempt-limits";
import { resetPasswordBody, sessionDto } from "@/lib/accounts/schema";
import { resetPassword } from "@/lib/accounts/sign-in/recovery-service";
import { sessionCookies } from "@/lib/platform/auth/cookies";
import { deviceOf } from "@/lib/platform/auth/sessions";
import { Reply } from "@/lib/platform/http/respond";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Set a new password with a mailed link and sign in; every other session ends",
      auth: "none",
      body: resetPasswordBody,
      response: sessionDto,
      shape: "fields",
      limit: { name: "reset-password", max: 20, windowSeconds: 900 },
    },
    async ({ body, request }) => {
      const session = await resetPassword(body, deviceOf(request.headers));
      const proof = deviceProof(session.user.email);
      return new Reply(session, sessionCookies(request, session.token, proof));
    },
  ),
});
