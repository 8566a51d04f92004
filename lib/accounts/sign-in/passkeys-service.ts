import "server-only";
import { isIP } from "node:net";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeClientDataJSON } from "@simplewebauthn/server/helpers";
import type { Device } from "@/lib/platform/auth/sessions";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { brand } from "@/lib/platform/brand";
import { db, isUniqueViolation, retryOnLockConflict } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { isStorable } from "@/lib/platform/json.mjs";
import { siteOrigin } from "@/lib/platform/site";
import { requestMail } from "../events";
import { toKey } from "../queries";
import { deactivatedError, openSession, type Session } from "../service";
import { confirmPassword } from "./password-check-service";
import type { NewPasskey, Passkey, PasskeyProof } from "./security-schema";

/** Minutes between the challenge and the device's answer. */
const challengeMinutes = 5;
const maxPasskeys = 20;

/**
 * The site of passkeys, from APP_URL: another address needs other passkeys. Browsers create them
 * for host names over https, and for localhost.
 */
function relyingParty(): { id: string; origin: string } {
  const origin = siteOrigin();
  const { hostname, protocol } = new URL(origin);
  const isSafe = protocol === "https:" || hostname === "localhost";
  if (isSafe && !isIP(hostname.replace(/^\[|\]$/g, ""))) return { id: hostname, origin };
  throw new AppError(
    "conflict",
    "Passkeys need an https address with a domain name. The administrator of this site sets it as APP_URL.",
  );
}

async function storeChallenge(challenge: string, userId: string | null): Promise<void> {
  const expiresAt = new Date(Date.now() + challengeMinutes * 60_000);
  await db.passkeyChallenge.create({ data: { challenge, userId, expiresAt } });
}

/**
 * Uses up a challenge that a device has signed, in one statement, so that an answer is valid once.
 * @throws AppError `validation_failed` when it is unknown, too old or used
 */
async function consumeChallenge(clientDataJSON: string, userId: string | null): Promise<string> {
  let challenge: string | undefined;
  try {
    ({ challenge } = decodeClientDataJSON(clientDataJSON));
  } catch {
    throw passkeyError("validation_failed");
  }
  if (typeof challenge !== "string" || !isStorable(challenge))
    throw passkeyError("validation_failed");
  const { count } = await db.passkeyChallenge.deleteMany({
    where: { challenge, userId, expiresAt: { gt: new Date() } },
  });
  if (count === 1) return challenge;
  throw new AppError("validation_failed", "This took too long. Please try again.");
}

const passkeyError = (code: "validation_failed" | "invalid_credentials") =>
  new AppError(code, "This passkey could not be checked. Please try again.");

/**
 * Options from which the browser creates a passkey.
 * @throws AppError `validation_failed` on `password`, `conflict`, `rate_limited`
 */
export async function startPasskeyRegistration(viewer: Viewer, password: string) {
  const { id: rpID } = relyingParty();
  const { email } = await confirmPassword(viewer, password);
  const known = await db.passkey.findMany({ where: { userId: viewer.id } });
  if (known.length >= maxPasskeys) {
    throw new AppError("conflict", `There is room for ${maxPasskeys} passkeys. Remove one first.`);
  }
  const options = await generateRegistrationOptions({
    rpName: brand.name,
    rpID,
    userName: email,
    userDisplayName: viewer.username,
    userID: new TextEncoder().encode(viewer.id),
    timeout: challengeMinutes * 60_000,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    // Discoverable without a name, and unlocked by finger, face or PIN: two factors in one.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await storeChallenge(options.challenge, viewer.id);
  return { options: { ...options } };
}

/** @throws AppError `validation_failed`, `conflict` */
export async function addPasskey(
  viewer: Viewer,
  credential: NewPasskey,
  device: Device,
): Promise<{ passkey: Passkey }> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  const expectedChallenge = await consumeChallenge(credential.response.clientDataJSON, viewer.id);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw passkeyError("validation_failed");
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  try {
    const row = await transact((tx, send) => {
      send(requestMail("passkey-added", viewer.id));
      return tx.passkey.create({
        data: {
          userId: viewer.id,
          credentialId,
          publicKey,
          counter,
          transports: credential.response.transports ?? [],
          name: device.name.slice(0, 60),
        },
      });
    });
    return { passkey: toKey(row) };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("conflict", "This passkey is in use already.");
  }
}

/** @throws AppError `not_found` */
export async function renamePasskey(
  viewer: Viewer,
  id: string,
  name: string,
): Promise<{ message: string }> {
  const { count } = await db.passkey.updateMany({
    where: { id, userId: viewer.id },
    data: { name },
  });
  if (count === 0) throw notFound("passkey");
  return { message: "The name is saved." };
}

/** @throws AppError `not_found` */
export async function removePasskey(viewer: Viewer, id: string): Promise<{ message: string }> {
  await transact(async (tx, send) => {
    const { count } = await tx.passkey.deleteMany({ where: { id, userId: viewer.id } });
    if (count === 0) throw notFound("passkey");
    send(requestMail("passkey-removed", viewer.id));
  });
  return { message: "The passkey is removed. Delete it on your device as well." };
}

/** Options with which the browser looks for a passkey of this site. @throws AppError `conflict` */
export async function startPasskeyLogin() {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty().id,
    timeout: challengeMinutes * 60_000,
    userVerification: "required",
  });
  await storeChallenge(options.challenge, null);
  return { options: { ...options } };
}

/**
 * Signs in the owner of a passkey. It asks for no code: the device has verified a finger, a face or
 * a PIN.
 * @throws AppError `validation_failed`, `invalid_credentials`, `account_deactivated`
 */
export async function loginWithPasskey(proof: PasskeyProof, device: Device): Promise<Session> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  const expectedChallenge = await consumeChallenge(proof.response.clientDataJSON, null);
  const passkey = await db.passkey.findUnique({
    where: { credentialId: proof.id },
    include: { user: { select: { id: true, isActive: true } } },
  });
  const owner = Buffer.from(proof.response.userHandle ?? "", "base64url").toString();
  if (!passkey || passkey.userId !== owner) throw unknownPasskeyError();
  const { credentialId, publicKey, counter } = passkey;
  const { authenticationInfo, verified } = await verifyAuthenticationResponse({
    response: proof,
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    credential: { id: credentialId, publicKey, counter: Number(counter) },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) throw passkeyError("invalid_credentials");
  if (!passkey.user.isActive) throw deactivatedError();
  const { newCounter } = authenticationInfo;
  // The update fails if another request has removed the passkey, and otherwise locks its row.
  const session = await retryOnLockConflict(() =>
    db.$transaction(async (tx) => {
      const { count } = await tx.passkey.updateMany({
        where: { id: passkey.id },
        data: { counter: newCounter, lastUsedAt: new Date() },
      });
      return count > 0 ? openSession(tx, { id: passkey.userId }, device) : null;
    }),
  );
  if (!session) throw unknownPasskeyError();
  return session;
}

const unknownPasskeyError = () =>
  new AppError(
    "invalid_credentials",
    "This passkey no longer works here. Sign in another way, and remove it from your device.",
  );
