import { messageDto } from "@/lib/accounts/schema";
import { requestVerification } from "@/lib/accounts/sign-in/recovery-service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Resend the link that confirms the viewer's email",
      auth: "user",
      response: messageDto,
      shape: "fields",
    },
    ({ viewer }) => requestVerification(viewer),
  ),
});
