// Responses sent without Next, in the common shape of API errors.
import { idHeader } from "./request-guard.mjs";

/** Reasons of refusals by status; codes are those of `lib/platform/errors.ts`. */
const reasons = {
  400: ["bad_request", "This request cannot be read."],
  404: ["not_found", "There is nothing at this address."],
  405: ["method_not_allowed", "Nothing here answers this method."],
  413: ["payload_too_large", "This request is too large."],
  503: ["unavailable", "The service is busy right now. Please try again in a few seconds."],
};

/** @param {import("node:http").IncomingMessage} request */
export const isApiRequest = ({ url }) => (url ?? "").startsWith("/api/");

/**
 * Refuses an API call, of programs or of our own pages.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 * @param {Record<string, string>} [headers]
 */
export function sendErrorResponse(request, response, status, headers = {}) {
  const [code, message] = reasons[/** @type {keyof typeof reasons} */ (status)];
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "private, no-store",
    [idHeader]: String(request.headers[idHeader]),
    ...headers,
  });
  response.end(JSON.stringify({ success: false, error: { code }, message }));
}
