import "server-only";
import { randomUUID } from "node:crypto";
import { hashPassword } from "@/lib/platform/auth/password";
import { type Device, startSession } from "@/lib/platform/auth/sessions";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, retryOnLockConflict } from "@/lib/platform/db";
import { commit, transact } from "@/lib/platform/jobs/outbox-service";
import { mailer } from "@/lib/platform/mail";
import { limitLinkCodes, limitMail, resetSignInLimit } from "../attempt-limits";
import { requestMail } from "../events";
import { getUser, toUser, userSelect } from "../queries";
import type { ForgotPasswordInput, ResetPasswordInput } from "../schema";
import type { Session } from "../service";
import { revokeAppPasswords } from "./app-passwords-service";
import { refuseCommon } from "./common-passwords";
import { readLink, redeemLink } from "./mailed-links-service";
import { appPasswordsRevokedMessage } from "./security-schema";
import { checkSecondStep } from "./two-step-service";

export const mailNotSentMessage =
  "This site sends no email yet. Please ask its administrator for the link, which the Setup page shows.";

const otherMethodsRemovedMessage =
  "Your email had not been confirmed, so two-step sign-in, passkeys and connected accounts were removed: please set up again what you use.";

/**
 * Sends a link for a new password. An unknown address gets the same response and the same work:
 * only the function that writes the mail looks up the account.
 * @throws AppError `rate_limited`
 */
export async function requestPasswordReset({
  email,
}: ForgotPasswordInput): Promise<{ message: string }> {
  await limitMail("reset", email);
  const user = await db.user.findUnique({ where: { email }, select: { id: true } });
  await transact(async (_, send) => send(requestMail("reset", user?.id ?? randomUUID())));
  return {
    message: mailer().delivers
      ? `If there is an account with ${email}, we have sent a link to it. It works for 30 minutes. No email? Check your spam, or try again in a few minutes.`
      : `If there is an account with ${email}, there is a link for it now. It works for 30 minutes. ${mailNotSentMessage}`,
  };
}

/**
 * Describes the effects of a reset link before the user chooses a password. The link stays valid.
 * @throws AppError `validation_failed`
 */
export async function checkResetLink(token: string): Promise<{ asksCode: boolean }> {
  const id = await readLink("reset", token);
  // A first confirmation of the address turns off the second step instead.
  const asking = { id, emailVerifiedAt: { not: null }, twoStep: { confirmedAt: { not: null } } };
  return { asksCode: (await db.user.count({ where: asking })) > 0 };
}

/**
 * Sets the password of a mailed link's account, ends every session and app password, and opens a
 * session. If the address was never confirmed, another person may have made the account: all other
 * credentials are removed then. Otherwise the second step is required as at a sign-in.
 * @throws AppError `validation_failed`, `second_step`, `invalid_credentials`, `rate_limited`
 */
export async function resetPassword(
  { token, newPassword, code }: ResetPasswordInput,
  device: Device,
): Promise<Session> {
  // An invalid link fails first: another password would not help.
  await readLink("reset", token);
  await refuseCommon(newPassword, "newPassword");
  let [lostOtherWays, lostApps] = [false, false];
  if (code !== undefined) await limitLinkCodes(token);
  const passwordHash = await hashPassword(newPassword);
  const { result, sent } = await retryOnLockConflict(() =>
    commit(async (tx, send) => {
      const id = await redeemLink(tx, "reset", token);
      const now = new Date();
      lostApps = await revokeAppPasswords(tx, id);
      const { count: isFirstProof } = await tx.user.updateMany({
        where: { id, emailVerifiedAt: null },
        data: { emailVerifiedAt: now },
      });
      if (isFirstProof) {
        const where = { userId: id };
        const removed = [
          await tx.oAuthAccount.deleteMany({ where }),
          await tx.passkey.deleteMany({ where }),
          await tx.twoStep.deleteMany({ where }),
        ];
        lostOtherWays = removed.some(({ count }) => count > 0);
      } else await checkSecondStep(id, code, (work) => work(tx, send));
      send(requestMail("password-changed", id));
      const data = { passwordHash, lastLogin: now };
      const user = await tx.user.update({ where: { id }, data, select: userSelect });
      await tx.session.deleteMany({ where: { userId: id } });
      return { user: toUser(user), token: await startSession(tx, id, device) };
    }),
  );
  await resetSignInLimit(result.user.email);
  await sent;
  const more = [
    ...(lostApps ? [appPasswordsRevokedMessage] : []),
    ...(lostOtherWays ? [otherMethodsRemovedMessage] : []),
  ];
  return {
    ...result,
    message: ["Your password is changed. Every other session was signed out.", ...more].join(" "),
  };
}

/**
 * Sends another link that confirms the user's address.
 * @throws AppError `rate_limited`
 */
export async function requestVerification(viewer: Viewer): Promise<{ message: string }> {
  const { email, emailVerified } = await getUser(viewer.id);
  if (emailVerified) return { message: "Your email is confirmed already." };
  await limitMail("verification", email);
  await transact(async (_, send) => send(requestMail("verification", viewer.id)));
  return {
    message: mailer().delivers
      ? `We have sent a link to ${email}. Older links no longer work.`
      : `A new link was created. ${mailNotSentMessage}`,
  };
}

/** @throws AppError `validation_failed` */
export async function confirmEmail(token: string): Promise<{ message: string }> {
  await retryOnLockConflict(() =>
    db.$transaction(async (tx) => {
      const id = await redeemLink(tx, "verification", token);
      await tx.user.update({ where: { id }, data: { emailVerifiedAt: new Date() } });
    }),
  );
  return { message: "Your email is confirmed." };
}
