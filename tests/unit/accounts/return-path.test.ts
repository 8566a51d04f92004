import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { returnPath } from "@/lib/platform/http/return-path";
import { runs } from "@/tests/support/full-run";

describe("S12 the redirect after signing in", () => {
  it.each([
    "/",
    "/dashboard",
    "/story/0199-ab/scene/3?tab=world#panel-2",
    "/user/ada_1",
    "/feed/%C3%A9t%C3%A9",
  ])("S12 keeps the site's own %s", (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/%2f%2fevil.example",
    "/%2fevil.example",
    "/%5cevil.example",
    "/%09/evil.example",
    "%2f%2fevil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "https://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "@evil.example",
    " //evil.example",
    "/%",
    "",
    "dashboard",
    undefined,
    null,
    42,
    ["//evil.example"],
  ])("S12 goes to the home page instead of %j", (path) => {
    expect(returnPath(path)).toBe("/");
  });

  it.each(["/login", "/login?from=/", "/register", "/api/auth/signout"])(
    "does not come back to %s",
    (path) => {
      expect(returnPath(path)).toBe("/");
    },
  );

  it("S12 stays on the site's origin for any input", () => {
    const bits = fc.constantFrom(
      "/",
      "\\",
      "\t",
      "\n",
      ".",
      "..",
      "%2f",
      "%5C",
      "%2e",
      "@",
      ":",
      "a",
      "?",
      "#",
      "evil.example",
      "javascript:",
      "http:",
      " ",
    );
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 8 }), (parts) => {
        const path = returnPath(`/${parts.join("")}`);
        for (const base of ["https://own.example/login", "http://localhost:3000/a/b"]) {
          expect(new URL(path, base).origin).toBe(new URL(base).origin);
          expect(new URL(decodeURIComponent(path.split(/[?#]/)[0] ?? ""), base).origin).toBe(
            new URL(base).origin,
          );
        }
      }),
      { numRuns: runs(3000) },
    );
  });
});
