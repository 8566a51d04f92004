import { endpoints, route } from "@/lib/platform/http/route";
import { setupDto } from "@/lib/setup/schema";
import { checkSetup } from "@/lib/setup/service";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Check every engine; administrator only",
      // Other callers get the answer of an unknown address.
      auth: "optional",
      response: setupDto,
    },
    ({ viewer }) => checkSetup(viewer),
  ),
});
