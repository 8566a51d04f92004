import "server-only";
// @peculiar/x509 needs this polyfill to be loaded first.
import "reflect-metadata";
import { createPrivateKey, randomBytes, X509Certificate } from "node:crypto";
import * as x509 from "@peculiar/x509";
import type { Signer } from "./sign.mjs";

export interface KeyPair {
  /** PEM: the key's own certificate first, then its chain. */
  certificates: string;
  /** PKCS #8 as PEM. */
  privateKey: string;
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const years = 10;
/**
 * Extended key usages that C2PA accepts: document signing, and e-mail protection for older readers.
 */
const purposes = ["1.3.6.1.5.5.7.3.36", "1.3.6.1.5.5.7.3.4"];

const serialNumber = () => `01${randomBytes(15).toString("hex")}`;

/**
 * Creates a key with a certificate. C2PA rejects self-signed certificates, so a root, whose key is
 * discarded, issues this one.
 * @param name of the site as verifiers show it: letters, digits, spaces, dots, colons
 */
export async function makeKeyPair(name: string): Promise<KeyPair> {
  const { subtle } = globalThis.crypto;
  const makeKeys = () => subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const [rootKeys, keys] = await Promise.all([makeKeys(), makeKeys()]);
  const notBefore = new Date(Date.now() - 60_000);
  const notAfter = new Date(notBefore);
  notAfter.setFullYear(notAfter.getFullYear() + years);
  const common = { notBefore, notAfter, signingAlgorithm: algorithm };
  const named = (what: string) => `O=${name}, CN=${what}`;
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...common,
    serialNumber: serialNumber(),
    name: named(`${name} root`),
    keys: rootKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(rootKeys.publicKey),
    ],
  });
  const own = await x509.X509CertificateGenerator.create({
    ...common,
    serialNumber: serialNumber(),
    subject: named(name),
    issuer: root.subject,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension(purposes),
      await x509.AuthorityKeyIdentifierExtension.create(rootKeys.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const privateKey = x509.PemConverter.encode(
    await subtle.exportKey("pkcs8", keys.privateKey),
    "PRIVATE KEY",
  );
  return { certificates: `${own.toString("pem")}\n${root.toString("pem")}\n`, privateKey };
}

const inPem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Checks a pair and converts it for signing.
 * @throws Error that names the fault of the pair
 */
export function signerOf({ certificates, privateKey }: KeyPair): Signer {
  const chain = (certificates.match(inPem) ?? []).map((pem) => new X509Certificate(pem));
  const [own, ...others] = chain;
  if (!own) throw new Error("there is no certificate");
  const key = createPrivateKey(privateKey);
  if (!own.checkPrivateKey(key)) {
    throw new Error("the first certificate belongs to another private key");
  }
  if (own.validToDate.getTime() < Date.now()) {
    throw new Error(`the certificate expired on ${own.validToDate.toISOString().slice(0, 10)}`);
  }
  if (own.checkIssued(own)) throw new Error("the certificate is self-signed");
  return {
    privateKey: key.export({ type: "pkcs8", format: "pem" }).toString(),
    // Verifiers have the root already or do not trust it.
    certificates: [own, ...others.filter((one) => !one.checkIssued(one))].map((one) => one.raw),
  };
}
