import "server-only";
import { viewerOfAppPassword } from "@/lib/accounts/app-passwords-service";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { brand } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { absoluteUrl } from "@/lib/platform/site";
import { conditionalResponse, type Document } from "../conditional-response";
import { mediaTypes } from "./media-types";
import { authenticationPath } from "./urls";
import { authenticationDocument } from "./write-v2";

type AuthenticationInput = { request: Request; address: string };

/** Where apps learn how one signs in. */
export const authenticationLink = () =>
  `<${absoluteUrl(authenticationPath)}>; rel="http://opds-spec.org/auth/document"; type="${mediaTypes.authentication}"`;

/** Asks for an app password, in a document that apps make their form of. */
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
 * Who reads of the catalogue what is one's own. App passwords are the one way in here, and open
 * nothing else.
 * @returns the answer to give instead where nobody is let in
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
 * Who reads of the catalogue what is everybody's, null for a visitor. A wrong password is refused here
 * too, so that apps notice it at once; where lists are for members, so is a visitor.
 * @returns the answer to give instead where nobody is let in
 * @throws AppError `rate_limited`
 */
export async function authenticateOptional(
  asked: AuthenticationInput,
): Promise<Viewer | null | Response> {
  const isVisitor = !asked.request.headers.has("authorization");
  return isVisitor && env().PUBLIC_BROWSING ? null : authenticateReader(asked);
}

/** A document for whoever reads: shared where it is everybody's, and open to readers in browsers. */
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

/** What caches and pages of other sites may do with an answer. */
export const sharingHeaders = (isShared: boolean): Record<string, string> =>
  isShared
    ? { "access-control-allow-origin": "*", "x-content-type-options": "nosniff" }
    : {
        "cache-control": "private, no-cache",
        vary: "authorization",
        "x-content-type-options": "nosniff",
      };
