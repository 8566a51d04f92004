import { messageDto } from "@/lib/accounts/schema";
import { requestVerification } from "@/lib/accounts/sign-in/recovery-service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Have the link that confirms one's email mailed again",
      auth: "user",
      response: messageDto,
      shape: "fields",
    },
    ({ viewer }) => requestVerification(viewer),
  ),
});
