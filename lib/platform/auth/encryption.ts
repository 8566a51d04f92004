import "server-only";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { tokenSecret } from "./token";

// AES-256-GCM with a key derived from the secret for each purpose. `owner` is authenticated data,
// so a value decrypts only in its own row.
const keyFor = (purpose: string) =>
  new Uint8Array(hkdfSync("sha256", tokenSecret(), "", `inkwright ${purpose}`, 32));

const ivLength = 12;
const tagLength = 16;

/** A hex HMAC for values that are only compared; useless without the secret. */
export const keyedHash = (text: string, purpose: string): string =>
  createHmac("sha256", keyFor(purpose)).update(text).digest("hex");

/** Encrypts a value that must not be readable in the database or its backups. */
export function encrypt(
  plain: Uint8Array,
  purpose: string,
  owner: string,
): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), iv).setAAD(Buffer.from(owner));
  const parts = [cipher.update(plain), cipher.final()];
  return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), ...parts]));
}

/** The decrypted value; null if the secret has changed or the value was modified. */
export function decrypt(encrypted: Uint8Array, purpose: string, owner: string): Uint8Array | null {
  const [iv, tag, body] = [
    encrypted.subarray(0, ivLength),
    encrypted.subarray(ivLength, ivLength + tagLength),
    encrypted.subarray(ivLength + tagLength),
  ];
  try {
    const cipher = createDecipheriv("aes-256-gcm", keyFor(purpose), iv, {
      authTagLength: tagLength,
    });
    cipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
    return Buffer.concat([cipher.update(body), cipher.final()]);
  } catch {
    return null;
  }
}
