import "server-only";
import { db } from "../db";
import { env } from "../env";
import { tokenCookie } from "./cookie-names";
import { readCookie } from "./cookies";
import { deviceOf, touchSession } from "./sessions";
import { readToken } from "./token";
import type { Viewer } from "./viewer";

interface Row {
  username: string;
  is_administrator: boolean;
  is_unnoted: boolean;
}

/**
 * The sender of a request, or null. A bearer token takes precedence over the cookie, even if the
 * token is invalid. Sign-out, a new password, deactivation and deletion take effect with the next
 * request, because each one reads the user's row.
 */
export async function authenticate(headers: Headers): Promise<Viewer | null> {
  const bearer = /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const token = bearer ?? readCookie(headers, tokenCookie);
  return token ? viewerOf(token, bearer ? "bearer" : "cookie", headers) : null;
}

/** The current owner of a token; null if it is foreign, expired or revoked. */
export async function viewerOf(
  token: string,
  via: Viewer["via"],
  headers: Headers,
): Promise<Viewer | null> {
  const claims = await readToken(token);
  if (!claims) return null;
  const { userId, tokenId, sessionVersion, expiresAt } = claims;
  // The only administrator is the account of ADMIN_EMAIL, after the command line has promoted it.
  const administrator = env().ADMIN_EMAIL ?? null;
  const [row] = await db.$queryRaw<Row[]>`
    SELECT u.username::text AS username,
      u.is_administrator
        AND (${administrator}::citext IS NULL OR u.email = ${administrator}::citext)
        AS is_administrator,
      (s.last_seen_at < now() - interval '5 minutes') IS NOT FALSE AS is_unnoted
    FROM user_account u LEFT JOIN session s ON s.id = ${tokenId}::uuid
    WHERE u.id = ${userId}::uuid AND u.session_version = ${sessionVersion} AND u.is_active
      AND NOT EXISTS (SELECT 1 FROM revoked_token r WHERE r.jti = ${tokenId}::uuid)`;
  if (!row) return null;
  if (row.is_unnoted) await touchSession(claims, deviceOf(headers));
  return {
    id: userId,
    username: row.username,
    isAdministrator: row.is_administrator,
    tokenId,
    tokenExpiresAt: expiresAt,
    via,
  };
}
