import { messageDto } from "@/lib/accounts/schema";
import { endpoints, route } from "@/lib/platform/http/route";
import { entityDto, locationParams, updateLocationBody } from "@/lib/world/schema";
import { deleteEntity, updateEntity } from "@/lib/world/service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Change a location",
      auth: "user",
      params: locationParams,
      body: updateLocationBody,
      response: entityDto,
    },
    ({ viewer, params, body }) => updateEntity(viewer, "location", params.locationId, body),
  ),
  DELETE: route(
    {
      summary: "Delete a location that appears in no scene",
      auth: "user",
      params: locationParams,
      response: messageDto,
      shape: "fields",
    },
    ({ viewer, params }) => deleteEntity(viewer, "location", params.locationId),
  ),
});
