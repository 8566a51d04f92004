import { endpoints, route } from "@/lib/platform/http/route";
import { createCharacterBody, entityDto } from "@/lib/world/schema";
import { createEntity } from "@/lib/world/service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Add a character to a story",
      auth: "user",
      body: createCharacterBody,
      response: entityDto,
      status: 201,
    },
    ({ viewer, body }) => createEntity(viewer, "character", body),
  ),
});
