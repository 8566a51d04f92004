import { cookies, headers } from "next/headers";
import { cache } from "react";
import { viewerOf } from "@/lib/platform/auth/authenticate";
import { tokenCookie } from "@/lib/platform/auth/cookie-names";
import type { Viewer } from "@/lib/platform/auth/viewer";

/** The viewer of a page that is rendered per request. Cached pages never call it. */
export const getPageViewer = cache(async (): Promise<Viewer | null> => {
  const token = (await cookies()).get(tokenCookie)?.value;
  return token ? viewerOf(token, "cookie", await headers()) : null;
});
