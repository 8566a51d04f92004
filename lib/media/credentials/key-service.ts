import "server-only";
import { decrypt, encrypt } from "@/lib/platform/auth/encryption";
import { brand } from "@/lib/platform/brand";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { siteOrigin } from "@/lib/platform/site";
import { type KeyPair, makeKeyPair, signerOf } from "./certificate";
import type { Signer } from "./sign.mjs";

const purpose = "signing of pictures";
/** Id of the only row; the encrypted key is bound to it. */
const rowId = 1;

let current: Promise<{ pair: KeyPair; signer: Signer }> | undefined;

/** The key pair for pictures: from the settings, else the site's own, created once. */
export function signingKey(): Promise<{ pair: KeyPair; signer: Signer }> {
  current ??= findKey().then((pair) => ({ pair, signer: signerOf(pair) }));
  // A failure is not cached, so that the next picture tries again.
  current.catch(() => {
    current = undefined;
  });
  return current;
}

async function findKey(): Promise<KeyPair> {
  const { C2PA_CERTIFICATE: certificates, C2PA_PRIVATE_KEY: privateKey } = env();
  return certificates && privateKey ? { certificates, privateKey } : loadOwnKey();
}

/**
 * The key in the database, shared by all processes. If NEXTAUTH_SECRET has changed, the key cannot
 * be decrypted and a new one replaces it; existing signatures stay valid.
 */
async function loadOwnKey(): Promise<KeyPair> {
  const stored = await db.signingKey.findUnique({ where: { id: rowId } });
  const opened = stored && decryptKey(stored);
  if (opened) return opened;
  const created = await makeKeyPair(`${brand.name} at ${new URL(siteOrigin()).host}`);
  const encryptedKey = encrypt(Buffer.from(created.privateKey), purpose, String(rowId));
  // Of two concurrent inserts the first wins, and both processes read its row.
  await db.$executeRaw`
    INSERT INTO signing_key (id, certificates, private_key)
    VALUES (${rowId}, ${created.certificates}, ${encryptedKey})
    ON CONFLICT (id) DO UPDATE SET certificates = excluded.certificates,
      private_key = excluded.private_key, created_at = now()
    WHERE signing_key.private_key = ${stored?.privateKey ?? Buffer.alloc(0)}`;
  const row = await db.signingKey.findUniqueOrThrow({ where: { id: rowId } });
  const pair = decryptKey(row);
  if (!pair) throw new Error("another process uses another NEXTAUTH_SECRET");
  return pair;
}

function decryptKey(row: { certificates: string; privateKey: Uint8Array }): KeyPair | null {
  const privateKey = decrypt(row.privateKey, purpose, String(rowId));
  return (
    privateKey && {
      certificates: row.certificates,
      privateKey: Buffer.from(privateKey).toString("utf8"),
    }
  );
}
