import "server-only";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth, { type NextAuthOptions } from "next-auth";
import { env } from "../env";
import { tokenCookie } from "./cookie-names";
import { hintCookie, isHttps } from "./cookies";

/** The public actions of next-auth; its log endpoint and its own pages stay closed. */
export const nextAuthActions = ["signin", "callback", "csrf", "session", "signout", "error"];

/** Collects next-auth's answer through the interface of a Node response. */
class NodeResponseAdapter {
  private code = 200;
  private readonly fields = new Map<string, string | string[]>();
  private body: string | null = null;

  status(code: number) {
    this.code = code;
    return this;
  }
  getHeader(name: string) {
    return this.fields.get(name.toLowerCase());
  }
  setHeader(name: string, value: string | string[]) {
    this.fields.set(name.toLowerCase(), value);
    return this;
  }
  json(value: unknown) {
    this.setHeader("content-type", "application/json; charset=utf-8");
    this.end(JSON.stringify(value));
  }
  send(value: unknown) {
    if (typeof value === "object" && value !== null) this.json(value);
    else this.end(value === undefined ? null : String(value));
  }
  end(value: string | null = null) {
    this.body = value;
  }
  toResponse(): Response {
    const headers = new Headers();
    for (const [name, value] of this.fields) {
      for (const one of [value].flat()) headers.append(name, one);
    }
    return new Response(this.body, { status: this.code, headers });
  }
}

/**
 * Runs next-auth on a web request. Its origin is APP_URL, or the requested host. Signing in or out
 * also sets or clears the hint cookie.
 */
export async function runNextAuth(
  request: Request,
  path: string[],
  form: Uint8Array,
  options: NextAuthOptions,
): Promise<Response> {
  const url = new URL(request.url);
  const host = request.headers.get("host") ?? url.host;
  const own = new URL(env().APP_URL ?? `${isHttps(request) ? "https" : "http"}://${host}`);
  // next-auth trusts these two headers with this setting; the code below sets them, so a client
  // cannot.
  process.env.AUTH_TRUST_HOST = "true";
  const headers = {
    ...Object.fromEntries(request.headers),
    "x-forwarded-host": own.host,
    "x-forwarded-proto": own.protocol.slice(0, -1),
  };
  const answer = new NodeResponseAdapter();
  await NextAuth(
    {
      method: request.method,
      headers,
      cookies: cookiesOf(request),
      query: { ...Object.fromEntries(url.searchParams), nextauth: path },
      body: Object.fromEntries(new URLSearchParams(new TextDecoder().decode(form))),
    } as unknown as NextApiRequest,
    answer as unknown as NextApiResponse,
    options,
  );
  const response = answer.toResponse();
  const token = response.headers
    .getSetCookie()
    .findLast((cookie) => cookie.startsWith(`${tokenCookie}=`));
  if (token) {
    const signedOut = token.startsWith(`${tokenCookie}=;`);
    response.headers.append("set-cookie", hintCookie(request, !signedOut));
  }
  return response;
}

function cookiesOf(request: Request): Record<string, string> {
  const pairs = (request.headers.get("cookie") ?? "").split(";").flatMap((part) => {
    const at = part.indexOf("=");
    return at < 0 ? [] : [[part.slice(0, at).trim(), decoded(part.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
