import { getAppPasswords } from "@/lib/accounts/queries";
import { addAppPassword } from "@/lib/accounts/sign-in/app-passwords-service";
import {
  appPasswordBody,
  appPasswordDto,
  appPasswordsDto,
} from "@/lib/accounts/sign-in/security-schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The viewer's app passwords",
      auth: "user",
      response: appPasswordsDto,
      shape: "fields",
    },
    async ({ viewer }) => ({ appPasswords: await getAppPasswords(viewer) }),
  ),
  POST: route(
    {
      summary: "Create a password for an app that reads the catalogue",
      description: "The password is shown only once. It opens /opds and nothing else.",
      auth: "user",
      body: appPasswordBody,
      response: appPasswordDto,
      shape: "fields",
      status: 201,
    },
    ({ viewer, body }) => addAppPassword(viewer, body),
  ),
});
