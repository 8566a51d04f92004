import { endpoints, route } from "@/lib/platform/http/route";
import { mergeEntities } from "@/lib/world/merge-service";
import { characterParams, entityDto, mergeBody } from "@/lib/world/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Merge a character into another one of its story",
      auth: "user",
      params: characterParams,
      body: mergeBody,
      response: entityDto,
    },
    ({ viewer, params, body }) => mergeEntities(viewer, "character", params.characterId, body.into),
  ),
});
