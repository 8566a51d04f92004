import "server-only";
import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { siteOrigin } from "../site";
import { tokenCookie } from "./cookie-names";
import { hintCookie, isHttps, proofCookie } from "./cookies";
import { type AdmitIdentity, nextAuthOptions, type Providers } from "./next-auth-options";

/** The public actions of next-auth; its log endpoint and its own pages stay closed. */
export const nextAuthActions = ["signin", "callback", "csrf", "session", "signout", "error"];

/**
 * Runs next-auth on a request whose body has been read. Signing in or out also sets or clears the
 * hint cookie; a browser that signs in gets a proof of it.
 */
export async function runNextAuth(
  request: Request,
  nextauth: string[],
  form: Uint8Array,
  admit: AdmitIdentity,
  providers?: Providers,
): Promise<Response> {
  // The launcher sets it; never a client's Host header.
  process.env.NEXTAUTH_URL ??= siteOrigin();
  const { url, method, headers } = request;
  const read = new NextRequest(url, {
    method,
    headers,
    ...(method === "POST" && { body: new TextDecoder().decode(form) }),
  });
  let proof: string | undefined;
  const admitAndProve: AdmitIdentity = async (identity) => {
    const answer = await admit(identity);
    if ("proof" in answer) proof = answer.proof;
    return answer;
  };
  const options = nextAuthOptions(admitAndProve, { headers, secure: isHttps(request) }, providers);
  const response: Response = await NextAuth(read, { params: { nextauth } }, options);
  const token = response.headers
    .getSetCookie()
    .findLast((cookie) => cookie.startsWith(`${tokenCookie}=`));
  if (token) {
    const signedOut = token.startsWith(`${tokenCookie}=;`);
    response.headers.append("set-cookie", hintCookie(request, !signedOut));
    if (proof) response.headers.append("set-cookie", proofCookie(request, proof));
  }
  return response;
}
