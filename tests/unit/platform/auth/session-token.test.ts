import { randomUUID } from "node:crypto";
import { encode, type JWT } from "next-auth/jwt";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

const secret = "a secret of the tests that is long enough";
const user = { id: randomUUID() };
const id = randomUUID();

beforeAll(() => {
  process.env.NEXTAUTH_SECRET = secret;
});
/** The environment is read once for each copy of the modules. */
beforeEach(() => {
  vi.resetModules();
});
const tokens = () => import("@/lib/platform/auth/token");

describe("S8 a token", () => {
  it("S8 identifies its account, for seven days", async () => {
    const { mintToken, readToken, tokenLifetime } = await tokens();
    expect(tokenLifetime).toBe(7 * 86_400);
    const before = Math.floor(Date.now() / 1_000);
    const claims = await readToken(await mintToken(user.id));
    expect(claims).toMatchObject({ userId: user.id });
    expect(claims?.tokenId).toMatch(/^[0-9a-f-]{36}$/);
    expect(claims?.expiresAt).toBeGreaterThanOrEqual(before + tokenLifetime);
    expect(claims?.expiresAt).toBeLessThanOrEqual(before + tokenLifetime + 30);
  });

  it.each([
    ["nothing", ""],
    ["words", "not a token"],
  ])("S8 is not %s", async (_, token) => {
    expect(await (await tokens()).readToken(token)).toBeNull();
  });

  it.each([
    ["another secret", { sub: user.id }, "another secret that is long enough"],
    ["no user", {}, secret],
    ["a user that is no id", { sub: "1 or 1=1" }, secret],
    ["a user that is a list", { sub: [user.id] }, secret],
  ])("S8 of %s is invalid", async (_, token, key) => {
    const made = await encode({ token: token as JWT, secret: key });
    expect(await (await tokens()).readToken(made)).toBeNull();
  });

  it.each([
    ["an id that is none", { jti: "x" }],
    ["an id that is a list", { jti: [id] }],
    ["no id", { jti: undefined }],
    ["an end that is text", { exp: "never" }],
    ["no end", { exp: undefined }],
  ])("S8 with %s is invalid", async (_, change) => {
    const payload = { sub: user.id, jti: id, exp: 2_000_000_000 };
    const decoded = (more: object) =>
      vi.doMock("next-auth/jwt", () => ({ decode: async () => ({ ...payload, ...more }) }));
    try {
      decoded({});
      expect(await (await tokens()).readToken("x")).toEqual({
        userId: user.id,
        tokenId: id,
        expiresAt: 2_000_000_000,
      });
      vi.resetModules();
      decoded(change);
      expect(await (await tokens()).readToken("x")).toBeNull();
    } finally {
      vi.doUnmock("next-auth/jwt");
    }
  });

  it("S8 cannot be made or read without the secret", async () => {
    process.env.NEXTAUTH_SECRET = "";
    try {
      const { readToken, tokenSecret } = await tokens();
      expect(tokenSecret).toThrow(/NEXTAUTH_SECRET is not set.*npm start/);
      await expect(readToken("x")).rejects.toThrow("NEXTAUTH_SECRET");
    } finally {
      process.env.NEXTAUTH_SECRET = secret;
    }
  });
});

describe("S26 a sealed value", () => {
  const plain = new TextEncoder().encode("a key of two-step sign-in");

  it("S26 opens in its own row alone", async () => {
    const { encrypt, decrypt } = await import("@/lib/platform/auth/encryption");
    const sealed = encrypt(plain, "two-step", "row-1");
    expect(Buffer.from(decrypt(sealed, "two-step", "row-1") ?? [])).toEqual(Buffer.from(plain));
    expect(decrypt(sealed, "two-step", "row-2")).toBeNull();
    expect(decrypt(sealed, "links", "row-1")).toBeNull();
    expect(Buffer.from(sealed).includes(Buffer.from(plain))).toBe(false);
    expect(sealed).toHaveLength(12 + 16 + plain.length);
    expect(encrypt(plain, "two-step", "row-1")).not.toEqual(sealed);
  });

  it("S26 does not open after a change of a byte, or of the secret", async () => {
    const { encrypt, decrypt } = await import("@/lib/platform/auth/encryption");
    const sealed = encrypt(plain, "two-step", "row-1");
    for (const at of [0, 12, 28, sealed.length - 1]) {
      const other = new Uint8Array(sealed);
      other[at] = (other[at] ?? 0) ^ 1;
      expect(decrypt(other, "two-step", "row-1")).toBeNull();
    }
    expect(decrypt(new Uint8Array(5), "two-step", "row-1")).toBeNull();
    vi.resetModules();
    process.env.NEXTAUTH_SECRET = "another secret that is long enough";
    const later = await import("@/lib/platform/auth/encryption");
    const opened = later.decrypt(sealed, "two-step", "row-1");
    process.env.NEXTAUTH_SECRET = secret;
    expect(opened).toBeNull();
  });
});
