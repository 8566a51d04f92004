import { getUser } from "@/lib/accounts/queries";
import { meDto } from "@/lib/accounts/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    { summary: "The signed-in user", auth: "user", response: meDto, shape: "fields" },
    async ({ viewer }) => ({ user: await getUser(viewer.id) }),
  ),
});
