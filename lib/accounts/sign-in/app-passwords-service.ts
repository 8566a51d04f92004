import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { limitAppPassword } from "../attempt-limits";
import { requestMail } from "../events";
import { toKey } from "../queries";
import { confirmPassword } from "./password-check-service";
import type { AppPassword, NewAppPassword } from "./security-schema";

const maxAppPasswords = 20;

/** Thirty-two characters that people do not confuse when they type them on a reading device. */
const letters = "abcdefghijkmnpqrstuvwxyz23456789";

/** 100 random bits in four groups of five characters. */
function makeSecret(): string {
  const signs = [...randomBytes(20)].map((byte) => letters[byte % letters.length]).join("");
  return signs.replace(/(.{5})(?=.)/g, "$1-");
}

/** Normalises the typed form. */
const hashOf = (secret: string) =>
  createHash("sha256").update(secret.toLowerCase().replace(/[\s-]/g, "")).digest();

/**
 * Creates a password for an app that reads the catalogue.
 * @returns the password itself, which is shown only once
 * @throws AppError `validation_failed` on `password`, `conflict` when there are twenty,
 * `rate_limited`
 */
export async function addAppPassword(
  viewer: Viewer,
  { name, password }: NewAppPassword,
): Promise<{ appPassword: AppPassword; secret: string }> {
  await confirmPassword(viewer, password);
  const count = await db.appPassword.count({ where: { userId: viewer.id } });
  if (count >= maxAppPasswords) {
    throw new AppError(
      "conflict",
      `There is room for ${maxAppPasswords} app passwords. Remove one first.`,
    );
  }
  const secret = makeSecret();
  const row = await transact((tx, send) => {
    send(requestMail("app-password-added", viewer.id));
    return tx.appPassword.create({ data: { userId: viewer.id, name, hash: hashOf(secret) } });
  });
  return { appPassword: toKey(row), secret };
}

/** Revokes one, from its next request on. @throws AppError `not_found` */
export async function removeAppPassword(viewer: Viewer, id: string): Promise<{ message: string }> {
  await transact(async (tx, send) => {
    const { count } = await tx.appPassword.deleteMany({ where: { id, userId: viewer.id } });
    if (count === 0) throw notFound("app password");
    send(requestMail("app-password-removed", viewer.id));
  });
  return { message: "The app password is removed and no longer works." };
}

/** Revokes all of them with a new account password. @returns whether there were any */
export const revokeAppPasswords = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.appPassword.deleteMany({ where: { userId } })).count > 0;

/** Longer than any valid name, address and password. */
const maxHeaderLength = 1_000;

/**
 * Name or address, and password, from the header Authorization (RFC 7617); null for any other
 * value.
 */
function readBasic(header: string): { login: string; secret: string } | null {
  if (header.length > maxHeaderLength) return null;
  const encoded = /^basic +([a-z0-9+/_-]+=*)$/i.exec(header.trim())?.[1];
  const [, login = "", secret = ""] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? "", "base64").toString("utf8")) ?? [];
  return login === "" || secret === "" || login.includes("\0") ? null : { login, secret };
}

/**
 * The viewer whose app password is in the header Authorization, or null. A single statement looks
 * the password up by its hash, so that the response time does not reveal whether the name exists.
 * App passwords only allow reading, so the viewer is never the administrator.
 * @throws AppError `rate_limited` after ten wrong ones from an address
 */
export async function viewerOfAppPassword(header: string, address: string): Promise<Viewer | null> {
  const sent = readBasic(header);
  return limitAppPassword({ login: sent?.login ?? null, address }, async () => {
    if (!sent) return null;
    const [row] = await db.$queryRaw<
      { id: string; userId: string; username: string; isUnnoted: boolean }[]
    >`
      SELECT p.id, u.id AS "userId", u.username::text,
        (p.last_used_at > now() - interval '5 minutes') IS NOT TRUE AS "isUnnoted"
      FROM app_password p JOIN user_account u ON u.id = p.user_id
      WHERE p.hash = ${hashOf(sent.secret)} AND u.is_active
        AND (u.username = ${sent.login}::citext OR u.email = ${sent.login}::citext)`;
    if (!row) return null;
    if (row.isUnnoted) {
      await db.appPassword.updateMany({ where: { id: row.id }, data: { lastUsedAt: new Date() } });
    }
    return {
      id: row.userId,
      username: row.username,
      isAdministrator: false,
      tokenId: row.id,
      via: "bearer",
    };
  });
}
