import "server-only";
import { isIPv6 } from "node:net";
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
    if (entry) return normalizeAddress(entry);
  }
  const { PEER_HEADER } = process.env;
  return normalizeAddress((PEER_HEADER && headers.get(PEER_HEADER)) || "unknown");
}

/**
 * One connection's address however it is written: without a port, an IPv4 address inside an IPv6 one
 * as itself, and an IPv6 address as its /64, which is what one subscriber has (RFC 6177).
 */
export function normalizeAddress(entry: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^([\d.]+):\d+$/, "$1");
  const address = bare.replace(/%.*$/, "");
  if (!isIPv6(address)) return address;
  // As `URL` writes it: groups without zeros in front, the longest run of zeros as `::`.
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [front, back] = [head, tail].map((part) => part.split(":").filter(Boolean)) as [
    string[],
    string[],
  ];
  const zeros = Array<string>(8 - front.length - back.length).fill("0");
  const groups = [...front, ...zeros, ...back];
  if (groups.slice(0, 5).every((group) => group === "0") && groups[5] === "ffff") {
    const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}
