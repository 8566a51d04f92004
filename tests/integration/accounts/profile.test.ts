import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { POST as login } from "@/app/api/auth/login/route";
import { GET as me } from "@/app/api/auth/me/route";
import { PUT as password } from "@/app/api/auth/password/route";
import { PUT as profile } from "@/app/api/auth/profile/route";
import { POST as register } from "@/app/api/auth/register/route";
import { db } from "@/lib/platform/db";
import { getPublicProfile } from "@/lib/stories/feed/profile-queries";
import { media } from "../http/harness";
import { call, freshAddress, newRegistration } from "./requests";
import { join } from "./users";

const row = (id: string) => db.user.findUniqueOrThrow({ where: { id } });

describe("S3 smuggled fields", () => {
  const smuggled = {
    id: randomUUID(),
    _id: randomUUID(),
    role: "admin",
    isAdministrator: true,
    isActive: false,
    passwordHash: "x",
    createdAt: "2000-01-01T00:00:00.000Z",
    __proto__x: 1,
  };

  it.each(Object.entries(smuggled))("S3 register refuses %s", async (field, value) => {
    const person = newRegistration();
    const answer = await call(register, "POST", { body: { ...person, [field]: value } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe(field);
    expect(await db.user.count({ where: { email: person.email } })).toBe(0);
  });

  it("S3 profile and password refuse every one of them and leave the row as it was", async () => {
    const { id, token, password: old } = await join();
    const before = await row(id);
    for (const [field, value] of Object.entries(smuggled)) {
      const change = { firstName: "Changed", [field]: value };
      expect((await call(profile, "PUT", { bearer: token, body: change })).status, field).toBe(400);
      const passwords = { currentPassword: old, newPassword: "Another2horse", [field]: value };
      expect((await call(password, "PUT", { bearer: token, body: passwords })).status).toBe(400);
    }
    expect(await row(id)).toEqual(before);
  });
});

describe("S4 objects where strings belong", () => {
  it.each([
    ["login", login, { email: { not: "" }, password: "x" }],
    ["login", login, { email: "a@b.co", password: { not: "" } }],
    ["login", login, { email: ["a@b.co"], password: "x" }],
    ["login", login, { email: "a@b.co" }],
    ["login", login, null],
    ["login", login, []],
    ["login", login, "text"],
    ["register", register, { ...newRegistration(), username: { contains: "a" } }],
    ["register", register, { ...newRegistration(), email: 5 }],
    ["register", register, { ...newRegistration(), firstName: null }],
    ["register", register, { ...newRegistration(), firstName: "a\u0000b" }],
    ["register", register, { ...newRegistration(), lastName: "\ud800" }],
  ] as const)("S4 %s refuses %#", async (_, endpoint, body) => {
    const answer = await call(endpoint, "POST", { body, headers: freshAddress() });
    expect(answer.status).toBe(400);
    expect(answer.body.success).toBe(false);
  });

  it("S4 refuses a body that is no JSON, or over the limit", async () => {
    const raw = (text: string) => ({ raw: { type: "application/json", text } });
    expect((await call(login, "POST", raw("{"))).body.error.code).toBe("invalid_json");
    const large = JSON.stringify({ email: "a".repeat(300_000), password: "x" });
    expect((await call(login, "POST", raw(large))).status).toBe(413);
  });

  it("S4 refuses objects in the profile", async () => {
    const { token } = await join();
    for (const body of [{ username: { set: "x" } }, { avatar: { not: null } }, { email: {} }]) {
      expect((await call(profile, "PUT", { bearer: token, body })).status).toBe(400);
    }
  });
});

describe("the registration's answers", () => {
  it("carry the account, the token and a message, with status 201", async () => {
    const person = newRegistration();
    const { status, body } = await call(register, "POST", { body: person });
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(["message", "success", "token", "user"]);
    expect(body.user).toMatchObject({
      username: person.username,
      email: person.email,
      firstName: "Ada",
      lastName: "Lovelace",
      avatar: null,
      lastLogin: null,
      isAdministrator: false,
      hasPassword: true,
    });
    expect(JSON.stringify(body)).not.toContain("argon2");
  });

  it("name the field that is taken, in any letter case, and both fields where both are", async () => {
    const first = await join();
    const username = first.username.toUpperCase();
    const email = first.email.toUpperCase();
    const name = await call(register, "POST", { body: newRegistration({ username }) });
    expect([name.status, name.body.errors[0].field]).toEqual([409, "username"]);
    expect(name.body.message).toMatch(/username.*taken/);
    const address = await call(register, "POST", { body: newRegistration({ email }) });
    expect([address.status, address.body.errors[0].field]).toEqual([409, "email"]);
    expect(address.body.message).toMatch(/email.*exists/);
    const both = await call(register, "POST", { body: newRegistration({ username, email }) });
    expect(both.body.errors.map((e: { field: string }) => e.field)).toEqual(["username", "email"]);
  });

  it("create one account for many identical concurrent requests", async () => {
    const person = newRegistration();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call(register, "POST", { body: person })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(answers.filter(({ body }) => body.error?.code === "username_taken")).toHaveLength(7);
  });

  it.each([
    ["ab", "Username must be at least 3 characters"],
    ["a b c", "Username can only contain letters, numbers, underscores, and hyphens"],
    ["Ünal", "Username can only contain letters, numbers, underscores, and hyphens"],
  ])("refuse the username %s in the words of the specification", async (username, message) => {
    const { status, body } = await call(register, "POST", { body: newRegistration({ username }) });
    expect([status, body.errors[0]]).toEqual([400, { field: "username", message }]);
  });
});

describe("the profile", () => {
  let person: Awaited<ReturnType<typeof join>>;
  beforeAll(async () => {
    person = await join();
  });
  const put = (body: unknown) => call(profile, "PUT", { bearer: person.token, body });

  it("changes names and username and answers with the person", async () => {
    const username = `grace-${randomUUID().slice(0, 8)}`;
    const { status, body } = await put({ firstName: "Grace", lastName: "", username });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ firstName: "Grace", lastName: "", username });
    const again = await call(me, "GET", { bearer: person.token });
    expect(again.body.user).toEqual(body.user);
    expect((await put({ username })).status).toBe(200);
  });

  it("refuses a taken username", async () => {
    const other = await join();
    const { status, body } = await put({ username: other.username.toUpperCase() });
    expect([status, body.error.code]).toEqual([409, "username_taken"]);
  });

  it("changes the email with the current password alone", async () => {
    const { email } = newRegistration();
    const without = await put({ email });
    expect([without.status, without.body.errors[0].field]).toEqual([400, "currentPassword"]);
    const wrong = await put({ email, currentPassword: "Wrong1horse" });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, "currentPassword"]);
    expect((await row(person.id)).email).toBe(person.email);
    const right = await put({ email, currentPassword: person.password });
    expect([right.status, right.body.user.email]).toEqual([200, email]);
    expect((await put({ email, firstName: "Same" })).status).toBe(200);
  });

  it.each([
    "https://169.254.169.254/latest",
    "data:image/png;base64,AAAA",
    `/media/${"0".repeat(64)}.png`,
    "",
  ])("S13 refuses the avatar %s", async (avatar) => {
    const { status, body } = await put({ avatar });
    expect([status, body.errors[0].field]).toEqual([400, "avatar"]);
  });

  it("accepts a bio and up to five links, normalized, and shows them to everyone", async () => {
    const bio = "  Draws at night. <script>alert(1)</script>  ";
    const links = [
      "https://example.com/a b",
      " https://Example.COM/ä ",
      "https://example.com/a%20b",
    ];
    const { status, body } = await put({ bio, links });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      bio: "Draws at night. <script>alert(1)</script>",
      links: ["https://example.com/a%20b", "https://example.com/%C3%A4"],
    });
    const { username } = await row(person.id);
    const open = await getPublicProfile(username);
    expect(open?.user).toMatchObject({ bio: body.user.bio, links: body.user.links });
    expect((await put({ bio: "", links: [] })).body.user).toMatchObject({ bio: "", links: [] });
  });

  it.each([
    ["javascript:alert(1)"],
    ["JaVaScRiPt:alert(1)//https://"],
    ["data:text/html,<b>x"],
    ["http://example.com/"],
    ["//example.com/"],
    ["/user/me"],
    ["https://"],
    ["https://localhost/"],
    ["https://example.com@evil.example/"],
    ["https://user:secret@example.com/"],
    [`https://example.com/${"a".repeat(190)}`],
    // Short as it is written, long as it is kept.
    [`https://example.com/${"ä".repeat(60)}`],
    [""],
    [null],
    [{ href: "https://example.com/" }],
  ])("refuses the link %j", async (link) => {
    const { status, body } = await put({ links: ["https://example.com/", link] });
    expect([status, body.errors[0].field]).toEqual([400, "links.1"]);
    expect((await row(person.id)).links).toEqual([]);
  });

  it("refuses a sixth link, a bio of 301 characters, and values that are no text or list", async () => {
    const six = Array.from({ length: 6 }, (_, number) => `https://example.com/${number}`);
    for (const body of [
      { links: six },
      { links: "https://example.com/" },
      { bio: "a".repeat(301) },
      { bio: { set: "x" } },
      { bio: "a\u0000b" },
    ]) {
      expect((await put(body)).status, JSON.stringify(body)).toBe(400);
    }
    await expect(
      db.user.update({ where: { id: person.id }, data: { links: ["javascript:alert(1)"] } }),
    ).rejects.toThrow(/user_links/);
    await expect(
      db.user.update({ where: { id: person.id }, data: { links: six } }),
    ).rejects.toThrow(/user_links/);
  });

  it("takes the account's own upload as avatar, but no other account's and no video", async () => {
    const uploaderId = person.id;
    const own = await media({ uploaderId });
    expect((await put({ avatar: own.url })).body.user.avatar).toBe(own.url);
    const foreign = await media({ uploaderId: (await join()).id });
    const video = await media({ uploaderId, extension: "webm", mediaType: "video/webm" });
    for (const { url } of [foreign, video]) expect((await put({ avatar: url })).status).toBe(400);
    expect((await put({ avatar: null })).body.user.avatar).toBeNull();
  });
});

describe("an account without a password", () => {
  it("sets its first one without repeating any, and cannot change its email before", async () => {
    const { id, token, email } = await join();
    await db.user.update({ where: { id }, data: { passwordHash: null } });
    const change = { email: newRegistration().email, currentPassword: "" };
    const refused = await call(profile, "PUT", { bearer: token, body: change });
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, "email"]);
    const set = await call(password, "PUT", { bearer: token, body: { newPassword: "First1time" } });
    expect(set.status).toBe(200);
    const answer = await call(login, "POST", {
      body: { email, password: "First1time" },
      headers: freshAddress(),
    });
    expect(answer.status).toBe(200);
  });
});
