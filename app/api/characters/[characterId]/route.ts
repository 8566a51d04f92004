import { messageDto } from "@/lib/accounts/schema";
import { endpoints, route } from "@/lib/platform/http/route";
import { characterParams, entityDto, updateCharacterBody } from "@/lib/world/schema";
import { deleteEntity, updateEntity } from "@/lib/world/service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(
    {
      summary: "Change a character",
      auth: "user",
      params: characterParams,
      body: updateCharacterBody,
      response: entityDto,
    },
    ({ viewer, params, body }) => updateEntity(viewer, "character", params.characterId, body),
  ),
  DELETE: route(
    {
      summary: "Delete a character that appears in no scene",
      auth: "user",
      params: characterParams,
      response: messageDto,
      shape: "fields",
    },
    ({ viewer, params }) => deleteEntity(viewer, "character", params.characterId),
  ),
});
