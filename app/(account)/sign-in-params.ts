import { returnPath } from "@/lib/platform/http/return-path";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/**
 * The path to open after sign-in: `from` of our guards or next-auth's `callbackUrl`, if it is a
 * path of this site.
 */
export function signInTarget(query: Awaited<SearchParams>): string {
  const { from, callbackUrl } = query;
  if (from !== undefined) return returnPath(from);
  if (typeof callbackUrl !== "string" || !URL.canParse(callbackUrl)) return returnPath(callbackUrl);
  const { pathname, search, hash } = new URL(callbackUrl);
  return returnPath(pathname + search + hash);
}
