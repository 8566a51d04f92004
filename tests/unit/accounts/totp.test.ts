import { describe, expect, it } from "vitest";
import { base32, codeAt, keyAddress, stepAt, stepOf } from "@/lib/accounts/sign-in/totp";

/** The secret of RFC 6238, appendix B, for SHA-1. */
const secret = Buffer.from("12345678901234567890");

describe("codes of an authenticator app", () => {
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("are those of RFC 6238 at %i s", (second, code) => {
    expect(codeAt(secret, stepAt(second * 1000))).toBe(code);
  });

  it("are valid for one period before and after their own, and no longer", () => {
    const now = 1_234_567_890_000;
    const found = [-2, -1, 0, 1, 2].map((away) =>
      stepOf(secret, codeAt(secret, stepAt(now) + away), now),
    );
    const current = stepAt(now);
    expect(found).toEqual([null, current - 1, current, current + 1, null]);
  });

  it("are six digits and nothing else", () => {
    const now = 59_000;
    for (const other of ["", "28708", "2870821", " 287082", "28708２", "2.8e05", "287082\n"]) {
      expect(stepOf(secret, other, now), other).toBeNull();
    }
  });
});

describe("a readable secret", () => {
  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("%j is %j in the base32 of RFC 4648", (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
  });

  it("is in an address that names the site and the account", () => {
    expect(keyAddress("Ink & Co", "a+b@example.com", secret)).toBe(
      "otpauth://totp/Ink%20%26%20Co:a%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Ink%20%26%20Co",
    );
  });
});
