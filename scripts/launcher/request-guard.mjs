import { randomBytes } from "node:crypto";

/** Where route handlers, which see no socket, find the address of a request's peer. */
export const peerHeader = "x-inkwright-peer";

const idShape = /^[A-Za-z0-9_-]{8,64}$/;

/** Names a request to the app; the one that was sent where it is one (lib/platform/http/route.ts). */
export const idHeader = "x-request-id";

/** Requests whose page failed because the database is away: `instrumentation.ts` writes them down. */
const failed = new Set();
globalThis.inkwrightFailedPages = failed;

/**
 * Whether the database was to blame for what this request is answered; asked once.
 * @param {import("node:http").IncomingMessage} request
 */
export const consumeDatabaseFailure = (request) => failed.delete(request.headers[idHeader]);

/** What Next has an answer to; anything else (TRACE, PROPFIND …) is an error inside of it. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Bytes; the longest bodies that are taken are an upload of 10 MB in its form, and the archive of a story.
 * @param {string} path
 */
const longestBody = (path) =>
  (/^\/api\/stories\/import(?:[?#]|$)/.test(path) ? 96 : 16) * 1024 * 1024;

/**
 * Writes the peer's address over whatever was sent, and makes an address of a path that is none.
 * @param {import("node:http").IncomingMessage} request
 * @returns {number} the status that the request is refused with at once; 0 where it may enter
 */
export function receive(request) {
  request.headers[peerHeader] = request.socket.remoteAddress ?? "unknown";
  nameRequest(request.headers);
  // A client that takes us for a proxy sends a whole address; its host is no place to lead to.
  const path = (request.url ?? "/").replace(/^https?:\/\/[^/?#]*/i, "");
  request.url = readableAddress(path.startsWith("/") ? path : `/${path}`);
  if (!methods.has(request.method ?? "")) return 405;
  if (Number(request.headers["content-length"] ?? 0) > longestBody(request.url)) return 413;
  // No page has server actions; Next would read the body of one to its end.
  if (request.headers["next-action"] !== undefined) return 404;
  return isReadable(request.headers["next-router-state-tree"]) ? 0 : 400;
}

/**
 * Gives a request its id, that of the trace it came with if there is one; and where it came with none,
 * a trace of that id, which Next goes on with.
 * @param {import("node:http").IncomingHttpHeaders} headers
 */
function nameRequest(headers) {
  const [, trace] =
    /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(String(headers.traceparent ?? "")) ?? [];
  if (!idShape.test(String(headers[idHeader] ?? "")))
    headers[idHeader] = trace ?? randomBytes(16).toString("hex");
  const hex = String(headers[idHeader]).replaceAll("-", "");
  if (!trace && /^(?!0{16})[0-9a-f]{32}$/.test(hex))
    headers.traceparent = `00-${hex}-${hex.slice(0, 16)}-01`;
}

/**
 * What Next's own pages say of where they are: JSON, encoded.
 * @param {string | string[] | undefined} state
 */
function isReadable(state) {
  if (state === undefined) return true;
  try {
    return typeof JSON.parse(decodeURIComponent(String(state))) === "object";
  } catch {
    return false;
  }
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
