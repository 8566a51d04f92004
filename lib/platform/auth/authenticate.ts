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
  is_stale: boolean;
}

/**
 * The sender of a request, or null. A bearer token takes precedence over the cookie, even if the
 * token is invalid. Sign-out, a new password, deactivation and deletion take effect with the next
 * request, because each one reads the rows of the session and its user.
 */
export async function authenticate(headers: Headers): Promise<Viewer | null> {
  const bearer = /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const token = bearer ?? readCookie(headers, tokenCookie);
  return token ? viewerOf(token, bearer ? "bearer" : "cookie", headers) : null;
}

/** The current owner of a token; null if it is foreign or expired, or its session has ended. */
export async function viewerOf(
  token: string,
  via: Viewer["via"],
  headers: Headers,
): Promise<Viewer | null> {
  const claims = await readToken(token);
  if (!claims) return null;
  const { userId, tokenId } = claims;
  // The only administrator is the account of ADMIN_EMAIL, after the command line has promoted it.
  const administrator = env().ADMIN_EMAIL ?? null;
  const [row] = await db.$queryRaw<Row[]>`
    SELECT u.username::text AS username,
      u.is_administrator
        AND (${administrator}::citext IS NULL OR u.email = ${administrator}::citext)
        AS is_administrator,
      s.last_seen_at < now() - interval '5 minutes' AS is_stale
    FROM session s JOIN user_account u ON u.id = s.user_id
    WHERE s.id = ${tokenId}::uuid AND u.id = ${userId}::uuid AND u.is_active
      AND s.expires_at > now()`;
  if (!row) return null;
  if (row.is_stale) await touchSession(tokenId, deviceOf(headers));
  return {
    id: userId,
    username: row.username,
    isAdministrator: row.is_administrator,
    tokenId,
    via,
  };
}
