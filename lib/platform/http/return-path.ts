/**
 * Target after signing in: a path of this site, or the home page. Browsers treat `\` as `/`, drop
 * tabs and line breaks, and take `//host` for another site, so the address is resolved like in a
 * browser before it is checked, and only path, query and hash are kept.
 */
export function returnPath(requested: unknown): string {
  if (typeof requested !== "string" || !requested.startsWith("/")) return "/";
  const base = "http://own.invalid";
  const resolved = parse(requested, base);
  if (!resolved || resolved.origin !== base) return "/";
  const path = resolved.pathname + resolved.search + resolved.hash;
  // It must stay harmless if a server decodes it once more.
  const decoded = decode(resolved.pathname);
  if (decoded === null || /^[/\\]{2}|\p{Cc}/u.test(decoded)) return "/";
  return isSignIn(resolved.pathname) ? "/" : path;
}

/** Returning to the sign-in form would look like a failure. */
const isSignIn = (path: string) => /^\/(login|register)\/?$/.test(path) || path.startsWith("/api/");

function parse(path: string, base: string): URL | null {
  try {
    return new URL(path, base);
  } catch {
    return null;
  }
}

/** The form to sign in or to register, from which people return to `path`. */
export const signInHref = (path: string, form: "/login" | "/register" = "/login"): string =>
  `${form}?from=${encodeURIComponent(path)}`;

/** A decoded segment of a path; unchanged if it is not encoded correctly. */
export const decodePathSegment = (segment: string): string => decode(segment) ?? segment;

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
