import "server-only";
import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { tokenSecret } from "@/lib/platform/auth/token";
import { AppError } from "@/lib/platform/errors";
import {
  assertBelowRateLimit,
  countHit,
  type RateRule,
  refundHit,
  resetRateLimit,
} from "@/lib/platform/rate-limit";

const tenFailures = (name: string, minutes = 15): RateRule => ({
  name,
  max: 10,
  windowSeconds: minutes * 60,
});
const perAccount = tenFailures("login-account");
const perDevice = tenFailures("login-device");
const perAddress = tenFailures("login-address");
const perLink = tenFailures("link-code", 30);
const perViewer = tenFailures("password-check");
const perReader = tenFailures("app-password-address");
const perLogin = tenFailures("app-password-account");

/**
 * Mails to one address, requested from any address. A link for a new password lives as long as the
 * window: when no more mails are sent, the newest link still works. So these mails have a counter
 * of their own.
 */
const perMailbox: RateRule = { name: "mail-to", max: 5, windowSeconds: 30 * 60 };
const perReset: RateRule = { ...perMailbox, name: "reset-to" };

/** @throws AppError `rate_limited` when the limit is reached */
async function enforceLimit(
  rule: RateRule,
  subject: string,
  what = "Too many failed attempts.",
): Promise<void> {
  const { hits, resetAt } = await countHit(rule, subject);
  if (hits <= rule.max) return;
  const seconds = Math.max(1, Math.ceil((resetAt.getTime() - Date.now()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw new AppError(
    "rate_limited",
    `${what} Please wait ${minutes} ${minutes === 1 ? "minute" : "minutes"} and try again.`,
    { retryAfter: seconds },
  );
}

/** Known and unknown addresses count alike, and addresses are stored only as hashes. */
const subjectKeyOf = (email: string) =>
  createHash("sha256").update(email.toLowerCase()).digest("base64url");

/** Whether one more mail may go to an address; for writes that must not fail because of a mail. */
export const canSendMail = async (email: string): Promise<boolean> =>
  (await countHit(perMailbox, subjectKeyOf(email))).hits <= perMailbox.max;

/** @throws AppError `rate_limited` when the address has received its limit of mails */
export const limitMail = (kind: "reset" | "verification", email: string): Promise<void> =>
  enforceLimit(
    kind === "reset" ? perReset : perMailbox,
    subjectKeyOf(email),
    "Several emails to this address were requested already. Look for the latest one, also in your spam.",
  );

/** After a new password, earlier wrong guesses no longer block the account. */
export const resetSignInLimit = (email: string): Promise<void> =>
  resetRateLimit(perAccount, subjectKeyOf(email));

const deviceSignature = (device: string, email: string) =>
  createHmac("sha256", tokenSecret())
    .update(`device ${device} ${subjectKeyOf(email)}`)
    .digest("base64url");

/** A proof that a browser stores, to show later that it has signed in to this account before. */
export function deviceProof(email: string): string {
  const device = randomUUID();
  return `${device}.${deviceSignature(device, email)}`;
}

/** The device of a proof for this account; null for an invalid proof. */
function provenDevice(proof: string | undefined, email: string): string | null {
  const [device = "", mark = ""] = (proof ?? "").split(".");
  const [shown, right] = [mark, deviceSignature(device, email)].map((text) => Buffer.from(text));
  return shown && right && shown.length === right.length && timingSafeEqual(shown, right)
    ? device
    : null;
}

/** Whether a check has a result, rather than failing because the server was busy or broken. */
const isAnswer = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500;

/**
 * Runs the check of a sign-in, unless this account or this address has failed ten times within a
 * quarter of an hour. Attempts count before the check, so that concurrent ones gain nothing. A
 * device that has signed in to the account before has a counter of its own, so that strangers
 * cannot lock out its owner (OWASP, "Device cookies").
 * @throws AppError `rate_limited` with the seconds to wait
 */
export async function limitSignIn<T>(
  { email, address, proof }: { email: string; address: string; proof?: string | undefined },
  check: () => Promise<T>,
): Promise<T> {
  const device = provenDevice(proof, email);
  const [rule, subject] = device ? [perDevice, device] : [perAccount, subjectKeyOf(email)];
  await enforceLimit(perAddress, address);
  await enforceLimit(rule, subject);
  const checked = await check().catch(async (error) => {
    // The password is right and the code is still missing: neither a failure, nor a success that
    // resets the counter. The same holds when the check could not run.
    if (!isAnswer(error) || error.code === "second_step") {
      await Promise.all([refundHit(rule, subject), refundHit(perAddress, address)]);
    }
    throw error;
  });
  await Promise.all([resetRateLimit(rule, subject), refundHit(perAddress, address)]);
  return checked;
}

/**
 * Counts codes tried with a mailed link, which stays valid after a wrong one. @throws AppError
 * `rate_limited`
 */
export const limitLinkCodes = (token: string): Promise<void> =>
  enforceLimit(perLink, subjectKeyOf(token));

/** The same for the password that a signed-in user has to repeat. */
export async function limitPasswordCheck<T>(userId: string, check: () => Promise<T>): Promise<T> {
  await enforceLimit(perViewer, userId);
  const checked = await check().catch(async (error) => {
    if (!isAnswer(error)) await refundHit(perViewer, userId);
    throw error;
  });
  await resetRateLimit(perViewer, userId);
  return checked;
}

/**
 * Runs the check of an app password, unless this address has failed ten times within a quarter of
 * an hour. Apps send many concurrent requests, so only wrong passwords count. A right one works
 * although strangers fail at the same account: a hundred random bits cannot be guessed.
 * @param login as sent; null if the header is unreadable
 * @returns the result of the check, or null
 * @throws AppError `rate_limited` with the seconds to wait
 */
export async function limitAppPassword<T>(
  { login, address }: { login: string | null; address: string },
  check: () => Promise<T | null>,
): Promise<T | null> {
  await assertBelowRateLimit(perReader, address);
  const found = await check();
  if (found !== null) return found;
  await enforceLimit(perReader, address);
  if (login !== null) await enforceLimit(perLogin, subjectKeyOf(login));
  return null;
}
