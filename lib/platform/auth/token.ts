import "server-only";
import { decode, encode } from "next-auth/jwt";
import { env } from "../env";
import { isId } from "../http/ids";

/** Seven days in seconds, for the token and its cookie. */
export const tokenLifetime = 7 * 24 * 60 * 60;

/** The claims of a token. It is valid as long as its session exists. */
export interface TokenClaims {
  userId: string;
  /** Also the id of its session. */
  tokenId: string;
  /** Unix time in seconds. */
  expiresAt: number;
}

/** @throws Error if the secret is missing; `npm start` creates and keeps one */
export function tokenSecret(): string {
  const { NEXTAUTH_SECRET } = env();
  if (!NEXTAUTH_SECRET) {
    throw new Error("NEXTAUTH_SECRET is not set. Start the app with `npm start`, which keeps one.");
  }
  return NEXTAUTH_SECRET;
}

/** Creates the token of a session, usable as the cookie `token` and as a bearer token. */
export const mintToken = (userId: string): Promise<string> =>
  encode({ token: { sub: userId }, secret: tokenSecret(), maxAge: tokenLifetime });

/** The claims of an authentic token that has not expired, else null. Does not look for its session. */
export async function readToken(token: string): Promise<TokenClaims | null> {
  const secret = tokenSecret();
  const payload = await decode({ token, secret }).catch(() => null);
  if (!payload) return null;
  const { sub, jti, exp } = payload;
  const wellFormed =
    typeof sub === "string" &&
    isId(sub) &&
    typeof jti === "string" &&
    isId(jti) &&
    typeof exp === "number";
  return wellFormed ? { userId: sub, tokenId: jti, expiresAt: exp } : null;
}
