import { id } from "@/lib/platform/http/ids";
import { requiredText } from "@/lib/platform/text/required-text";
import { z } from "@/lib/platform/zod";
import { type Provider, secondStepCode } from "../schema";

/** Required again before actions that another person at this browser must not take. */
export const ownPasswordBody = z.strictObject({
  password: z.string().max(200, "Password is incorrect").default(""),
});

export const ownPasswordForm = z.object({
  password: z.string().min(1, "Password is required").max(200, "Password is incorrect"),
});

export const secondStepBody = z.strictObject({ code: secondStepCode });

/** The owner's name for a passkey or an app password. */
const nameOfKey = requiredText("Name is required").max(60, "Name must be at most 60 characters");

const base64url = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[A-Za-z0-9_-]*$/, "This is not base64url");

/** Fields of the browser's passkey response; others are dropped. */
const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional(),
  clientExtensionResults: z.object({}),
};
const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
const passkeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    /** The user handle, as given when the passkey was made. */
    userHandle: base64url(100).optional(),
  }),
});
export type NewPasskey = z.infer<typeof newPasskey>;
export type PasskeyProof = z.infer<typeof passkeyProof>;
export const newPasskeyBody = z.strictObject({ credential: newPasskey });
export const passkeyProofBody = z.strictObject({ credential: passkeyProof });
export const passkeyParams = z.object({ passkeyId: id });
export const passkeyNameBody = z.strictObject({
  name: nameOfKey,
});

/** The effect of a new password on these credentials. */
export const appPasswordsRevokedMessage =
  "Apps that read the catalogue have to be connected again.";

export const appPasswordParams = z.object({ appPasswordId: id });
export const appPasswordBody = z.strictObject({
  name: nameOfKey,
  /** The user's own password, repeated. */
  password: z.string().max(200, "Password is incorrect").default(""),
});
/** Accounts without a password skip it. */
export const appPasswordForm = z.object({ name: nameOfKey, password: z.string().max(200) });
export type NewAppPassword = z.infer<typeof appPasswordBody>;

/** An open session of the user. */
const sessionEntry = z.object({
  _id: id,
  /** Browser and system. */
  device: z.string(),
  /** Of the last known address; empty if that is unknown. */
  network: z.string(),
  createdAt: z.iso.datetime(),
  /** Updated every few minutes. */
  lastSeenAt: z.iso.datetime(),
  /** The session of this request. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof sessionEntry>;
export const sessionsDto = z.object({ sessions: z.array(sessionEntry) });
export const sessionParams = z.object({ sessionId: id });

export const twoStepDto = z.object({
  isOn: z.boolean(),
  /** Number of unused codes. */
  recoveryCodes: z.int(),
});
export type TwoStep = z.infer<typeof twoStepDto>;
export const twoStepSecretDto = z.object({
  /** For typing: base32. */
  secret: z.string(),
  /** Content of the QR code. */
  address: z.string(),
  /** The code as one path of unit squares, with the quiet zone around it. */
  qr: z.object({ size: z.int(), path: z.string() }),
});
export type TwoStepSecret = z.infer<typeof twoStepSecretDto>;
export const recoveryCodesDto = z.object({
  message: z.string(),
  /** Shown once. */
  recoveryCodes: z.array(z.string()),
});

/** A passkey or an app password, as its owner sees it. */
const keyEntry = z.object({
  _id: id,
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof keyEntry>;
export const passkeysDto = z.object({ passkeys: z.array(keyEntry) });
export const passkeyDto = z.object({ passkey: keyEntry });
export type AppPassword = z.infer<typeof keyEntry>;
export const appPasswordsDto = z.object({ appPasswords: z.array(keyEntry) });
export const appPasswordDto = z.object({
  appPassword: keyEntry,
  /** Shown once. */
  secret: z.string(),
});

/** As `navigator.credentials` takes it (WebAuthn, in JSON). */
export const passkeyOptionsDto = z.object({ options: z.looseObject({ challenge: z.string() }) });

/** All sign-in methods and sessions of a user, except the password. */
export interface SignInMethods {
  connected: Provider["id"][];
  sessions: Session[];
  twoStep: TwoStep;
  passkeys: Passkey[];
  appPasswords: AppPassword[];
}
