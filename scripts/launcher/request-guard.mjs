import { randomBytes } from "node:crypto";

/** Header with the peer's address, for route handlers, which see no socket. */
export const peerHeader = "x-inkwright-peer";

const idShape = /^[A-Za-z0-9_-]{8,64}$/;

/** Header with the request's id; a valid id of the client is kept (lib/platform/http/route.ts). */
const idHeader = "x-request-id";

/** Requests whose page failed because the database is down: `instrumentation.ts` records them. */
const failed = new Set();
globalThis.inkwrightFailedPages = failed;

/**
 * Whether this request failed because the database is down; answers once.
 * @param {import("node:http").IncomingMessage} request
 */
export const consumeDatabaseFailure = (request) => failed.delete(request.headers[idHeader]);

/** Methods that Next handles; any other (TRACE, PROPFIND …) causes an error inside of it. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Bytes; the longest accepted bodies are an upload of 10 MB in its form, and the archive of a
 * story.
 * @param {string} path
 */
const longestBody = (path) =>
  (/^\/api\/stories\/import(?:[?#]|$)/.test(path) ? 96 : 16) * 1024 * 1024;

/**
 * Overwrites the peer's address that a client sent, and normalises an invalid path.
 * @param {import("node:http").IncomingMessage} request
 * @returns {number} the status of an immediate refusal; 0 to admit it
 */
export function receive(request) {
  request.headers[peerHeader] = request.socket.remoteAddress ?? "unknown";
  nameRequest(request.headers);
  // A client that takes the app for a proxy sends an absolute URL; its host must not be used for
  // redirects.
  const path = (request.url ?? "/").replace(/^https?:\/\/[^/?#]*/i, "");
  request.url = readableAddress(path.startsWith("/") ? path : `/${path}`);
  if (!methods.has(request.method ?? "")) return 405;
  if (Number(request.headers["content-length"] ?? 0) > longestBody(request.url)) return 413;
  // No page has server actions; Next would read a server action's whole body.
  if (request.headers["next-action"] !== undefined) return 404;
  return isReadable(request.headers["next-router-state-tree"]) ? 0 : 400;
}

/** Reasons of refusals by status; codes are those of `lib/platform/errors.ts`. */
const reasons = {
  400: ["bad_request", "This request cannot be read."],
  404: ["not_found", "There is nothing at this address."],
  405: ["method_not_allowed", "Nothing here answers this method."],
  413: ["payload_too_large", "This request is too large."],
};

/**
 * Refuses a request without Next; a call of the API gets the common shape of its errors.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 */
export function sendRefusal(request, response, status) {
  response.setHeader("connection", "close");
  if (!request.url?.startsWith("/api/")) return response.writeHead(status).end();
  const [code, message] = reasons[/** @type {keyof typeof reasons} */ (status)];
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "private, no-store",
    [idHeader]: String(request.headers[idHeader]),
  });
  response.end(JSON.stringify({ success: false, error: { code }, message }));
}

/**
 * Gives a request its id, from its trace if there is one; without a trace it gets one with that id,
 * which Next continues.
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
 * The router state that Next's own pages send: JSON, encoded.
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
 * Next has no page for a path that cannot be decoded (`/tag/%E0%A4%A`), not even a 404. It is
 * replaced by a path that does not exist; API routes answer for themselves.
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
