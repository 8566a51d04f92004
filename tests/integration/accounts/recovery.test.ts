import { beforeEach, describe, expect, it } from "vitest";
import { POST as forgot } from "@/app/api/auth/forgot-password/route";
import { POST as login } from "@/app/api/auth/login/route";
import { GET as me } from "@/app/api/auth/me/route";
import { PUT as password } from "@/app/api/auth/password/route";
import { PUT as profile } from "@/app/api/auth/profile/route";
import { POST as check } from "@/app/api/auth/reset-password/check/route";
import { POST as reset } from "@/app/api/auth/reset-password/route";
import { POST as again } from "@/app/api/auth/send-verification/route";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { countQueries } from "../http/harness";
import { linkTo, mailTo, tokenOf } from "./mailbox";
import { call, freshAddress, newRegistration } from "./requests";
import { join } from "./users";

const newPassword = "Another2horse";
const ask = (email: unknown, headers = freshAddress()) =>
  call(forgot, "POST", { body: { email }, headers });
const use = (token: unknown, headers = freshAddress()) =>
  call(reset, "POST", { body: { token, newPassword }, headers });
const signIn = async (email: string, secret: string, more: Record<string, string> = {}) => {
  const headers = { ...freshAddress(), ...more };
  return (await call(login, "POST", { body: { email, password: secret }, headers })).status;
};

const deviceIn = (cookies: string[]) =>
  cookies.find((one) => one.startsWith("device="))?.split(";")[0] ?? "";

/** An account that has requested a link. */
async function forgetful(overrides: Record<string, unknown> = {}) {
  const person = await join(overrides);
  expect((await ask(person.email)).status).toBe(200);
  return { ...person, link: await tokenOf("/reset-password", person.email) };
}

beforeEach(async () => {
  await db.rateLimit.deleteMany();
});

describe("a link for a new password", () => {
  it("sets it, signs in, ends every other session, and notifies the owner", async () => {
    const { email, token, password: old, id, link } = await forgetful();
    const answer = await use(link);
    expect([answer.status, answer.body.user.email]).toEqual([200, email]);
    expect(answer.cookies.find((cookie) => cookie.startsWith("token="))).toContain("HttpOnly");
    expect((await call(me, "GET", { cookie: token })).status).toBe(401);
    expect((await call(me, "GET", { cookie: answer.body.token })).status).toBe(200);
    expect([await signIn(email, old), await signIn(email, newPassword)]).toEqual([401, 200]);
    const [notice] = await mailTo(email);
    expect(notice?.subject).toBe("Your Inkwright password was changed");
    expect(notice?.text).toContain("/forgot-password");
    expect(await db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      emailVerifiedAt: expect.any(Date),
    });
  });

  it("S10 makes a signed-in device of the browser, as a changed password or address does", async () => {
    const { email, link } = await forgetful();
    const byLink = await use(link);
    const changed = await call(password, "PUT", {
      cookie: byLink.body.token,
      body: { currentPassword: newPassword, newPassword: "Third3horse" },
    });
    for (let i = 0; i < 10; i++) await signIn(email, "Wrong1horse");
    expect(await signIn(email, "Third3horse")).toBe(429);
    for (const { cookies } of [byLink, changed]) {
      expect(await signIn(email, "Third3horse", { cookie: deviceIn(cookies) })).toBe(200);
    }
    const next = newRegistration().email;
    const moved = await call(profile, "PUT", {
      cookie: changed.body.token,
      body: { email: next, currentPassword: "Third3horse" },
    });
    for (let i = 0; i < 10; i++) await signIn(next, "Wrong1horse");
    expect(await signIn(next, "Third3horse")).toBe(429);
    expect(await signIn(next, "Third3horse", { cookie: deviceIn(moved.cookies) })).toBe(200);
  });

  it("is sent although another account has claimed the address", async () => {
    const victim = await join();
    const other = await join();
    for (let i = 0; i < 6; i++) {
      const body = { email: victim.email, currentPassword: other.password };
      const answer = await call(profile, "PUT", { bearer: other.token, body });
      expect(answer.status).toBe(409);
    }
    expect((await ask(victim.email)).status).toBe(200);
    // Nor do mails that confirm the address take the place of links.
    await db.rateLimit.deleteMany();
    for (let i = 0; i < 6; i++) await call(again, "POST", { bearer: victim.token });
    expect((await ask(victim.email)).status).toBe(200);
  });

  it("works once, even for ten concurrent requests", async () => {
    const { link, id } = await forgetful();
    const answers = await Promise.all(Array.from({ length: 10 }, () => use(link)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(400)]);
    expect(await db.session.count({ where: { userId: id } })).toBe(1);
    const again = await use(link);
    expect(again.body.errors).toEqual([
      {
        field: "token",
        message: "This link has expired or was used already. Please ask for a new one.",
      },
    ]);
  });

  it("says whether it still works before a password is chosen, and stays as it is", async () => {
    const look = (token: string) =>
      call(check, "POST", { body: { token }, headers: freshAddress() });
    const { id, link } = await forgetful();
    const rows = () => db.$queryRaw`SELECT l::text FROM mailed_link l WHERE user_id = ${id}::uuid`;
    const before = await rows();
    for (let i = 0; i < 2; i++) {
      const answer = await look(link);
      expect([answer.status, answer.body.asksCode]).toEqual([200, false]);
    }
    expect(await rows()).toEqual(before);
    expect((await use(link)).status).toBe(200);
    for (const token of [link, "guess"]) {
      const answer = await look(token);
      expect([answer.status, answer.body.errors]).toEqual([
        400,
        [
          {
            field: "token",
            message: "This link has expired or was used already. Please ask for a new one.",
          },
        ],
      ]);
    }
  });

  it("reports a used link before it checks the password", async () => {
    const { link } = await forgetful();
    const send = (token: string) => {
      const body = { token, newPassword: "Password1" };
      return call(reset, "POST", { body, headers: freshAddress() });
    };
    expect((await send(link)).body.errors[0].field).toBe("newPassword");
    expect((await use(link)).status).toBe(200);
    expect((await send(link)).body.errors[0].field).toBe("token");
  });

  it("works for 30 minutes", async () => {
    const { link, id, email, password: old } = await forgetful();
    const [times] = await db.$queryRaw<{ left: number }[]>`
      SELECT extract(epoch FROM expires_at - now())::float8 AS left FROM mailed_link
      WHERE user_id = ${id}::uuid AND kind = 'reset'`;
    expect(times?.left).toBeGreaterThan(29 * 60);
    expect(times?.left).toBeLessThanOrEqual(30 * 60);
    await db.$executeRaw`UPDATE mailed_link SET expires_at = now() WHERE user_id = ${id}::uuid`;
    expect((await use(link)).status).toBe(400);
    expect(await signIn(email, old)).toBe(200);
  });

  it("ends with a newer one, with a new password and with another address", async () => {
    const first = await forgetful();
    await ask(first.email);
    const newer = await tokenOf("/reset-password", first.email);
    expect((await use(first.link)).status).toBe(400);
    expect((await use(newer)).status).toBe(200);

    const second = await forgetful();
    const body = { currentPassword: second.password, newPassword: "Third3horses" };
    expect((await call(password, "PUT", { bearer: second.token, body })).status).toBe(200);
    expect((await use(second.link)).status).toBe(400);
    expect((await mailTo(second.email))[0]?.subject).toContain("password was changed");

    const third = await forgetful();
    const moved = { email: newRegistration().email, currentPassword: third.password };
    expect((await call(profile, "PUT", { bearer: third.token, body: moved })).status).toBe(200);
    expect((await use(third.link)).status).toBe(400);

    const fourth = await forgetful();
    await db.user.update({ where: { id: fourth.id }, data: { isActive: false } });
    expect((await use(fourth.link)).status).toBe(400);
  });

  it("is stored as a hash alone, and has the site's address whatever the request's headers say", async () => {
    const { email } = await join();
    const headers = { ...freshAddress(), "x-forwarded-host": "evil.example" };
    expect((await ask(email, headers)).status).toBe(200);
    const { origin, search, hash } = await linkTo("/reset-password", email);
    expect([origin, search]).toEqual(["http://localhost:3000", ""]);
    expect(hash.length).toBeGreaterThan(40);
    const rows = await db.$queryRaw<{ all: string }[]>`
      SELECT string_agg(row, ' ') AS all FROM (
        SELECT l::text AS row FROM mailed_link l UNION ALL SELECT o::text FROM outbox_event o) rows`;
    expect(rows[0]?.all).not.toContain(hash.slice(1));
    expect(rows[0]?.all).not.toContain(Buffer.from(hash.slice(1)).toString("hex"));
  });

  it("unlocks an account that too many guesses have locked", async () => {
    const { email, link } = await forgetful();
    for (let i = 0; i < 11; i++) await signIn(email, "Wrong1horse");
    expect((await use(link)).status).toBe(200);
    expect(await signIn(email, newPassword)).toBe(200);
  });

  it("disconnects services from an account whose address was never confirmed", async () => {
    const connect = (userId: string) =>
      db.oAuthAccount.create({ data: { provider: "github", providerAccountId: userId, userId } });
    const count = (userId: string) => db.oAuthAccount.count({ where: { userId } });
    const planted = await forgetful();
    await connect(planted.id);
    const owned = await forgetful();
    await connect(owned.id);
    await db.user.update({ where: { id: owned.id }, data: { emailVerifiedAt: new Date() } });
    expect([(await use(planted.link)).status, (await use(owned.link)).status]).toEqual([200, 200]);
    expect([await count(planted.id), await count(owned.id)]).toEqual([0, 1]);
  });

  it("is not sent to accounts without a password: their mail says how they sign in", async () => {
    const { id, email } = await join();
    await db.user.update({ where: { id }, data: { passwordHash: null } });
    await db.oAuthAccount.create({
      data: { provider: "github", providerAccountId: id, userId: id },
    });
    await ask(email);
    const [mail] = await mailTo(email);
    expect(mail?.text).toContain("you sign in with GitHub");
    expect(mail?.text).toContain("http://localhost:3000/login\n");
    expect(mail?.text).not.toContain("#");
    expect(await db.mailedLink.count({ where: { userId: id, kind: "reset" } })).toBe(0);
  });
});

it("S11 whether there is an account shows neither in the response nor in the work done for it", async () => {
  const { email } = await join();
  const unknown = newRegistration().email;
  const known = await countQueries(() => ask(email));
  const other = await countQueries(() => ask(unknown));
  expect(known.result.status).toBe(200);
  // Both repeat what was typed, in which a slip is seen.
  const said = (body: object, typed: string) => {
    expect(JSON.stringify(body)).toContain(`an account with ${typed}, `);
    return JSON.stringify(body).replaceAll(typed, "it");
  };
  expect(other.result.status).toBe(200);
  const same = said(known.result.body, email);
  expect(said(other.result.body, unknown)).toBe(same);
  expect(other.count).toBe(known.count);
  expect(await mailTo(unknown)).toEqual([]);
  const deactivated = await join();
  await db.user.update({ where: { id: deactivated.id }, data: { isActive: false } });
  const before = (await mailTo(deactivated.email)).length;
  expect(said((await ask(deactivated.email)).body, deactivated.email)).toBe(same);
  expect(await mailTo(deactivated.email)).toHaveLength(before);
});

describe("the response to a request for a link", () => {
  it("says where the mail is: in the mailbox, or with the operator of the site", async () => {
    const text = async () => (await ask(newRegistration().email)).body.message as string;
    expect(await text()).toContain("This site sends no email yet");
    const settings = env();

    Object.assign(settings, { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "mail@comics.example" });
    try {
      expect(await text()).toMatch(/sent a link to it.*Check your spam/);
    } finally {
      Object.assign(settings, { SMTP_URL: undefined, MAIL_FROM: undefined });
    }
  });
});

describe("S10 how often", () => {
  it("S10 five mails in half an hour to one address, from any client, with or without an account", async () => {
    const { email } = await join();
    await db.rateLimit.deleteMany();
    for (const address of [email, newRegistration().email]) {
      for (let i = 0; i < 5; i++) {
        expect((await ask(i % 2 ? address : address.toUpperCase())).status).toBe(200);
      }
      const refused = await ask(address);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(29 * 60);
      expect(refused.body.message).toMatch(/Look for the latest one.*wait 30 minutes/);
    }
    expect((await ask(newRegistration().email)).status).toBe(200);
    const rows = await db.rateLimit.findMany();
    expect(JSON.stringify(rows)).not.toContain(email);
  });

  it("S10 twenty from one client, for uses of links as for requests", async () => {
    const here = freshAddress();
    for (let i = 0; i < 20; i++)
      expect((await ask(newRegistration().email, here)).status).toBe(200);
    expect((await ask(newRegistration().email, here)).status).toBe(429);
    for (let i = 0; i < 20; i++) expect((await use(`guess-${i}`, here)).status).toBe(400);
    const { link } = await forgetful();
    expect((await use(link, here)).status).toBe(429);
    const look = await call(check, "POST", { body: { token: link }, headers: here });
    expect(look.status).toBe(429);
    expect((await use(link)).status).toBe(200);
  });
});

describe("S4 hostile input", () => {
  it.each([
    { not: "" },
    ["a@b.co"],
    "",
    "nobody",
    "a@b.co\r\nBcc: c@d.co",
    "a@b.co, c@d.co",
    "Ada <a@b.co>",
    `${"a".repeat(250)}@b.co`,
    "a\u0000@b.co",
    null,
    7,
  ])("S4 refuses to mail to %j", async (email) => {
    expect((await ask(email)).status).toBe(400);
  });

  it.each([{ not: "" }, [""], "", "x".repeat(201), "a\u0000b", "\ud800", null, 7, "' OR 1=1 --"])(
    "S4 takes %j for no link",
    async (token) => {
      expect((await use(token)).status).toBe(400);
    },
  );

  it("S4 refuses unknown fields, weak passwords and foreign origins, and keeps the link", async () => {
    const { link, email } = await forgetful();
    const send = (body: object, from?: string) =>
      call(reset, "POST", { body, headers: freshAddress(), ...(from && { origin: from }) });
    for (const extra of [{ userId: "x" }, { isAdministrator: true }, { email }]) {
      expect((await send({ token: link, newPassword, ...extra })).status).toBe(400);
    }
    const weak = await send({ token: link, newPassword: "weak" });
    expect([weak.status, weak.body.errors[0].field]).toEqual([400, "newPassword"]);
    expect((await send({ token: link, newPassword }, "https://evil.example")).status).toBe(403);
    expect((await use(link.toLowerCase())).status).toBe(400);
    expect((await use(link)).status).toBe(200);
  });
});
