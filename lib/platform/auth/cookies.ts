import "server-only";
import { env } from "../env";
import { deviceCookie, signedInCookie, tokenCookie } from "./cookie-names";
import { tokenLifetime } from "./token";
import type { Viewer } from "./viewer";

/** Value of a request's cookie; undefined if it was not sent. */
export function readCookie(headers: Headers, name: string): string | undefined {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at < 0 || part.slice(0, at).trim() !== name) continue;
    const value = part.slice(at + 1).trim();
    if (value !== "") return value;
  }
  return undefined;
}

/** Whether the browser used https, also behind a proxy that terminates TLS. */
export function isHttps(request: Request): boolean {
  if (env().APP_URL?.startsWith("https:")) return true;
  const forwarded = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
  return forwarded === "https" || new URL(request.url).protocol === "https:";
}

function cookie(name: string, value: string, maxAge: number, secure: boolean, httpOnly: boolean) {
  return [
    `${name}=${value}`,
    "Path=/",
    `Max-Age=${maxAge}`,
    ...(httpOnly ? ["HttpOnly"] : []),
    "SameSite=Lax",
    ...(secure ? ["Secure"] : []),
  ].join("; ");
}

/** Half a year in seconds; each sign-in renews it. */
const deviceLifetime = 180 * 24 * 60 * 60;

/**
 * Headers that sign a browser in. Scripts cannot read the token, so a readable hint goes with it:
 * cached pages ask for the viewer only if the hint is set.
 * @param deviceProof lets the browser prove at a later sign-in that it was signed in before; grants
 * no access by itself
 */
export function sessionCookies(request: Request, token: string, deviceProof?: string): Headers {
  const secure = isHttps(request);
  const headers = new Headers();
  headers.append("set-cookie", cookie(tokenCookie, token, tokenLifetime, secure, true));
  headers.append("set-cookie", hintCookie(request));
  if (deviceProof !== undefined) {
    headers.append("set-cookie", proofCookie(request, deviceProof));
  }
  return headers;
}

export const proofCookie = (request: Request, deviceProof: string) =>
  cookie(deviceCookie, deviceProof, deviceLifetime, isHttps(request), true);

/** Headers for a session that continues under a new token; none for a client with a bearer token. */
export const renewedCookies = (
  request: Request,
  { via }: Viewer,
  token: string,
  deviceProof?: string,
): Headers | undefined =>
  via === "cookie" ? sessionCookies(request, token, deviceProof) : undefined;

/** The hint cookie alone, when next-auth has set or cleared the token. */
export const hintCookie = (request: Request, signedIn = true) =>
  cookie(
    signedInCookie,
    signedIn ? "1" : "",
    signedIn ? tokenLifetime : 0,
    isHttps(request),
    false,
  );

/** Headers that sign a browser out. */
export function clearedSessionCookies(request: Request): Headers {
  const secure = isHttps(request);
  const headers = new Headers();
  headers.append("set-cookie", cookie(tokenCookie, "", 0, secure, true));
  headers.append("set-cookie", hintCookie(request, false));
  return headers;
}
