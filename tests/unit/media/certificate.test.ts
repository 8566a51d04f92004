import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeKeyPair, signerOf } from "@/lib/media/credentials/certificate";
import { algorithmOf, coseSign } from "@/lib/media/credentials/cose.mjs";

const pemOf = (kind: string, bytes: Uint8Array) =>
  `-----BEGIN ${kind}-----\n${Buffer.from(bytes).toString("base64")}\n-----END ${kind}-----\n`;

describe("the key that signs pictures", () => {
  it("has a certificate for documents, signed by a root", async () => {
    const pair = await makeKeyPair("Inkwright at comics.example:3000");
    const { certificates } = signerOf(pair);
    // Programs that read the signature have the root already.
    expect(certificates).toHaveLength(1);
    const [own, root] = pair.certificates
      .split(/(?<=END CERTIFICATE-----)/)
      .filter((pem) => pem.trim())
      .map((pem) => new X509Certificate(pem));
    expect(own?.subject).toBe(
      "O=Inkwright at comics.example:3000\nCN=Inkwright at comics.example:3000",
    );
    expect([own?.ca, root?.ca]).toEqual([false, true]);
    expect(own?.keyUsage).toContain("1.3.6.1.5.5.7.3.36");
    expect(root && own?.checkIssued(root) && own.verify(root.publicKey)).toBe(true);
  });

  it("is refused with the reason where it cannot sign", async () => {
    const [pair, other] = [await makeKeyPair("one"), await makeKeyPair("another")];
    const { certificates, privateKey } = pair;
    const root = certificates.slice(certificates.lastIndexOf("-----BEGIN"));
    expect(() => signerOf({ certificates, privateKey: other.privateKey })).toThrow(
      "the first certificate belongs to another private key",
    );
    expect(() => signerOf({ certificates: "none", privateKey })).toThrow("there is no certificate");
    expect(() => signerOf({ certificates: root, privateKey })).toThrow("another private key");
    expect(() =>
      signerOf({ certificates: pemOf("CERTIFICATE", Buffer.from("x")), privateKey }),
    ).toThrow();
  });
});

describe("the signature", () => {
  it.each([
    ["es256", () => generateKeyPairSync("ec", { namedCurve: "P-256" })],
    ["es384", () => generateKeyPairSync("ec", { namedCurve: "P-384" })],
    ["es512", () => generateKeyPairSync("ec", { namedCurve: "P-521" })],
    ["ps256", () => generateKeyPairSync("rsa", { modulusLength: 2048 })],
    ["ed25519", () => generateKeyPairSync("ed25519")],
  ])("of %s has the same length for every claim", (name, make) => {
    const { privateKey } = make();
    expect(algorithmOf(privateKey).name).toBe(name);
    const certificates = [Buffer.alloc(500), Buffer.alloc(70_000)];
    const lengths = [0, 1, 300, 70_000].map(
      (length) => coseSign(new Uint8Array(length), privateKey, certificates).byteLength,
    );
    expect(new Set(lengths).size).toBe(1);
  });

  it("is not made by other kinds of keys", () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "secp256k1" });
    expect(() => algorithmOf(privateKey)).toThrow("secp256k1");
  });
});
