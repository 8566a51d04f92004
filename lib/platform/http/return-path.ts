/**
 * Where to go after signing in: a path of our own site, or the home page. Browsers read `\` as `/`,
 * drop tabs and line breaks inside an address, and take `//host` for another site, so the address is
 * judged after it was resolved as a browser would, and only its path, query and hash are kept.
 */
export function returnPath(requested: unknown): string {
  if (typeof requested !== "string" || !requested.startsWith("/")) return "/";
  const base = "http://own.invalid";
  const resolved = parse(requested, base);
  if (!resolved || resolved.origin !== base) return "/";
  const path = resolved.pathname + resolved.search + resolved.hash;
  // Decoded once more somewhere on the way, it must still not lead elsewhere.
  const decoded = decode(resolved.pathname);
  if (decoded === null || /^[/\\]{2}|\p{Cc}/u.test(decoded)) return "/";
  return isSignIn(resolved.pathname) ? "/" : path;
}

/** Coming back to the form that was just left would look like a failure. */
const isSignIn = (path: string) => /^\/(login|register)\/?$/.test(path) || path.startsWith("/api/");

function parse(path: string, base: string): URL | null {
  try {
    return new URL(path, base);
  } catch {
    return null;
  }
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
