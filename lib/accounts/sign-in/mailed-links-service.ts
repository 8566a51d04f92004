import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { type AppError, fieldError } from "@/lib/platform/errors";

type LinkKind = "reset" | "verification";

const minutes: Record<LinkKind, number> = { reset: 30, verification: 3 * 24 * 60 };
const hashOf = (token: string) => createHash("sha256").update(token).digest();

/**
 * Creates the token of a link that is mailed to `email`. Only its hash is stored; it invalidates
 * earlier links.
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
 * Uses up a link, in one statement, so that of concurrent requests one succeeds. The account is
 * locked until the transaction ends: later writes concern the address that the link was for.
 * @returns the link's account
 * @throws AppError `validation_failed` when the link is unknown, too old, used, or for a former
 * address of the account
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

/** The link's account; the link stays valid. @throws AppError `validation_failed` as above */
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
  return fieldError(
    "token",
    "This link has expired or was used already. Please ask for a new one.",
  );
}

/** Ends an unused link. */
export async function revokeLink(tx: Tx, kind: LinkKind, userId: string): Promise<void> {
  await tx.mailedLink.deleteMany({ where: { userId, kind } });
}

const former = "email-changed";

/**
 * Stores an account's former address until the notification is sent to it. A second change does not
 * overwrite a stored address, which still must get its mail.
 */
export async function saveFormerEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO mailed_link (user_id, kind, token_hash, email, expires_at)
    VALUES (${userId}::uuid, ${former}, ${randomBytes(32)}, ${email}::citext,
      now() + interval '3 days')
    ON CONFLICT (user_id, kind) DO NOTHING`;
}

/** Sends a mail to the stored former address, if there is one, and deletes it on success. */
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
