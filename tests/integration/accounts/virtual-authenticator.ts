import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { siteOrigin } from "@/lib/platform/site";

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString("base64url");

const present = 1;
const verified = 4;
const withKey = 64;

/** Deviations from a correct response that a device, or an attacker, may send. */
interface Twist {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Whether a finger, a face or a PIN was asked for. */
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
  /** Signs with a key that is not the passkey's. */
  foreignKey?: boolean;
}

/** A device that holds one passkey, in software: makes it and signs with it (WebAuthn, ES256). */
export class VirtualAuthenticator {
  readonly id = randomBytes(32);
  private readonly key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  private userId = "";
  private counter = 0;

  private head(twist: Twist, flags: number) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(twist.counter ?? ++this.counter);
    const isVerified = twist.isVerified ?? true;
    const all = flags | present | (isVerified ? verified : 0);
    const rpId = twist.rpId ?? new URL(siteOrigin()).hostname;
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counter]);
  }

  private clientData(type: string, challenge: string, twist: Twist) {
    return JSON.stringify({
      type: twist.type ?? type,
      challenge: twist.challenge ?? challenge,
      origin: twist.origin ?? siteOrigin(),
      crossOrigin: false,
    });
  }

  private answer(response: object) {
    const id = base64url(this.id);
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }

  /** The answer to the options of a registration. */
  create(options: { challenge: string; user: { id: string } }, twist: Twist = {}) {
    this.userId = options.user.id;
    const { x = "", y = "" } = this.key.publicKey.export({ format: "jwk" });
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const authData = Buffer.concat([
      this.head(twist, withKey),
      Buffer.alloc(16),
      length,
      this.id,
      isoCBOR.encode(cose),
    ]);
    const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
      ["fmt", "none"],
      ["attStmt", new Map<string, string>()],
      ["authData", new Uint8Array(authData)],
    ]);
    return this.answer({
      clientDataJSON: base64url(this.clientData("webauthn.create", options.challenge, twist)),
      attestationObject: base64url(isoCBOR.encode(attestation)),
      transports: ["internal"],
    });
  }

  /** The answer to the options of a sign-in. */
  get(options: { challenge: string }, twist: Twist = {}) {
    const authenticatorData = this.head(twist, 0);
    const clientData = this.clientData("webauthn.get", options.challenge, twist);
    const key = twist.foreignKey
      ? generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
      : this.key.privateKey;
    const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientData)]), key);
    return this.answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
      userHandle: twist.userHandle ?? this.userId,
    });
  }
}
