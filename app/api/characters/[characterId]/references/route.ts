import { endpoints, route } from "@/lib/platform/http/route";
import { getReferenceSheet } from "@/lib/world/references/queries";
import { addReferenceBody, referenceSheetDto } from "@/lib/world/references/schema";
import { addReference } from "@/lib/world/references/service";
import { characterParams } from "@/lib/world/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The pictures of a character beside its portrait, and its outfits",
      auth: "user",
      params: characterParams,
      response: referenceSheetDto,
    },
    ({ viewer, params }) => getReferenceSheet(viewer, "character", params.characterId),
  ),
  POST: route(
    {
      summary: "Add a picture to a character",
      auth: "user",
      params: characterParams,
      body: addReferenceBody,
      response: referenceSheetDto,
      status: 201,
    },
    ({ viewer, params, body }) => addReference(viewer, "character", params.characterId, body),
  ),
});
