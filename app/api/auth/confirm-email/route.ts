import { confirmEmailBody, messageDto } from "@/lib/accounts/schema";
import { confirmEmail } from "@/lib/accounts/sign-in/recovery-service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Confirm an email with a mailed link",
      auth: "none",
      body: confirmEmailBody,
      response: messageDto,
      shape: "fields",
      limit: { name: "confirm-email", max: 20, windowSeconds: 900 },
    },
    ({ body }) => confirmEmail(body.token),
  ),
});
