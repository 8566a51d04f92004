import "server-only";
import { decode, encode } from "next-auth/jwt";
import { env } from "../env";
import { isId } from "../http/ids";

/** Seven days, in seconds: of the token itself and of the cookie that carries it. */
export const tokenLifetime = 7 * 24 * 60 * 60;

/** What a token says; who it belongs to today is for the database to tell. */
export interface TokenClaims {
  userId: string;
  sessionVersion: number;
  tokenId: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** @throws Error when the secret is missing: `npm start` makes and keeps one */
export function tokenSecret(): string {
  const { NEXTAUTH_SECRET } = env();
  if (!NEXTAUTH_SECRET) {
    throw new Error("NEXTAUTH_SECRET is not set. Start the app with `npm start`, which keeps one.");
  }
  return NEXTAUTH_SECRET;
}

/** The one token of a sign-in: good as the cookie `token` and as a bearer token. */
export function mintToken(user: { id: string; sessionVersion: number }): Promise<string> {
  return encode({
    token: { sub: user.id, sessionVersion: user.sessionVersion },
    secret: tokenSecret(),
    maxAge: tokenLifetime,
  });
}

/** The claims of a token that is ours and not expired, else null. Says nothing of revocation. */
export async function readToken(token: string): Promise<TokenClaims | null> {
  const secret = tokenSecret();
  const payload = await decode({ token, secret }).catch(() => null);
  if (!payload) return null;
  const { sub, jti, exp, sessionVersion } = payload;
  const wellFormed =
    typeof sub === "string" &&
    isId(sub) &&
    typeof jti === "string" &&
    isId(jti) &&
    typeof exp === "number" &&
    typeof sessionVersion === "number";
  return wellFormed ? { userId: sub, sessionVersion, tokenId: jti, expiresAt: exp } : null;
}
