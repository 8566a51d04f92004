import { endpoints, route } from "@/lib/platform/http/route";
import { createOutfitBody, referenceSheetDto } from "@/lib/world/references/schema";
import { createOutfit } from "@/lib/world/references/service";
import { characterParams } from "@/lib/world/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Add an outfit to a character",
      auth: "user",
      params: characterParams,
      body: createOutfitBody,
      response: referenceSheetDto,
      status: 201,
    },
    ({ viewer, params, body }) => createOutfit(viewer, params.characterId, body),
  ),
});
