import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { beforeAll, describe, expect, it } from "vitest";
import { POST as login } from "@/app/api/auth/login/route";
import { POST as logout } from "@/app/api/auth/logout/route";
import { GET as me } from "@/app/api/auth/me/route";
import { PUT as password } from "@/app/api/auth/password/route";
import { PUT as profile } from "@/app/api/auth/profile/route";
import { POST as register } from "@/app/api/auth/register/route";
import { db } from "@/lib/platform/db";
import { call, freshAddress, newRegistration } from "./requests";

const secret = () => process.env.NEXTAUTH_SECRET ?? "";
const signedIn = ["bearer", "cookie"] as const;

async function join() {
  const person = newRegistration();
  const { status, body } = await call(register, "POST", { body: person });
  expect(status).toBe(201);
  return { person, token: body.token as string, id: body.user._id as string };
}

/** The response of /auth/me to a token, as cookie and as bearer. */
async function statuses(token: string): Promise<number[]> {
  const answers = [];
  for (const via of signedIn) answers.push((await call(me, "GET", { [via]: token })).status);
  return answers;
}

describe("S6 a write with the cookie must come from the site's own pages", () => {
  let token: string;
  beforeAll(async () => {
    token = (await join()).token;
  });
  const body = { firstName: "Grace" };

  it.each([
    ["a foreign origin", "https://evil.example"],
    ["no origin", null],
    ["our name as a prefix", "http://comics.test.evil.example"],
  ])("S6 refuses %s", async (_, from) => {
    const answer = await call(profile, "PUT", { body, cookie: token, origin: from });
    expect([answer.status, answer.body.error.code]).toEqual([403, "bad_origin"]);
  });

  it.each(["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"])(
    "S6 refuses %s with the cookie",
    async (type) => {
      const raw = { type, text: JSON.stringify(body) };
      const answer = await call(profile, "PUT", { raw, cookie: token });
      expect(answer.status).toBe(403);
    },
  );

  it("S6 refuses a sign-in that comes from another site", async () => {
    const person = newRegistration();
    const answer = await call(register, "POST", { body: person, origin: "https://evil.example" });
    expect(answer.status).toBe(403);
    expect(await db.user.count({ where: { email: person.email } })).toBe(0);
  });

  it("S6 accepts the site's own pages, and a bearer call without origin", async () => {
    expect((await call(profile, "PUT", { body, cookie: token })).status).toBe(200);
    expect((await call(profile, "PUT", { body, bearer: token, origin: null })).status).toBe(200);
    const text = { type: "text/plain", text: JSON.stringify(body) };
    expect((await call(profile, "PUT", { raw: text, bearer: token, origin: null })).status).toBe(
      415,
    );
  });
});

describe("S7 the cookie at login", () => {
  const attributes = (cookies: string[], name: string) =>
    cookies
      .find((cookie) => cookie.startsWith(`${name}=`))
      ?.split("; ")
      .slice(1)
      .sort();

  it("S7 is HttpOnly, Lax, for the whole site and seven days, and Secure on https", async () => {
    const { person } = await join();
    const body = { email: person.email, password: person.password };
    const plain = await call(login, "POST", { body });
    expect(attributes(plain.cookies, "token")).toEqual(
      ["HttpOnly", "Max-Age=604800", "Path=/", "SameSite=Lax"].sort(),
    );
    const https = await call(login, "POST", { body, headers: { "x-forwarded-proto": "https" } });
    expect(attributes(https.cookies, "token")).toEqual(
      ["HttpOnly", "Max-Age=604800", "Path=/", "SameSite=Lax", "Secure"].sort(),
    );
    const token = plain.cookies[0]?.split(/[=;]/)[1];
    expect(token).toBe(plain.body.token);
    expect(plain.headers.get("cache-control")).toBe("private, no-store");
  });

  it("S7 comes with a readable hint without data, and both are cleared at logout", async () => {
    const { token } = await join();
    const answer = await call(logout, "POST", { cookie: token });
    expect(answer.status).toBe(200);
    for (const name of ["token", "signed_in"]) {
      expect(answer.cookies.find((cookie) => cookie.startsWith(`${name}=`))).toContain("Max-Age=0");
    }
    const { cookies } = await call(register, "POST", { body: newRegistration() });
    const hint = cookies.find((cookie) => cookie.startsWith("signed_in="));
    expect(hint).toBe("signed_in=1; Path=/; Max-Age=604800; SameSite=Lax");
  });
});

describe("S8 invalid tokens", () => {
  it("S8 refuses alg none, a foreign secret, an expired and a mangled one, and one without a session", async () => {
    const { id, token } = await join();
    const claims = { sub: id };
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const none = `${part({ alg: "none" })}.${part({ ...claims, jti: randomUUID(), exp: 4e9 })}.`;
    const foreign = await encode({ token: claims, secret: "another-secret-another-secret-12" });
    const expired = await encode({ token: claims, secret: secret(), maxAge: -60 });
    const unopened = await encode({ token: claims, secret: secret(), maxAge: 60 });
    const mangled = `${token.slice(0, -4)}AAAA`;
    for (const bad of [none, foreign, expired, unopened, mangled, "", "x", "a.b.c.d.e"]) {
      expect(await statuses(bad), bad).toEqual([401, 401]);
    }
  });

  it.each(signedIn)("S8 ends the session that signs out (%s), and no other", async (via) => {
    const { person, token } = await join();
    const body = { email: person.email, password: person.password };
    const other = (await call(login, "POST", { body })).body.token;
    expect((await call(logout, "POST", { [via]: token })).status).toBe(200);
    expect(await statuses(token)).toEqual([401, 401]);
    expect(await statuses(other)).toEqual([200, 200]);
  });

  it("S8 ends every session but the new one at a password change", async () => {
    const { person, token } = await join();
    const { body } = await call(password, "PUT", {
      cookie: token,
      body: { currentPassword: person.password, newPassword: "Another2horse" },
    });
    expect(await statuses(token)).toEqual([401, 401]);
    expect(await statuses(body.token)).toEqual([200, 200]);
  });

  it("S27 the signed-in account is never in a shared cache", async () => {
    const { token } = await join();
    const answers = [
      await call(me, "GET", { cookie: token }),
      await call(me, "GET"),
      await call(login, "POST", { body: {}, headers: freshAddress() }),
    ];
    for (const { headers } of answers) {
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(headers.get("x-request-id")).toMatch(/^[\w-]{8,}$/);
    }
  });
});
