import "server-only";
import { isIPv6 } from "node:net";
import { env } from "../env";

/**
 * Address of the client, or "unknown". Behind a known number of proxies it is the entry of
 * X-Forwarded-For that the outermost of them wrote; the client controls the entries further left.
 * Without a proxy our own server (`scripts/server.mjs`) overwrites the header that PEER_HEADER
 * names with the socket's peer; under another server PEER_HEADER is unset and no header is trusted.
 */
export function clientAddress(headers: Headers): string {
  // Vercel overwrites X-Forwarded-For.
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
 * One form for each client's address: without a port, an IPv4-mapped IPv6 address as IPv4, and
 * other IPv6 addresses as their /64, the size of a subscriber's network (RFC 6177).
 */
export function normalizeAddress(entry: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^([\d.]+):\d+$/, "$1");
  const address = bare.replace(/%.*$/, "");
  if (!isIPv6(address)) return address;
  // `URL` gives the canonical form: no leading zeros, the longest run of zeros as `::`.
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
