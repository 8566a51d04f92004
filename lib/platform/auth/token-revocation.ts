import "server-only";
import { db } from "../db";

interface Revocable {
  userId: string;
  tokenId: string;
  /** Unix time in seconds. */
  expiresAt: number;
}

/** Revokes a token before it expires. Does nothing if it has expired or its user is deleted. */
export async function revokeToken({ userId, tokenId, expiresAt }: Revocable): Promise<void> {
  await db.$executeRaw`
    INSERT INTO revoked_token (jti, user_id, expires_at)
    SELECT ${tokenId}::uuid, u.id, to_timestamp(${expiresAt}) FROM user_account u WHERE u.id = ${userId}::uuid
    ON CONFLICT (jti) DO NOTHING`;
  await db.session.deleteMany({ where: { id: tokenId, userId } });
  // A row outlives its token's expiry, for which next-auth allows 15 s of clock difference.
  await db.$executeRaw`DELETE FROM revoked_token WHERE expires_at < now() - interval '1 minute'`;
}
