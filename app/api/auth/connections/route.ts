import { getConnections } from "@/lib/accounts/queries";
import { connectionsDto } from "@/lib/accounts/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Services connected to the viewer's account",
      auth: "user",
      response: connectionsDto,
      shape: "fields",
    },
    async ({ viewer }) => ({ connections: await getConnections(viewer.id) }),
  ),
});
