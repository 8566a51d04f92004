import "server-only";
import { timingSafeEqual } from "node:crypto";
import { hashPassword, verifyPassword } from "@/lib/platform/auth/password";
import { type Device, startSession } from "@/lib/platform/auth/sessions";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError, fieldError } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { canSendMail, limitSignIn } from "./attempt-limits";
import { requestMail } from "./events";
import { toUser, userSelect } from "./queries";
import type { LoginInput, RegisterInput, User } from "./schema";
import { refuseCommon } from "./sign-in/common-passwords";
import { checkSecondStep } from "./sign-in/two-step-service";
import { expireProfilePage, withUniqueNames } from "./unique-names-service";

export interface Session {
  user: User;
  token: string;
  message: string;
}

/**
 * Creates an account, signs it in, and sends a mail that confirms its address.
 * @throws AppError `username_taken`, `email_exists`, `invalid_invite`
 */
export async function register(input: RegisterInput, device: Device): Promise<Session> {
  checkInvite(input.inviteCode);
  await refuseCommon(input.password, "password");
  const { username, email, firstName, lastName } = input;
  const { user, token } = await withUniqueNames({ username, email }, async () => {
    const passwordHash = await hashPassword(input.password);
    const isMailed = await canSendMail(email);
    return transact(async (tx, send) => {
      const made = await tx.user.create({
        data: { username, email, firstName, lastName, passwordHash },
        select: userSelect,
      });
      if (isMailed) send(requestMail("verification", made.id));
      return { user: made, token: await startSession(tx, made.id, device) };
    });
  });
  await expireProfilePage(user.username);
  return { user: toUser(user), token, message: "Welcome! Your account is ready." };
}

/** @throws AppError `invalid_invite` when an invitation is required and this one is invalid */
function checkInvite(given: string | undefined): void {
  const { INVITE_CODE } = env();
  if (!INVITE_CODE) return;
  const expected = Buffer.from(INVITE_CODE);
  const shown = Buffer.from(given?.trim() ?? "");
  if (shown.length === expected.length && timingSafeEqual(shown, expected)) return;
  throw fieldError("inviteCode", "Invalid invite code", "invalid_invite");
}

/**
 * Signs in. Unknown address and wrong password get the same answer in the same time.
 * @throws AppError `invalid_credentials`, `account_deactivated`, `second_step`, `rate_limited`
 */
export function login(
  { email, password, code }: LoginInput,
  from: { address: string; proof?: string | undefined; device: Device },
): Promise<Session> {
  return limitSignIn({ email, ...from }, async () => {
    const found = await db.user.findUnique({
      where: { email },
      select: { id: true, passwordHash: true, isActive: true },
    });
    if (!(await verifyPassword(found?.passwordHash ?? null, password)) || !found) {
      throw wrongCredentialsError();
    }
    if (!found.isActive) throw deactivatedError();
    await checkSecondStep(found.id, code);
    // Another request may have changed the password since it was checked.
    const { id, passwordHash } = found;
    const session = await db.$transaction((tx) =>
      openSession(tx, { id, passwordHash }, from.device),
    );
    if (!session) throw wrongCredentialsError();
    return session;
  });
}

const wrongCredentialsError = () =>
  new AppError("invalid_credentials", "Invalid email or password");

export const deactivatedError = () =>
  new AppError("account_deactivated", "This account is deactivated. Please contact support.");

/**
 * Opens a session for an account that still matches. The update locks the account's row, so that a
 * change of its password or the end of all its sessions comes before or after, never between.
 */
export async function openSession(
  tx: Tx,
  account: { id: string; passwordHash?: string | null },
  device: Device,
): Promise<Session | null> {
  const [user] = await tx.user.updateManyAndReturn({
    where: { ...account, isActive: true },
    data: { lastLogin: new Date() },
    select: userSelect,
  });
  if (!user) return null;
  const token = await startSession(tx, user.id, device);
  return { user: toUser(user), token, message: "Welcome back!" };
}

/** Ends the session of the cookie; does nothing without one. */
export async function logout(viewer: Viewer | null): Promise<{ message: string }> {
  if (viewer) await db.session.deleteMany({ where: { id: viewer.tokenId } });
  return { message: "You are signed out." };
}
