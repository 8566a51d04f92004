import { endpoints, route } from "@/lib/platform/http/route";
import { getReferenceSheet } from "@/lib/world/references/queries";
import { addReferenceBody, referenceSheetDto } from "@/lib/world/references/schema";
import { addReference } from "@/lib/world/references/service";
import { locationParams } from "@/lib/world/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The pictures of a location beside its own picture",
      auth: "user",
      params: locationParams,
      response: referenceSheetDto,
    },
    ({ viewer, params }) => getReferenceSheet(viewer, "location", params.locationId),
  ),
  POST: route(
    {
      summary: "Add a picture to a location",
      auth: "user",
      params: locationParams,
      body: addReferenceBody,
      response: referenceSheetDto,
      status: 201,
    },
    ({ viewer, params, body }) => addReference(viewer, "location", params.locationId, body),
  ),
});
