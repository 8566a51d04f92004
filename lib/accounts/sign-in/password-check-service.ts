import "server-only";
import { verifyPassword } from "@/lib/platform/auth/password";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { fieldError, unauthorized } from "@/lib/platform/errors";
import { limitPasswordCheck } from "../attempt-limits";

/** @throws AppError `unauthorized` if the account is deleted */
export async function getCredentials(viewer: Viewer) {
  const user = await db.user.findUnique({
    where: { id: viewer.id },
    select: { email: true, emailVerifiedAt: true, passwordHash: true },
  });
  if (!user) throw unauthorized();
  return user;
}

const labels = { password: "Password", currentPassword: "Current password" };

/**
 * Verifies the password again before an action that a borrowed browser must not do. A wrong one is
 * an error of the field and does not end the session. Accounts without a password skip this.
 * @returns the account's credentials
 * @throws AppError `validation_failed` on `field`, `rate_limited`, `unauthorized`
 */
export async function confirmPassword(
  viewer: Viewer,
  given: string,
  field: keyof typeof labels = "password",
) {
  const credentials = await getCredentials(viewer);
  const { passwordHash } = credentials;
  if (passwordHash === null) return credentials;
  if (given === "") throw fieldError(field, `${labels[field]} is required`);
  await limitPasswordCheck(viewer.id, async () => {
    if (await verifyPassword(passwordHash, given)) return;
    throw fieldError(field, `${labels[field]} is incorrect`);
  });
  return credentials;
}
