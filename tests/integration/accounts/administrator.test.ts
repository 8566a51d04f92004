import { describe, expect, it } from "vitest";
import { ensureAdministrator } from "@/lib/accounts/administrator-service";
import { db } from "@/lib/platform/db";
import { call, freshAddress, newRegistration } from "./requests";

const admin = "Boss.Kim@Example.com";
const canary = "canary-invite-3f7d1a";
// The environment is read once, so what depends on it is loaded after it was set.
process.env.ADMIN_EMAIL = admin;
process.env.INVITE_CODE = canary;
const register = (await import("@/app/api/auth/register/route")).POST;
const login = (await import("@/app/api/auth/login/route")).POST;
const profile = (await import("@/app/api/auth/profile/route")).PUT;
const me = (await import("@/app/api/auth/me/route")).GET;

const join = (overrides: Record<string, unknown> = {}) =>
  call(register, "POST", { body: newRegistration({ inviteCode: canary, ...overrides }) });

const variants = [
  admin,
  admin.toLowerCase(),
  admin.toUpperCase(),
  ` ${admin} `,
  admin.replace("K", "\u212a"), // Kelvin sign
  admin.replace("B", "\uff22"), // full width
  admin.replace("i", "\u0131"), // dotless i
  admin.replace("@", "\uff20"),
  admin.replace("o", "\u043e"), // Cyrillic
  `\u200b${admin}`,
  `${admin}\u0000`,
];

describe("S5 the administrator's address", () => {
  it.each(variants)("S5 cannot be registered as %j", async (email) => {
    const answer = await join({ email });
    expect([400, 409]).toContain(answer.status);
    expect(await db.user.count({ where: { isAdministrator: true } })).toBe(0);
    expect(await db.user.count({ where: { email } }).catch(() => 0)).toBe(0);
  });

  it("S5 is refused like a taken one, before and after the account exists", async () => {
    const { body: person } = await join();
    const taken = await join({ email: person.user.email });
    const reserved = await join({ email: admin });
    expect([reserved.status, reserved.body]).toEqual([taken.status, taken.body]);
  });

  it.each(variants)("S5 cannot be taken over in the profile as %j", async (email) => {
    const person = newRegistration();
    const { body } = await call(register, "POST", { body: { ...person, inviteCode: canary } });
    const answer = await call(profile, "PUT", {
      bearer: body.token,
      body: { email, currentPassword: person.password },
    });
    expect([400, 409]).toContain(answer.status);
    const { user } = (await call(me, "GET", { bearer: body.token })).body;
    expect([user.email, user.isAdministrator]).toEqual([person.email, false]);
  });

  it("S5 an account becomes administrator through the command line alone", async () => {
    await expect(ensureAdministrator({ email: "somebody@example.com" })).rejects.toThrow(
      /ADMIN_EMAIL/,
    );
    await expect(ensureAdministrator({ email: admin, password: "short" })).rejects.toThrow(
      /--password/,
    );
    const made = await ensureAdministrator({ email: admin });
    expect(made).toMatchObject({ created: true, email: admin, username: "BossKim" });
    const signIn = (password: string) =>
      call(login, "POST", { body: { email: admin, password }, headers: freshAddress() });
    const first = await signIn(made.generatedPassword ?? "");
    expect(first.body.user).toMatchObject({ isAdministrator: true, hasPassword: true });

    const again = await ensureAdministrator({ email: admin.toLowerCase() });
    expect(again).toMatchObject({ created: false, generatedPassword: null });
    expect((await call(me, "GET", { bearer: first.body.token })).status).toBe(200);

    const { _id: userId } = first.body.user;
    const confirmedAt = new Date();
    await db.twoStep.create({ data: { userId, secret: new Uint8Array(48), confirmedAt } });
    expect((await signIn(made.generatedPassword ?? "")).body.error.code).toBe("second_step");
    await ensureAdministrator({ email: admin, password: "Chosen1password" });
    expect((await call(me, "GET", { bearer: first.body.token })).status).toBe(401);
    expect((await signIn("Chosen1password")).status).toBe(200);
  });

  it("S5 a row marked as administrator has no rights while ADMIN_EMAIL names another", async () => {
    const { body } = await join();
    await db.user.update({ where: { id: body.user._id }, data: { isAdministrator: true } });
    const { user } = (await call(me, "GET", { bearer: body.token })).body;
    expect(user.isAdministrator).toBe(false);
    const { authenticate } = await import("@/lib/platform/auth/authenticate");
    const viewer = await authenticate(new Headers({ authorization: `Bearer ${body.token}` }));
    expect(viewer).toMatchObject({ id: body.user._id, isAdministrator: false });
    await ensureAdministrator({ email: admin });
    expect(await db.user.count({ where: { isAdministrator: true } })).toBe(1);
  });

  it("S5 keeps its address", async () => {
    const { body } = await call(login, "POST", {
      body: { email: admin, password: "Chosen1password" },
      headers: freshAddress(),
    });
    const answer = await call(profile, "PUT", {
      bearer: body.token,
      body: { email: "new@example.com", currentPassword: "Chosen1password" },
    });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, "email"]);
  });
});

describe("the invite code", () => {
  it.each([undefined, "", "wrong", `${canary}x`, canary.toUpperCase()])(
    "refuses %j with a 403",
    async (inviteCode) => {
      const { status, body } = await join({ inviteCode });
      expect([status, body.error.code, body.message]).toEqual([
        403,
        "invalid_invite",
        "Invalid invite code",
      ]);
      expect(JSON.stringify(body)).not.toContain(canary);
    },
  );

  it("allows a registration with it", async () => {
    expect((await join()).status).toBe(201);
  });
});

it("S26 secrets appear in no response, not even in an error", async () => {
  const secrets = [process.env.NEXTAUTH_SECRET, canary, process.env.DATABASE_URL];
  const person = newRegistration({ inviteCode: canary });
  const answers = [
    await call(register, "POST", { body: person }),
    await call(register, "POST", { body: person }),
    await call(login, "POST", {
      body: { email: "x", password: canary },
      headers: freshAddress(),
    }),
    await call(me, "GET", { bearer: "broken" }),
  ];
  await db.$executeRaw`ALTER TABLE session RENAME TO hidden_table`;
  try {
    const broken = await call(me, "GET", { bearer: answers[0]?.body.token });
    expect([broken.status, broken.body.error.code]).toEqual([500, "internal"]);
    expect(JSON.stringify(broken.body)).not.toMatch(/hidden|SELECT|prisma/i);
    answers.push(broken);
  } finally {
    await db.$executeRaw`ALTER TABLE hidden_table RENAME TO session`;
  }
  for (const { body, headers } of answers) {
    const text = JSON.stringify([body, ...headers]);
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toContain(person.password);
  }
});
