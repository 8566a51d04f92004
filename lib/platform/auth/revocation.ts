import "server-only";
import { db } from "../db";

interface Revocable {
  userId: string;
  tokenId: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** Ends one token before its time. Harmless when it has ended already or its user is gone. */
export async function revokeToken({ userId, tokenId, expiresAt }: Revocable): Promise<void> {
  await db.$executeRaw`
    INSERT INTO revoked_token (jti, user_id, expires_at)
    SELECT ${tokenId}::uuid, u.id, to_timestamp(${expiresAt}) FROM user_account u WHERE u.id = ${userId}::uuid
    ON CONFLICT (jti) DO NOTHING`;
  await db.session.deleteMany({ where: { id: tokenId, userId } });
  // Rows are kept until their token would have expired by itself (next-auth allows 15 s more).
  await db.$executeRaw`DELETE FROM revoked_token WHERE expires_at < now() - interval '1 minute'`;
}
