import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

type LinkKind = "reset" | "verification";

const minutes: Record<LinkKind, number> = { reset: 30, verification: 3 * 24 * 60 };
const hashOf = (token: string) => createHash("sha256").update(token).digest();

/**
 * The token of a link that is mailed to `email`. Only its hash is kept, and those mailed before it
 * hold no more.
 */
export async function issueLink(kind: LinkKind, userId: string, email: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db.$executeRaw`
    INSERT INTO mailed_link AS link (user_id, kind, token_hash, email, expires_at)
    VALUES (${userId}::uuid, ${kind}, ${hashOf(token)}, ${email}::citext,
      now() + make_interval(mins => ${minutes[kind]}))
    ON CONFLICT (user_id, kind) DO UPDATE SET token_hash = EXCLUDED.token_hash,
      email = EXCLUDED.email, expires_at = EXCLUDED.expires_at, used_at = NULL`;
  return token;
}

/**
 * Uses a link up, in one statement, so that of many who come at once one gets through. The account is
 * held until the transaction ends: what is written then is about the address that the link was for.
 * @returns whose it is
 * @throws AppError `validation_failed` when it is none of ours, too old, used, or for an address that
 * the account has no more
 */
export async function redeemLink(tx: Tx, kind: LinkKind, token: string): Promise<string> {
  await tx.$queryRaw`
    SELECT id FROM user_account WHERE id = (
      SELECT user_id FROM mailed_link WHERE token_hash = ${hashOf(token)} AND kind = ${kind})
    FOR NO KEY UPDATE`;
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    UPDATE mailed_link AS link SET used_at = now() FROM user_account AS u
    WHERE ${isValidLink(kind, token)} RETURNING u.id`;
  if (row) return row.id;
  throw invalidLinkError();
}

/** Whose link it is, which stays as it is. @throws AppError `validation_failed` as above */
export async function readLink(kind: LinkKind, token: string): Promise<string> {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    SELECT u.id FROM mailed_link AS link, user_account AS u WHERE ${isValidLink(kind, token)}`;
  if (row) return row.id;
  throw invalidLinkError();
}

const isValidLink = (kind: LinkKind, token: string) => Prisma.sql`
  link.token_hash = ${hashOf(token)} AND link.kind = ${kind}
    AND link.used_at IS NULL AND link.expires_at > now()
    AND u.id = link.user_id AND u.email = link.email AND u.is_active`;

function invalidLinkError(): AppError {
  const message = "This link has expired or was used already. Please ask for a new one.";
  return new AppError("validation_failed", message, { errors: [{ field: "token", message }] });
}

/** Ends a link that nobody has used. */
export async function revokeLink(tx: Tx, kind: LinkKind, userId: string): Promise<void> {
  await tx.mailedLink.deleteMany({ where: { userId, kind } });
}

const former = "email-changed";

/**
 * Keeps an address that an account leaves, until it was told. One that waits already stays: whoever
 * changes it twice does not keep the first one from hearing of it.
 */
export async function saveFormerEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO mailed_link (user_id, kind, token_hash, email, expires_at)
    VALUES (${userId}::uuid, ${former}, ${randomBytes(32)}, ${email}::citext,
      now() + interval '3 days')
    ON CONFLICT (user_id, kind) DO NOTHING`;
}

/** Tells the address that was kept, if there is one, and forgets it when that has worked. */
export async function notifyFormerEmail(
  userId: string,
  notify: (email: string) => Promise<void>,
): Promise<void> {
  const formerEmail = await db.mailedLink.findUnique({
    where: { userId_kind: { userId, kind: former } },
  });
  if (!formerEmail) return;
  await notify(formerEmail.email);
  await db.mailedLink.deleteMany({ where: { userId, kind: former } });
}
