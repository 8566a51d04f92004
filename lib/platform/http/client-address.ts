import "server-only";
import { env } from "../env";

/**
 * Address of the client, or "unknown". Behind a known number of proxies it is the entry of
 * X-Forwarded-For that the outermost of them wrote; entries further left are the client's own claim.
 * Without a proxy our own server (`scripts/server.mjs`) writes the peer of the socket into a header
 * that it names here. A header that anybody could have written is never believed.
 */
export function clientAddress(headers: Headers): string {
  // Vercel replaces X-Forwarded-For with what it saw itself.
  const hops = env().TRUSTED_PROXY_HOPS || (process.env.VERCEL ? 1 : 0);
  if (hops > 0) {
    const entries = (headers.get("x-forwarded-for") ?? "").split(",").map((entry) => entry.trim());
    const entry = entries.at(-hops);
    if (entry) return entry;
  }
  const { PEER_HEADER } = process.env;
  return (PEER_HEADER && headers.get(PEER_HEADER)) || "unknown";
}
