import "server-only";
import { isIPv4 } from "node:net";
import { userAgent } from "next/server";
import { db } from "../db";
import { clientAddress } from "../http/client-address";
import { log } from "../log";
import { mintToken, readToken, type TokenClaims, tokenLifetime } from "./token";

/** Origin of a request as the list of sessions shows it: never the complete address. */
export interface Device {
  name: string;
  network: string;
}

export function deviceOf(headers: Headers): Device {
  const { browser, os } = userAgent({ headers });
  const name = [browser.name ?? "Unknown browser", os.name].filter(Boolean).join(" on ");
  return { name: name.slice(0, 80), network: networkOf(clientAddress(headers)) };
}

/** An IPv6 address arrives as its /64 already. */
function networkOf(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, "0/24");
  return address.endsWith("::/64") ? address : "";
}

/**
 * Creates the token of a sign-in and the row that lists its session.
 * @param replaces id of the token that this one replaces; its session continues
 */
export async function startSession(
  user: { id: string; sessionVersion: number },
  device: Device,
  replaces: string | null = null,
): Promise<string> {
  const token = await mintToken(user);
  const claims = await readToken(token);
  if (claims) await upsertSession(claims, device, replaces);
  return token;
}

/**
 * Records that a session was used; a failure is logged and never fails a request. A token older
 * than the table gets its row here, unless it has been revoked.
 */
export const touchSession = (claims: TokenClaims, device: Device): Promise<unknown> =>
  upsertSession(claims, device).catch((error) =>
    log.warn({ err: error }, "a session could not be recorded"),
  );

const upsertSession = (
  { userId, tokenId, sessionVersion, expiresAt }: TokenClaims,
  { name, network }: Device,
  replaces: string | null = null,
): Promise<unknown> => db.$executeRaw`
  WITH replaced AS (DELETE FROM session WHERE id = ${replaces}::uuid RETURNING created_at)
  INSERT INTO session (id, user_id, session_version, device, network, created_at, expires_at)
  SELECT ${tokenId}::uuid, u.id, ${sessionVersion}, ${name}, ${network},
    coalesce((SELECT created_at FROM replaced), to_timestamp(${expiresAt - tokenLifetime})),
    to_timestamp(${expiresAt})
  FROM user_account u
  WHERE u.id = ${userId}::uuid
    AND NOT EXISTS (SELECT 1 FROM revoked_token r WHERE r.jti = ${tokenId}::uuid)
  ON CONFLICT (id) DO UPDATE
    SET last_seen_at = now(), device = EXCLUDED.device, network = EXCLUDED.network`;
