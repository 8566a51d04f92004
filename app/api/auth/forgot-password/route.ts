import { forgotPasswordBody, messageDto } from "@/lib/accounts/schema";
import { requestPasswordReset } from "@/lib/accounts/sign-in/recovery-service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary:
        "Request a mailed password reset link; the response does not reveal whether an account exists",
      auth: "none",
      body: forgotPasswordBody,
      response: messageDto,
      shape: "fields",
      limit: { name: "forgot-password", max: 20, windowSeconds: 3600 },
    },
    ({ body }) => requestPasswordReset(body),
  ),
});
