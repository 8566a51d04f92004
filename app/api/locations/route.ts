import { endpoints, route } from "@/lib/platform/http/route";
import { createLocationBody, entityDto } from "@/lib/world/schema";
import { createEntity } from "@/lib/world/service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Add a location to a story",
      auth: "user",
      body: createLocationBody,
      response: entityDto,
      status: 201,
    },
    ({ viewer, body }) => createEntity(viewer, "location", body),
  ),
});
