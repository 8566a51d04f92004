import { signInProviders } from "@/lib/accounts/providers";
import { providersDto } from "@/lib/accounts/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Services that one can sign in with",
      auth: "none",
      response: providersDto,
      shape: "fields",
    },
    () => ({ providers: signInProviders() }),
  ),
});
