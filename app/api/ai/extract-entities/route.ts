import { extractionLimit } from "@/lib/generation/rate-limits";
import {
  extractEntitiesBody,
  extractEntitiesReply,
  writerFailures,
} from "@/lib/generation/text/schema";
import { extractEntities } from "@/lib/generation/text/service";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Find the characters and locations of a description and add those that are new",
      auth: "user",
      body: extractEntitiesBody,
      response: extractEntitiesReply,
      limit: extractionLimit,
      failures: writerFailures,
    },
    ({ viewer, body, request }) => extractEntities(viewer, body, request.signal),
  ),
});
