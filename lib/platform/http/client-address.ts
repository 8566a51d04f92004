import "server-only";
import type { IncomingMessage } from "node:http";
import { env } from "../env";

const peerHeader = "x-inkwright-peer";

/**
 * Route handlers do not see the socket, and X-Forwarded-For can be written by anybody. So each
 * request is stamped with its peer's address as it enters the server, over whatever was sent.
 */
export function stampPeerAddress(request: IncomingMessage): void {
  request.headers[peerHeader] = request.socket.remoteAddress ?? "unknown";
}

/**
 * Address of the client: the peer itself, or, behind a known number of proxies, the entry that the
 * outermost of them wrote. Entries further left are the client's own claim and ignored.
 */
export function clientAddress(headers: Headers): string {
  // Vercel replaces X-Forwarded-For with what it saw itself.
  const hops = env().TRUSTED_PROXY_HOPS || (process.env.VERCEL ? 1 : 0);
  if (hops > 0) {
    const entries = (headers.get("x-forwarded-for") ?? "").split(",").map((entry) => entry.trim());
    const entry = entries.at(-hops);
    if (entry) return entry;
  }
  return headers.get(peerHeader) ?? "unknown";
}
