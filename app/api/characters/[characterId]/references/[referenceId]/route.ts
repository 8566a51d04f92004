import { endpoints, route } from "@/lib/platform/http/route";
import { characterReferenceParams, referenceSheetDto } from "@/lib/world/references/schema";
import { deleteReference } from "@/lib/world/references/service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  DELETE: route(
    {
      summary: "Delete a picture of a character",
      auth: "user",
      params: characterReferenceParams,
      response: referenceSheetDto,
    },
    ({ viewer, params }) =>
      deleteReference(viewer, "character", params.characterId, params.referenceId),
  ),
});
