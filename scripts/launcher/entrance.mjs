/** Where route handlers, which see no socket, find the address of a request's peer. */
export const peerHeader = "x-inkwright-peer";

/**
 * Writes the peer's address over whatever was sent, and makes an address of a path that is none.
 * @param {import("node:http").IncomingMessage} request
 */
export function receive(request) {
  request.headers[peerHeader] = request.socket.remoteAddress ?? "unknown";
  request.url = readableAddress(request.url ?? "/");
}

/**
 * Next has no page for a path that cannot be decoded (`/tag/%E0%A4%A`), not even that of a 404. It
 * becomes one that is found nowhere; calls of the API answer for themselves.
 * @param {string} address
 */
export function readableAddress(address) {
  if (!address.includes("%")) return address;
  const [path = "", ...query] = address.split("?");
  try {
    decodeURIComponent(path);
    return address;
  } catch {
    const known = path.startsWith("/api/")
      ? path.replaceAll("%", "%25")
      : `/${encodeURIComponent(path)}`;
    return [known, ...query].join("?");
  }
}
