import { createHash, randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { themeScript } from "@/components/shell/theme";
import { privatePageCsp } from "@/lib/platform/http/content-security-policy";

/** The theme's inline script cannot have a nonce: cached pages share its root layout. */
const themeHash = `sha256-${createHash("sha256").update(themeScript).digest("base64")}`;

/** Gives each response of a private page its own nonce; Next adds it to the scripts. */
export function proxy(request: NextRequest) {
  const policy = privatePageCsp(process.env, randomBytes(16).toString("base64"), themeHash);
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

export const config = {
  matcher: [
    "/dashboard",
    "/my-cast",
    "/my-stories",
    "/setup",
    "/setup/reports",
    "/report",
    "/report/:token",
    "/login",
    "/register",
    "/confirm-email",
    "/forgot-password",
    "/reset-password",
    "/story/:storyId",
    "/story/:storyId/book",
    "/story/:storyId/scene/:sceneNumber",
  ],
};
