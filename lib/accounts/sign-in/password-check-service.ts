import "server-only";
import { verifyPassword } from "@/lib/platform/auth/password";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { AppError, fieldError } from "@/lib/platform/errors";
import { limitPasswordCheck } from "../attempt-limits";

/** @throws AppError `unauthorized` if the account is deleted */
export async function getCredentials(viewer: Viewer) {
  const user = await db.user.findUnique({
    where: { id: viewer.id },
    select: { email: true, emailVerifiedAt: true, passwordHash: true },
  });
  if (!user) throw new AppError("unauthorized", "Please sign in to continue.");
  return user;
}

/**
 * Verifies the password again before an action that a borrowed browser must not do. A wrong one is
 * an error of the field and does not end the session. Accounts without a password skip this.
 * @throws AppError `validation_failed` on `field`, `rate_limited`
 */
export async function confirmPassword(
  viewer: Viewer,
  stored: string | null,
  given: string,
  field = "password",
  what = "Password",
): Promise<void> {
  if (stored === null) return;
  if (given === "") throw fieldError(field, `${what} is required`);
  await limitPasswordCheck(viewer.id, async () => {
    if (!(await verifyPassword(stored, given))) throw fieldError(field, `${what} is incorrect`);
  });
}
