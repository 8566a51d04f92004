import "server-only";
import { createHash } from "node:crypto";
import { AppError } from "@/lib/platform/errors";
import { forget, hit, type RateRule, takeBack } from "@/lib/platform/limits";

const fifteenMinutes = 15 * 60;
const perAccount: RateRule = { name: "login-account", max: 10, windowSeconds: fifteenMinutes };
const perAddress: RateRule = { name: "login-address", max: 10, windowSeconds: fifteenMinutes };
const perViewer: RateRule = { name: "password-check", max: 10, windowSeconds: fifteenMinutes };

/** @throws AppError `rate_limited` when there were too many failures already */
async function count(rule: RateRule, subject: string): Promise<void> {
  const { hits, resetAt } = await hit(rule, subject);
  if (hits <= rule.max) return;
  const seconds = Math.max(1, Math.ceil((resetAt.getTime() - Date.now()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw new AppError(
    "rate_limited",
    `Too many failed attempts. Please wait ${minutes} ${minutes === 1 ? "minute" : "minutes"} and try again.`,
    { retryAfter: seconds },
  );
}

/**
 * Runs the check of a sign-in, unless this account or this address has failed ten times within a
 * quarter of an hour. Attempts count before they are checked, so that many at once gain nothing.
 * @throws AppError `rate_limited` with the seconds to wait
 */
export async function limitSignIn<T>(
  email: string,
  address: string,
  check: () => Promise<T>,
): Promise<T> {
  // Known and unknown addresses are counted alike, and none is kept in the clear.
  const account = createHash("sha256").update(email.toLowerCase()).digest("base64url");
  await count(perAddress, address);
  await count(perAccount, account);
  const checked = await check();
  await Promise.all([forget(perAccount, account), takeBack(perAddress, address)]);
  return checked;
}

/** The same for the password that somebody who is signed in has to repeat. */
export async function limitPasswordCheck<T>(userId: string, check: () => Promise<T>): Promise<T> {
  await count(perViewer, userId);
  const checked = await check();
  await forget(perViewer, userId);
  return checked;
}
