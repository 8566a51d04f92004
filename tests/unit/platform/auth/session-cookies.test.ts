import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());
const cookies = () => import("@/lib/platform/auth/cookies");
const sameOrigin = async (headers: Record<string, string>) =>
  (await import("@/lib/platform/http/origin")).isSameOrigin(
    new Request("http://inside:3000/api", { headers }),
  );
const request = (url: string, forwarded?: string) =>
  new Request(url, { headers: forwarded ? { "x-forwarded-proto": forwarded } : {} });

describe("a cookie of the request", () => {
  it.each([
    ["a=1; token=abc; b=2", "abc"],
    ["token=abc=d", "abc=d"],
    ["token = abc ", "abc"],
    ["xtoken=1", undefined],
    ["token", undefined],
    ["tokenx", undefined],
    ["token=; token=later", "later"],
    ["token=", undefined],
    ["", undefined],
  ])("of %j is %j", async (sent, value) => {
    const headers = new Headers(sent ? { cookie: sent } : {});
    expect((await cookies()).readCookie(headers, "token")).toBe(value);
  });
});

describe("S7 the cookies of a sign-in", () => {
  const week = 7 * 86_400;

  it.each([
    ["over https", "https://comics.example/api", undefined, "; Secure"],
    ["over http", "http://comics.example/api", undefined, ""],
    ["through a proxy that ends TLS", "http://inside:3000/api", " https , http", "; Secure"],
    ["through a proxy without TLS", "http://inside:3000/api", "http,https", ""],
  ])("S7 %s", async (_, url, forwarded, secure) => {
    const { clearedSessionCookies, sessionCookies } = await cookies();
    const from = request(url, forwarded);
    expect(sessionCookies(from, "abc").getSetCookie()).toEqual([
      `token=abc; Path=/; Max-Age=${week}; HttpOnly; SameSite=Lax${secure}`,
      expect.stringMatching(new RegExp(`^\\w+=1; Path=/; Max-Age=${week}; SameSite=Lax${secure}$`)),
    ]);
    expect(clearedSessionCookies(from).getSetCookie()).toEqual([
      `token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`,
      expect.stringMatching(new RegExp(`^\\w+=; Path=/; Max-Age=0; SameSite=Lax${secure}$`)),
    ]);
    expect(sessionCookies(from, "abc", "proof").getSetCookie().at(-1)).toMatch(
      new RegExp(`^\\w+=proof; Path=/; Max-Age=${180 * 86_400}; HttpOnly; SameSite=Lax${secure}$`),
    );
  });

  it("S7 are Secure where the public address is https", async () => {
    vi.stubEnv("APP_URL", "https://comics.example");
    expect((await cookies()).isHttps(request("http://inside:3000/api"))).toBe(true);
    vi.resetModules();
    vi.stubEnv("APP_URL", "http://comics.example");
    expect((await cookies()).isHttps(request("http://inside:3000/api"))).toBe(false);
  });
});

describe("S6 a request of the site's own pages", () => {
  it.each([
    ["the host it came to", { origin: "http://a.example", host: "a.example" }, true],
    ["the same over https", { origin: "https://a.example", host: "a.example" }, true],
    ["another host", { origin: "https://b.example", host: "a.example" }, false],
    ["another scheme", { origin: "ftp://a.example", host: "a.example" }, false],
    ["null", { origin: "null", host: "null" }, false],
    ["no origin", { host: "a.example" }, false],
    ["no host", { origin: "https://a.example" }, false],
    ["an empty host", { origin: "https://null" }, false],
  ])("S6 comes from %s: %j", async (_, headers, is) => {
    expect(await sameOrigin(headers as Record<string, string>)).toBe(is);
  });

  it("S6 comes from the public address, even where a proxy hides the host", async () => {
    vi.stubEnv("APP_URL", "https://comics.example");
    expect(await sameOrigin({ origin: "https://comics.example", host: "inside" })).toBe(true);
    vi.resetModules();
    expect(await sameOrigin({ origin: "https://other.example", host: "inside" })).toBe(false);
  });
});
