// The signature of content credentials: COSE_Sign1 (RFC 9052) with a certificate chain.
import { constants, sign } from "node:crypto";

/** Algorithms by kind of key, with their COSE numbers and C2PA names. */
const algorithms = {
  prime256v1: { id: -7, name: "es256", hash: "sha256" },
  secp384r1: { id: -35, name: "es384", hash: "sha384" },
  secp521r1: { id: -36, name: "es512", hash: "sha512" },
  rsa: { id: -37, name: "ps256", hash: "sha256" },
  ed25519: { id: -8, name: "ed25519", hash: null },
};

/** @throws Error for a kind of key that C2PA does not support */
export function algorithmOf(key) {
  const kind = key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType;
  const algorithm = algorithms[kind];
  if (!algorithm) throw new Error(`C2PA does not support keys of the kind ${kind}`);
  return algorithm;
}

/** The head of a CBOR value: major type and argument. */
function head(major, value) {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  if (value < 0x100) return Buffer.from([type | 24, value]);
  if (value < 0x10000) return Buffer.from([type | 25, value >> 8, value & 0xff]);
  const long = Buffer.from([type | 26, 0, 0, 0, 0]);
  long.writeUInt32BE(value, 1);
  return long;
}

const integer = (value) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytesOf = (bytes) => Buffer.concat([head(2, bytes.byteLength), bytes]);
const text = (value) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const list = (...values) => Buffer.concat([head(4, values.length), ...values]);
const map = (...pairs) => Buffer.concat([head(5, pairs.length), ...pairs.flat()]);
const tagged = (tag, value) => Buffer.concat([head(6, tag), value]);
const nothing = Buffer.from([0xf6]);

/** Labels of the protected header. */
const alg = integer(1);
const x5chain = integer(33);

/**
 * @param claim the bytes to sign
 * @param key a KeyObject
 * @param certificates in DER, the key's own first, without the root
 */
export function coseSign(claim, key, certificates) {
  const { id, hash } = algorithmOf(key);
  const [own] = certificates;
  const chain = certificates.length === 1 ? bytesOf(own) : list(...certificates.map(bytesOf));
  const header = bytesOf(map([alg, integer(id)], [x5chain, chain]));
  const signed = list(text("Signature1"), header, bytesOf(Buffer.alloc(0)), bytesOf(claim));
  const signature = sign(hash, signed, {
    key,
    dsaEncoding: "ieee-p1363",
    ...(key.asymmetricKeyType === "rsa" && {
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    }),
  });
  const envelope = tagged(18, list(header, map(), nothing, bytesOf(signature)));
  return new Uint8Array(envelope);
}
