import { afterEach, describe, expect, it, vi } from "vitest";
import { startConnecting } from "@/lib/accounts/client";
import { addPasskey, loginWithPasskey, removePasskey } from "@/lib/accounts/sign-in/passkey-client";
import { endSession, removeAppPassword } from "@/lib/accounts/sign-in/security-client";

const cancelled = Object.assign(new Error("cancelled"), { name: "NotAllowedError" });
vi.mock("@simplewebauthn/browser", () => ({
  startRegistration: () => Promise.reject(cancelled),
  startAuthentication: () => Promise.reject(cancelled),
}));

afterEach(() => vi.unstubAllGlobals());

/** A server that answers every call like this. @returns what it was asked */
function answering(status: number, body: object = {}) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${url}`);
    return Response.json(body, { status });
  });
  return asked;
}

describe("a removal of a deleted method", () => {
  it.each([
    ["a session", endSession, "This session has ended already."],
    ["a passkey", removePasskey, "This passkey is removed already."],
    ["an app password", removeAppPassword, "This app password is removed already."],
  ])("counts as done: %s", async (_, remove, message) => {
    answering(404, { message: "Not found" });
    expect(await remove("1")).toEqual({ message });
    answering(503, { message: "Busy" });
    await expect(remove("1")).rejects.toThrow("Busy");
  });
});

describe("a service that is connected", () => {
  it("is not opened without a session, which would make another account", async () => {
    const asked = answering(401);
    await expect(startConnecting("github", "/dashboard")).rejects.toMatchObject({ status: 401 });
    expect(asked).toEqual(["HEAD /api/auth/connections"]);
  });

  it("is opened with one", async () => {
    const asked = answering(200, { csrfToken: "x", url: "https://service.example" });
    expect(await startConnecting("github", "/dashboard")).toBe("https://service.example");
    expect(asked).toEqual([
      "HEAD /api/auth/connections",
      "GET /api/auth/csrf",
      "POST /api/auth/signin/github",
    ]);
  });
});

describe("a cancelled prompt of a device", () => {
  it("suggests the password on signing in, not on adding a passkey", async () => {
    answering(200, { success: true, options: { challenge: "x" } });
    await expect(loginWithPasskey()).rejects.toThrow(/^No passkey was chosen.*your password/);
    await expect(addPasskey("Correct1horse")).rejects.toThrow(
      "No passkey was added. Try again when you are ready.",
    );
  });
});
