import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { GET as handlers } from "@/app/api/auth/[...nextauth]/route";
import { DELETE as disconnect } from "@/app/api/auth/connections/[provider]/route";
import { GET as connections } from "@/app/api/auth/connections/route";
import { POST as login } from "@/app/api/auth/login/route";
import { GET as me } from "@/app/api/auth/me/route";
import { PUT as password } from "@/app/api/auth/password/route";
import { POST as register } from "@/app/api/auth/register/route";
import { signInWithIdentity } from "@/lib/accounts/sign-in/oauth-service";
import { authenticate } from "@/lib/platform/auth/authenticate";
import { runNextAuth } from "@/lib/platform/auth/next-auth";
import type { OAuthIdentity } from "@/lib/platform/auth/next-auth-options";
import { deviceOf } from "@/lib/platform/auth/sessions";
import { expirePages } from "@/lib/platform/cache";
import { db } from "@/lib/platform/db";
import { provideHeaders } from "../../support/next-headers";
import { mailTo } from "./mailbox";
import { call, freshAddress, newRegistration, origin } from "./requests";

vi.mock("@/lib/platform/cache", async (original) => ({
  ...(await original<object>()),
  expirePages: vi.fn(async () => {}),
}));

/** A local OAuth provider: it signs in the person that `vouches` names. */
let service: Server;
let address: string;
let vouches: { id: string; name: string; email: string; email_verified: unknown };

beforeAll(async () => {
  // As the launcher does.
  process.env.NEXTAUTH_URL = origin;
  service = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    const isToken = request.url?.startsWith("/token");
    response.end(
      JSON.stringify(isToken ? { access_token: "granted", token_type: "bearer" } : vouches),
    );
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => service.close());

const provider = (): OAuthConfig<typeof vouches> => ({
  id: "github",
  name: "GitHub",
  type: "oauth",
  clientId: "id",
  clientSecret: "secret",
  authorization: `${address}/authorize`,
  token: `${address}/token`,
  userinfo: `${address}/user`,
  profile: ({ id, name, email }) => ({ id, name, email }),
});

/** The cookies of a browser, as far as these tests need one. */
class Browser {
  readonly cookies = new Map<string, string>();

  async open(path: string, form?: Record<string, string>): Promise<Response> {
    const headers = new Headers({ host: new URL(origin).host });
    if (form) headers.set("content-type", "application/x-www-form-urlencoded");
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookie) headers.set("cookie", cookie);
    const request = new Request(`${origin}/api/auth/${path}`, {
      method: form ? "POST" : "GET",
      headers,
    });
    const viewer = await authenticate(headers);
    const admit = (identity: OAuthIdentity) =>
      signInWithIdentity(viewer, identity, deviceOf(headers));
    const action = path.split("?")[0]?.split("/") ?? [];
    const body = new TextEncoder().encode(new URLSearchParams(form).toString());
    const response = await provideHeaders(headers, () =>
      runNextAuth(request, action, body, admit, [provider()]),
    );
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      const at = pair.indexOf("=");
      const value = pair.slice(at + 1);
      if (value === "" || /max-age=0/i.test(set)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), value);
    }
    return response;
  }

  /** The whole way: our form, the service, and back. Returns where it ends. */
  async signIn(identity: Partial<typeof vouches>, callbackUrl = "/dashboard") {
    const unique = randomUUID();
    vouches = {
      id: unique,
      name: "Grace Brewster Hopper",
      email: `${unique}@example.com`,
      email_verified: true,
      ...identity,
    };
    const { csrfToken } = (await (await this.open("csrf")).json()) as { csrfToken: string };
    const away = await this.open("signin/github", { csrfToken, callbackUrl, json: "true" });
    const { url } = (await away.json()) as { url: string };
    expect(url).toContain(`${address}/authorize`);
    const state = new URL(url).searchParams.get("state") ?? "";
    const back = await this.open(`callback/github?code=abc&state=${state}`);
    return back.headers.get("location");
  }

  get token() {
    return this.cookies.get("token") ?? "";
  }

  async user() {
    return (await call(me, "GET", { cookie: this.token })).body.user;
  }
}

/** Our form with the reason, and where the sign-in was to lead. */
const refused = (why: string) => `/login?error=${why}&callbackUrl=%2Fdashboard`;

async function member() {
  const person = newRegistration();
  const { body } = await call(register, "POST", { body: person });
  const browser = new Browser();
  browser.cookies.set("token", body.token);
  return { ...person, id: body.user._id as string, browser };
}

describe("an account that is new", () => {
  it("expires the cached pages of its name, which a visitor may have requested before", async () => {
    const { username } = await member();
    expect(expirePages).toHaveBeenLastCalledWith([`author:${username.toLowerCase()}`]);
    const browser = new Browser();
    await browser.signIn({});
    const vouchedFor = (await browser.user()).username;
    expect(expirePages).toHaveBeenLastCalledWith([`author:${vouchedFor.toLowerCase()}`]);
  });
});

describe("signing in through another service", () => {
  it("creates an account on the first sign-in and finds it again", async () => {
    const browser = new Browser();
    const id = randomUUID();
    const email = `${id}@example.com`;
    expect(await browser.signIn({ id, email })).toBe(`${origin}/dashboard`);
    const first = await browser.user();
    expect(first).toMatchObject({
      email,
      firstName: "Grace",
      lastName: "Brewster Hopper",
      hasPassword: false,
    });
    expect(first.username).toMatch(/^GraceBrewsterHopper(-\d+)?$/);
    expect(browser.cookies.get("signed_in")).toBe("1");
    expect((await call(me, "GET", { bearer: browser.token })).status).toBe(200);

    const again = new Browser();
    await again.signIn({ id, email: "changed@elsewhere.example" });
    expect((await again.user())._id).toBe(first._id);
  });

  it("S10 makes a signed-in device of the browser", async () => {
    const { browser, email, password: secret } = await member();
    await browser.signIn({});
    const signIn = async (guess: string, cookie = "") => {
      const headers = { ...freshAddress(), cookie };
      return (await call(login, "POST", { body: { email, password: guess }, headers })).status;
    };
    for (let i = 0; i < 10; i++) await signIn("Wrong1horse");
    expect(await signIn(secret)).toBe(429);
    expect(await signIn(secret, `device=${browser.cookies.get("device")}`)).toBe(200);
  });

  it.each([false, undefined, "yes", null])(
    "takes no address that the service has not verified (%j)",
    async (email_verified) => {
      const browser = new Browser();
      const location = await browser.signIn({ email_verified });
      expect(location).toBe(refused("EmailNotVerified"));
      expect(browser.token).toBe("");
    },
  );

  it("does not link an account that has a password to a service account with the same address", async () => {
    const owner = await member();
    const browser = new Browser();
    const location = await browser.signIn({ email: owner.email.toUpperCase() });
    expect(location).toBe(refused("AccountExists"));
    expect(browser.token).toBe("");
    expect(await db.oAuthAccount.count({ where: { userId: owner.id } })).toBe(0);
  });

  it("S5 never signs in to the administrator's account, with or without a password", async () => {
    const admin = await member();
    await db.user.update({
      where: { id: admin.id },
      data: { isAdministrator: true, passwordHash: null },
    });
    expect(await new Browser().signIn({ email: admin.email })).toBe(refused("AccountExists"));
  });

  it("connects the service to the account that is signed in, which can sign in with it from then on", async () => {
    const { browser, id, email } = await member();
    const identity = { id: randomUUID(), email: "other@elsewhere.example", email_verified: false };
    await browser.signIn(identity);
    expect((await browser.user())._id).toBe(id);
    const [told] = await mailTo(email);
    expect(told?.subject).toBe("A service was connected to your Inkwright account");
    expect(told?.text).toContain("app passwords, connected services and sessions");
    const list = await call(connections, "GET", { cookie: browser.token });
    expect(list.body.connections).toMatchObject([{ id: "github", name: "GitHub" }]);
    const later = new Browser();
    await later.signIn(identity);
    expect((await later.user())._id).toBe(id);
    const other = await member();
    expect(await other.browser.signIn(identity)).toBe(refused("ConnectedElsewhere"));
    expect((await other.browser.user())._id).toBe(other.id);
  });

  it("refuses deactivated accounts", async () => {
    const browser = new Browser();
    const id = randomUUID();
    await browser.signIn({ id });
    await db.user.update({
      where: { id: (await browser.user())._id },
      data: { isActive: false },
    });
    const again = new Browser();
    expect(await again.signIn({ id })).toBe(refused("AccountDeactivated"));
    expect(again.token).toBe("");
  });

  it("disconnects a service, but not the only sign-in method", async () => {
    const browser = new Browser();
    await browser.signIn({});
    const params = { provider: "github" };
    const cookie = () => ({ cookie: browser.token, params });
    const refused = await call(disconnect, "DELETE", cookie());
    expect([refused.status, refused.body.error.code]).toEqual([409, "conflict"]);
    const set = await call(password, "PUT", { ...cookie(), body: { newPassword: "First1time" } });
    browser.cookies.set("token", set.body.token);
    expect((await call(disconnect, "DELETE", cookie())).status).toBe(200);
    expect((await call(disconnect, "DELETE", cookie())).status).toBe(404);
    const told = await mailTo((await browser.user()).email);
    expect(told.map(({ subject }) => subject)).toEqual([
      "A service was disconnected from your Inkwright account",
      "Your Inkwright password was changed",
    ]);
    expect(told[1]?.text).toContain("connected services");
    const unknown = { cookie: browser.token, params: { provider: "evil" } };
    expect((await call(disconnect, "DELETE", unknown)).status).toBe(404);
  });

  it("continues under a new token once a service is connected: the earlier one is revoked", async () => {
    const { browser } = await member();
    const before = browser.token;
    await browser.signIn({});
    expect(browser.token).not.toBe(before);
    expect((await call(me, "GET", { bearer: before })).status).toBe(401);
    expect((await call(me, "GET", { bearer: browser.token })).status).toBe(200);
  });

  it("returns to the form with a message when it is cancelled at the service", async () => {
    const back = (callback: string, headers: Record<string, string> = {}) =>
      call(handlers, "GET", {
        path: `/api/auth/callback/github?${callback}`,
        params: { nextauth: ["callback", "github"] },
        headers,
      });
    const cancelled = await back("error=access_denied&state=x");
    expect([cancelled.status, cancelled.headers.get("location")]).toEqual([
      302,
      "/login?error=AccessDenied",
    ]);
    for (const [wanted, kept] of [
      [`${origin}/story/1?a=b`, "&callbackUrl=%2Fstory%2F1%3Fa%3Db"],
      ["https://evil.example/my-stories", "&callbackUrl=%2Fmy-stories"],
      [`${origin}//evil.example`, ""],
      ["nothing", ""],
      ["%", ""],
    ]) {
      const cookie = `next-auth.callback-url=${encodeURIComponent(wanted ?? "")}`;
      const answer = await back("error=access_denied", { cookie });
      expect(answer.headers.get("location")).toBe(`/login?error=AccessDenied${kept}`);
    }
  });

  it.each(["//evil.example", "https://evil.example/x", "/\\evil.example", "javascript:alert(1)"])(
    "S12 comes back to our own origin when asked to go to %s",
    async (target) => {
      const location = await new Browser().signIn({}, target);
      expect(new URL(location ?? "", origin).origin).toBe(origin);
    },
  );

  it("S6 starts nothing without the form's CSRF token", async () => {
    const browser = new Browser();
    await browser.open("csrf");
    const response = await browser.open("signin/github", { csrfToken: "guessed", json: "true" });
    const { url } = (await response.json()) as { url: string };
    expect(url).not.toContain(address);
  });

  it("S6 accepts no response to another browser's request", async () => {
    const attacker = new Browser();
    const { csrfToken } = (await (await attacker.open("csrf")).json()) as { csrfToken: string };
    const away = await attacker.open("signin/github", { csrfToken, json: "true" });
    const { url } = (await away.json()) as { url: string };
    const state = new URL(url).searchParams.get("state");
    const { browser: victim, id } = await member();
    await victim.open(`callback/github?code=abc&state=${state}`);
    expect(await db.oAuthAccount.count({ where: { userId: id } })).toBe(0);
  });
});

describe("the routes of next-auth", () => {
  it("S8 issue no second token for a session: revoking it ends all of it", async () => {
    const { browser } = await member();
    const before = browser.token;
    const session = (await (await browser.open("session")).json()) as Record<string, unknown>;
    expect(Object.keys(session)).toEqual(["expires"]);
    expect(browser.token).toBe(before);
    const { csrfToken } = (await (await browser.open("csrf")).json()) as { csrfToken: string };
    await browser.open("signout", { csrfToken, json: "true" });
    expect([browser.token, browser.cookies.has("signed_in")]).toEqual(["", false]);
    expect((await call(me, "GET", { bearer: before })).status).toBe(401);
  });

  it("S8 accept no revoked token", async () => {
    const { browser, id } = await member();
    await db.session.deleteMany({ where: { userId: id } });
    expect(await (await browser.open("session")).json()).toEqual({});
    expect(browser.token).toBe("");
  });
});
