import "server-only";
import { viewerOfAppPassword } from "@/lib/accounts/sign-in/app-passwords-service";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { brand } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { absoluteUrl } from "@/lib/platform/site";
import { conditionalResponse, type Document } from "../conditional-response";
import { mediaTypes } from "./media-types";
import { authenticationPath } from "./urls";
import { authenticationDocument } from "./write-v2";

type AuthenticationInput = { request: Request; address: string };

/** The authentication document for apps. */
export const authenticationLink = () =>
  `<${absoluteUrl(authenticationPath)}>; rel="http://opds-spec.org/auth/document"; type="${mediaTypes.authentication}"`;

/** Requests an app password, with a document from which apps build their form. */
const unauthorizedResponse = (): Response =>
  new Response(JSON.stringify(authenticationDocument()), {
    status: 401,
    headers: {
      "content-type": `${mediaTypes.authentication}; charset=utf-8`,
      "www-authenticate": `Basic realm="${brand.name}", charset="UTF-8"`,
      "cache-control": "private, no-store",
      link: authenticationLink(),
    },
  });

/**
 * The viewer of personal lists of the catalogue. App passwords are the only way in here, and give
 * access to nothing else.
 * @returns a response instead where access is refused
 * @throws AppError `rate_limited`
 */
export async function authenticateReader({
  request,
  address,
}: AuthenticationInput): Promise<Viewer | Response> {
  const header = request.headers.get("authorization");
  const viewer = header === null ? null : await viewerOfAppPassword(header, address);
  return viewer ?? unauthorizedResponse();
}

/**
 * The viewer of public lists of the catalogue, null for a visitor. A wrong password is refused here
 * too, so that apps notice it at once; where browsing needs a sign-in, so is a visitor.
 * @returns a response instead where access is refused
 * @throws AppError `rate_limited`
 */
export async function authenticateOptional(
  asked: AuthenticationInput,
): Promise<Viewer | null | Response> {
  const isVisitor = !asked.request.headers.has("authorization");
  return isVisitor && env().PUBLIC_BROWSING ? null : authenticateReader(asked);
}

/**
 * A document of the catalogue: a public one is cacheable by all, and readable by other sites'
 * scripts.
 */
export function documentResponse(
  request: Request,
  document: Document,
  mediaType: string,
  isShared: boolean,
): Response {
  const answer = conditionalResponse(request, document, mediaType);
  for (const [name, value] of Object.entries(sharingHeaders(isShared && env().PUBLIC_BROWSING))) {
    answer.headers.set(name, value);
  }
  return answer;
}

/** Cache and CORS headers of a response. */
export const sharingHeaders = (isShared: boolean): Record<string, string> =>
  isShared
    ? { "access-control-allow-origin": "*", "x-content-type-options": "nosniff" }
    : {
        "cache-control": "private, no-cache",
        vary: "authorization",
        "x-content-type-options": "nosniff",
      };
