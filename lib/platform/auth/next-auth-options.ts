import "server-only";
import type { NextAuthOptions } from "next-auth";
import type { JWT } from "next-auth/jwt";
import GitHub from "next-auth/providers/github";
import Google from "next-auth/providers/google";
import { db } from "../db";
import { env } from "../env";
import { returnPath } from "../http/return-path";
import { log } from "../log";
import { viewerOf } from "./authenticate";
import { callbackCookie, tokenCookie } from "./cookie-names";
import { readCookie } from "./cookies";
import { tokenLifetime, tokenSecret } from "./token";

/** The identity of a user who has signed in with an external provider. */
export interface OAuthIdentity {
  provider: string;
  providerAccountId: string;
  /** Address verified by the provider, else null. */
  email: string | null;
  name: string;
}

/** Signs in to the account of an identity; a `refusal` leads back to the sign-in form. */
export type AdmitIdentity = (
  identity: OAuthIdentity,
) => Promise<{ userId: string; token: string; proof: string } | { refusal: string }>;

export type Providers = NextAuthOptions["providers"];

/** The configured providers, in the order of their buttons. */
export function configuredProviders(): Providers {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET } = env();
  const providers: Providers = [];
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) {
    providers.push(Google({ clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET }));
  }
  if (GITHUB_CLIENT_ID && GITHUB_CLIENT_SECRET) {
    providers.push(
      GitHub({
        clientId: GITHUB_CLIENT_ID,
        clientSecret: GITHUB_CLIENT_SECRET,
        userinfo: {
          url: "https://api.github.com/user",
          async request({ client, tokens }) {
            const profile = await client.userinfo(tokens.access_token ?? "");
            const email = await verifiedGitHubEmail(tokens.access_token ?? "");
            return { ...profile, email, email_verified: email !== undefined };
          },
        },
      }),
    );
  }
  return providers;
}

/** The profile may name an unverified address; only this endpoint says which ones are verified. */
async function verifiedGitHubEmail(accessToken: string): Promise<string | undefined> {
  const response = await fetch("https://api.github.com/user/emails", {
    headers: { authorization: `Bearer ${accessToken}`, accept: "application/vnd.github+json" },
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) return undefined;
  const emails = (await response.json()) as {
    email: string;
    primary: boolean;
    verified: boolean;
  }[];
  return emails.find((entry) => entry.primary && entry.verified)?.email;
}

/** What next-auth keeps of a session: a token that stays the same, because its session decides. */
async function decodeToken(headers: Headers, token = ""): Promise<JWT | null> {
  const viewer = token === "" ? null : await viewerOf(token, "cookie", headers);
  return viewer && { sub: viewer.id, tokenId: viewer.tokenId, token };
}

/**
 * Path of the sign-in form after a failed external sign-in, with the reason and the original
 * target.
 */
export function loginErrorPath(error: string, headers: Headers): string {
  const query = new URLSearchParams({ error });
  const target = callbackPath(readCookie(headers, callbackCookie) ?? "");
  if (target !== "/") query.set("callbackUrl", target);
  return `/login?${query}`;
}

/** next-auth writes absolute URLs of this site; only the path counts. */
function callbackPath(cookie: string): string {
  try {
    const { pathname, search, hash } = new URL(decodeURIComponent(cookie));
    return returnPath(pathname + search + hash);
  } catch {
    return "/";
  }
}

/** The context of a call to next-auth. */
interface SignInRequest {
  headers: Headers;
  secure: boolean;
}

/**
 * Options that make next-auth use our token and sessions. next-auth only handles external sign-in;
 * lib/accounts does everything else about accounts.
 */
export function nextAuthOptions(
  admit: AdmitIdentity,
  { headers, secure }: SignInRequest,
  providers: Providers = configuredProviders(),
): NextAuthOptions {
  let admitted: { userId: string; token: string } | undefined;
  return {
    providers,
    secret: tokenSecret(),
    session: { strategy: "jwt", maxAge: tokenLifetime },
    jwt: {
      maxAge: tokenLifetime,
      async encode({ token }) {
        if (typeof token?.token !== "string") throw new Error("no account was admitted");
        return token.token;
      },
      decode: ({ token }) => decodeToken(headers, token),
    },
    pages: { signIn: "/login", error: "/login" },
    cookies: {
      sessionToken: {
        name: tokenCookie,
        options: { httpOnly: true, sameSite: "lax", path: "/", secure },
      },
      callbackUrl: {
        name: callbackCookie,
        options: { httpOnly: true, sameSite: "lax", path: "/", secure },
      },
    },
    callbacks: {
      async signIn({ account, profile, user }) {
        if (!account) return loginErrorPath("Callback", headers);
        const verified = (profile as { email_verified?: unknown } | undefined)?.email_verified;
        try {
          const answer = await admit({
            provider: account.provider,
            providerAccountId: account.providerAccountId,
            email: verified === true && user.email ? user.email : null,
            name: user.name ?? "",
          });
          if ("refusal" in answer) return loginErrorPath(answer.refusal, headers);
          admitted = answer;
          return true;
        } catch (error) {
          log.error({ err: error }, "external sign-in failed");
          return loginErrorPath("Callback", headers);
        }
      },
      jwt: ({ token, account }) =>
        account && admitted ? { sub: admitted.userId, token: admitted.token } : token,
      session: ({ session }) => ({ expires: session.expires }),
      redirect({ url, baseUrl }) {
        const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
        return baseUrl + returnPath(path);
      },
    },
    events: {
      async signOut({ token }) {
        if (typeof token.tokenId === "string") {
          await db.session.deleteMany({ where: { id: token.tokenId } });
        }
      },
    },
    logger: {
      error: (code, metadata) => log.warn({ code, err: causeOf(metadata) }, "next-auth"),
      warn: (code) => log.debug({ code }, "next-auth"),
      debug: () => undefined,
    },
  };
}

const causeOf = (metadata: unknown) =>
  metadata instanceof Error ? metadata : (metadata as { error?: unknown } | undefined)?.error;
