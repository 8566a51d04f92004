import { endpoints, route } from "@/lib/platform/http/route";
import { outfitParams, referenceSheetDto, updateOutfitBody } from "@/lib/world/references/schema";
import { deleteOutfit, updateOutfit } from "@/lib/world/references/service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Change the name or description of an outfit",
      auth: "user",
      params: outfitParams,
      body: updateOutfitBody,
      response: referenceSheetDto,
    },
    ({ viewer, params, body }) => updateOutfit(viewer, params.characterId, params.outfitId, body),
  ),
  DELETE: route(
    {
      summary: "Delete an outfit with its pictures; panels use the previous outfit",
      auth: "user",
      params: outfitParams,
      response: referenceSheetDto,
    },
    ({ viewer, params }) => deleteOutfit(viewer, params.characterId, params.outfitId),
  ),
});
