import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { encode } from "uqr";
import { decrypt, encrypt } from "@/lib/platform/auth/encryption";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { brand } from "@/lib/platform/brand";
import { db } from "@/lib/platform/db";
import { AppError, fieldError } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { limitPasswordCheck } from "../attempt-limits";
import { requestMail } from "../events";
import { confirmPassword } from "./password-check-service";
import { base32, keyAddress, stepOf } from "./totp";

const purpose = "two-step secrets";
const wrongCode = "This code is wrong or was used already. Please enter the latest one.";
const alreadyOnMessage = "Two-step sign-in is on already. Turn it off first.";

/** Normalises a typed code. */
const normalizeCode = (code: string) => code.replace(/[\s-]/g, "").toUpperCase();
const hashOf = (code: string) => createHash("sha256").update(code).digest();

/**
 * Makes a secret for an authenticator app. It takes effect once a code confirms it.
 * @throws AppError `validation_failed` on `password`, `conflict`, `rate_limited`
 */
export async function beginTwoStep(viewer: Viewer, password: string) {
  const { email, passwordHash } = await confirmPassword(viewer, password);
  if (passwordHash === null) {
    throw new AppError("conflict", "Set a password first. You enter the code after it.");
  }
  const secret = randomBytes(20);
  const sealed = encrypt(secret, purpose, viewer.id);
  const written = await db.$executeRaw`
    INSERT INTO two_step (user_id, secret) VALUES (${viewer.id}::uuid, ${sealed})
    ON CONFLICT (user_id) DO UPDATE SET secret = EXCLUDED.secret, created_at = now()
    WHERE two_step.confirmed_at IS NULL`;
  if (written === 0) throw new AppError("conflict", alreadyOnMessage);
  const address = keyAddress(brand.name, email, secret);
  return { secret: base32(secret), address, qr: qrCodePath(address) };
}

/** A QR code as one path of unit squares. */
function qrCodePath(text: string) {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return { size, path: squares.join("") };
}

/**
 * Turns two-step sign-in on, once a code has shown that the app has the secret.
 * @returns the recovery codes, which are shown once
 * @throws AppError `validation_failed` on `code`, `conflict`, `rate_limited`
 */
export async function confirmTwoStep({ id: userId }: Viewer, code: string) {
  const codes = Array.from({ length: 10 }, () => base32(randomBytes(10)));
  await limitPasswordCheck(userId, async () => {
    const row = await db.twoStep.findUnique({ where: { userId } });
    if (!row) throw new AppError("conflict", "There is no secret to confirm. Please start again.");
    if (row.confirmedAt) throw new AppError("conflict", alreadyOnMessage);
    const secret = decrypt(row.secret, purpose, userId);
    const step = secret && stepOf(secret, normalizeCode(code));
    if (step === null) throw fieldError("code", wrongCode);
    await transact(async (tx, send) => {
      // Of two concurrent requests one succeeds.
      const { count } = await tx.twoStep.updateMany({
        where: { userId, confirmedAt: null, secret: row.secret },
        data: { confirmedAt: new Date(), lastStep: step },
      });
      if (count === 0) throw new AppError("conflict", alreadyOnMessage);
      await tx.recoveryCode.createMany({
        data: codes.map((each) => ({ userId, hash: hashOf(each) })),
      });
      send(requestMail("two-step-on", userId));
    });
  });
  return {
    message: "Two-step sign-in is on.",
    recoveryCodes: codes.map((each) => each.replace(/(.{4})(?=.)/g, "$1-")),
  };
}

/** @throws AppError `validation_failed` on `password`, `rate_limited` */
export async function endTwoStep(viewer: Viewer, password: string): Promise<{ message: string }> {
  await confirmPassword(viewer, password);
  await transact(async (tx, send) => {
    const was = await tx.twoStep.findUnique({ where: { userId: viewer.id } });
    await tx.twoStep.deleteMany({ where: { userId: viewer.id } });
    if (was?.confirmedAt) send(requestMail("two-step-off", viewer.id));
  });
  return { message: "Two-step sign-in is off." };
}

/**
 * The second step of a sign-in after a correct first one; does nothing where it is off. A code of
 * the app is valid once, and so is a recovery code, whose use a mail reports.
 * @param within runs the writes, for callers with a transaction of their own
 * @throws AppError `second_step` without a code, `invalid_credentials` on `code`
 */
export async function checkSecondStep(
  userId: string,
  code: string | undefined,
  within: typeof transact = transact,
): Promise<void> {
  const row = await db.twoStep.findUnique({ where: { userId, confirmedAt: { not: null } } });
  if (!row) return;
  if (code === undefined) {
    throw new AppError("second_step", "Enter the code from your authenticator app.");
  }
  const normalized = normalizeCode(code);
  const secret = decrypt(row.secret, purpose, userId);
  const step = secret && stepOf(secret, normalized);
  const { count } =
    step === null
      ? await within(async (tx, send) => {
          const used = await tx.recoveryCode.updateMany({
            where: { userId, hash: hashOf(normalized), usedAt: null },
            data: { usedAt: new Date() },
          });
          if (used.count > 0) send(requestMail("recovery-code-used", userId));
          return used;
        })
      : await db.twoStep.updateMany({
          where: { userId, lastStep: { lt: step } },
          data: { lastStep: step },
        });
  if (count > 0) return;
  throw fieldError("code", wrongCode, "invalid_credentials");
}
