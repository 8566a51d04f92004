import { endpoints, route } from "@/lib/platform/http/route";
import { locationReferenceParams, referenceSheetDto } from "@/lib/world/references/schema";
import { deleteReference } from "@/lib/world/references/service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  DELETE: route(
    {
      summary: "Delete a picture of a location",
      auth: "user",
      params: locationReferenceParams,
      response: referenceSheetDto,
    },
    ({ viewer, params }) =>
      deleteReference(viewer, "location", params.locationId, params.referenceId),
  ),
});
