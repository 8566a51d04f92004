import { endpoints, route } from "@/lib/platform/http/route";
import { mergeEntities } from "@/lib/world/merge-service";
import { entityDto, locationParams, mergeBody } from "@/lib/world/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Merge a location into another one of its story",
      auth: "user",
      params: locationParams,
      body: mergeBody,
      response: entityDto,
    },
    ({ viewer, params, body }) => mergeEntities(viewer, "location", params.locationId, body.into),
  ),
});
