import { signInWithIdentity } from "@/lib/accounts/sign-in/oauth-service";
import { nextAuthActions, runNextAuth } from "@/lib/platform/auth/next-auth";
import { loginErrorPath } from "@/lib/platform/auth/next-auth-options";
import { deviceOf } from "@/lib/platform/auth/sessions";
import { notFound } from "@/lib/platform/errors";
import { type Context, endpoints, route } from "@/lib/platform/http/route";
import { z } from "@/lib/platform/zod";

/** `/signin/github`, `/callback/github`, `/csrf` … */
const params = z.object({ nextauth: z.array(z.string().max(40)).min(1).max(2) });

const declaration = {
  summary: "Sign in through another service",
  auth: "optional",
  params,
  rawBody: { mediaType: "application/x-www-form-urlencoded", maxBytes: 16 * 1024 },
  response: "raw",
} as const;

function serve({ viewer, params: { nextauth }, raw, request }: Context<typeof declaration>) {
  if (!nextAuthActions.includes(nextauth[0] ?? "")) throw notFound();
  // 'Cancel' at the service (RFC 6749, 4.1.2.1), which next-auth treats as an error.
  const { searchParams } = new URL(request.url);
  if (nextauth[0] === "callback" && searchParams.get("error") === "access_denied") {
    const location = loginErrorPath("AccessDenied", request.headers);
    return new Response(null, { status: 302, headers: { location } });
  }
  return runNextAuth(request, nextauth, raw, (identity) =>
    signInWithIdentity(viewer, identity, deviceOf(request.headers)),
  );
}

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(declaration, serve),
  POST: route(declaration, serve),
});
