import { conditionalResponse, createDocument } from "@/lib/discovery/conditional-response";
import { signingKey } from "@/lib/media/credentials/key-service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The certificates that pictures are signed with",
      auth: "none",
      response: "raw",
    },
    async ({ request }) => {
      const { pair } = await signingKey();
      return conditionalResponse(
        request,
        createDocument(pair.certificates),
        "application/x-pem-file",
      );
    },
  ),
});
