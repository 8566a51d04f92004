import { providersDto } from "@/lib/accounts/schema";
import { signInProviders } from "@/lib/accounts/sign-in/providers";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Services for signing in",
      auth: "none",
      response: providersDto,
      shape: "fields",
    },
    () => ({ providers: signInProviders() }),
  ),
});
