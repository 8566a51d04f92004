import { verify } from "@node-rs/argon2";
import { describe, expect, it, vi } from "vitest";
import { POST as login } from "@/app/api/auth/login/route";
import { PUT as password } from "@/app/api/auth/password/route";
import { POST as register } from "@/app/api/auth/register/route";
import { limitSignIn } from "@/lib/accounts/attempt-limits";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { call, freshAddress, newRegistration } from "./requests";
import { join } from "./users";

const signIn = (email: string, secret: string, headers = freshAddress()) =>
  call(login, "POST", { body: { email, password: secret }, headers });

describe("S9 passwords", () => {
  it("S9 tells passwords apart beyond the first 72 bytes", async () => {
    const stem = `Aa1${"x".repeat(69)}`;
    const { email } = await join({ password: `${stem}first` });
    expect((await signIn(email, `${stem}second`)).status).toBe(401);
    expect((await signIn(email, stem)).status).toBe(401);
    expect((await signIn(email, `${stem}first`)).status).toBe(200);
  });

  it("S9 accepts 200 characters and refuses 201", async () => {
    const long = `Aa1${"é".repeat(197)}`;
    const { email } = await join({ password: long });
    expect((await signIn(email, long)).status).toBe(200);
    const answer = await call(register, "POST", {
      body: newRegistration({ password: `${long}x` }),
    });
    expect(answer.status).toBe(400);
  });

  it("S9 accepts a passphrase of 15 characters of any kind, and refuses 14", async () => {
    const phrase = "correct horse b";
    expect((await signIn((await join({ password: phrase })).email, phrase)).status).toBe(200);
    const body = newRegistration({ password: phrase.slice(1) });
    const answer = await call(register, "POST", { body });
    expect(answer.body.errors).toEqual([
      {
        field: "password",
        message:
          "Password must contain at least one lowercase letter, one uppercase letter, and one number",
      },
    ]);
  });

  it.each(["Password1", "Passw0rd", "Qwerty123", "PASSword123", "Abcd1234"])(
    "S9 refuses what many use, for a new account and for a new password: %s",
    async (secret) => {
      const answer = await call(register, "POST", { body: newRegistration({ password: secret }) });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toMatchObject([
        { field: "password", message: expect.stringContaining("Please choose another one.") },
      ]);
      const { token, password: currentPassword } = await join();
      const body = { currentPassword, newPassword: secret };
      const changed = await call(password, "PUT", { bearer: token, body });
      expect([changed.status, changed.body.errors?.[0]?.field]).toEqual([400, "newPassword"]);
    },
  );

  it("S9 treats composed and decomposed letters as equal", async () => {
    const { email } = await join({ password: "Caf\u00e91secret" });
    expect((await signIn(email, "Cafe\u03011secret")).status).toBe(200);
  });

  it("S9 stores argon2id with the agreed parameters", async () => {
    const { id } = await join();
    const user = await db.user.findUniqueOrThrow({ where: { id } });
    expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("S9 refuses a wrong current password with a field error, not as an expired session", async () => {
    const { token, email, password: old } = await join();
    const body = { currentPassword: "Wrong1horse", newPassword: "Another2horse" };
    const answer = await call(password, "PUT", { bearer: token, body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { field: "currentPassword", message: "Current password is incorrect" },
    ]);
    expect((await signIn(email, old)).status).toBe(200);
    expect((await signIn(email, "Another2horse")).status).toBe(401);
  });

  it("S9 stops guesses of the current password after ten attempts", async () => {
    const { token, password: right } = await join();
    const attempt = (currentPassword: string) =>
      call(password, "PUT", { bearer: token, body: { currentPassword, newPassword: "Another2x" } });
    for (let i = 0; i < 10; i++) expect((await attempt("Wrong1horse")).status).toBe(400);
    expect((await attempt(right)).status).toBe(429);
  });
});

describe("S10 failed sign-ins", () => {
  /** Lets the quarter of an hour pass. */
  const waitOut = () =>
    db.$executeRaw`UPDATE rate_limit SET reset_at = now() - interval '1 second'`;

  it("S10 locks an account after ten failures from anywhere, for its window", async () => {
    const { email, password: right } = await join();
    for (let i = 0; i < 10; i++) {
      expect((await signIn(i % 2 ? email : email.toUpperCase(), "Wrong1horse")).status).toBe(401);
    }
    const refused = await signIn(email, right);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect(refused.body.message).toMatch(/wait 15 minutes/);
    await waitOut();
    expect((await signIn(email, right)).status).toBe(200);
  });

  it("S10 reserves attempts for a device that was signed in before, which grants nothing else", async () => {
    const { email, password: right } = await join();
    const other = await join();
    const cookieOf = ({ cookies }: { cookies: string[] }) =>
      cookies.find((one) => one.startsWith("device="))?.split(";")[0] ?? "";
    const with_ = (cookie: string) => ({ ...freshAddress(), cookie });
    const device = cookieOf(await signIn(email, right));
    const foreign = cookieOf(await signIn(other.email, other.password));
    expect(device).toMatch(/^device=[^.]+\.[^.]+$/);
    for (let i = 0; i < 10; i++) await signIn(email, "Wrong1horse");
    expect((await signIn(email, right)).status).toBe(429);
    for (const forged of [
      foreign,
      `${device}x`,
      device.replace("=", "=a"),
      "device=",
      "device=a.b",
    ]) {
      expect((await signIn(email, right, with_(forged))).status).toBe(429);
    }
    // The device has ten of its own, and no more.
    for (let i = 0; i < 10; i++) {
      expect((await signIn(email, "Wrong1horse", with_(device))).status).toBe(401);
    }
    expect((await signIn(email, right, with_(device))).status).toBe(429);
    await waitOut();
    for (let i = 0; i < 10; i++) await signIn(email, "Wrong1horse");
    expect((await signIn(email, right, with_(device))).status).toBe(200);
  });

  it("S10 counts unknown addresses like known ones", async () => {
    const { email } = newRegistration();
    for (let i = 0; i < 10; i++) expect((await signIn(email, "Wrong1horse")).status).toBe(401);
    expect((await signIn(email, "Wrong1horse")).status).toBe(429);
  });

  it("S10 blocks an address after ten failures on any account, and no other address", async () => {
    const here = freshAddress();
    for (let i = 0; i < 10; i++) {
      expect((await signIn(newRegistration().email, "Wrong1horse", here)).status).toBe(401);
    }
    const { email, password: right } = await join();
    const refused = await signIn(email, right, here);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await signIn(email, right)).status).toBe(200);
  });

  it("S10 lets no more than ten concurrent attempts through", async () => {
    const { email } = await join();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => signIn(email, "Wrong1horse")),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it("S10 does not count an attempt that could not be checked", async () => {
    const who = { email: "overrun@example.com", address: "203.0.113.77" };
    const busy = () => Promise.reject(new AppError("unavailable", "Too many people."));
    for (let tries = 0; tries < 11; tries += 1) {
      await expect(limitSignIn(who, busy)).rejects.toMatchObject({ code: "unavailable" });
    }
    expect(await limitSignIn(who, async () => "in")).toBe("in");
  });

  it("S10 a successful sign-in clears the account's failures and does not count for its address", async () => {
    const { email, password: right } = await join();
    const here = freshAddress();
    for (let i = 0; i < 9; i++) expect((await signIn(email, "Wrong1horse", here)).status).toBe(401);
    for (let i = 0; i < 3; i++) expect((await signIn(email, right, here)).status).toBe(200);
    expect((await signIn(email, "Wrong1horse", here)).status).toBe(401);
    expect((await signIn(email, "Wrong1horse", here)).status).toBe(429);
    expect((await signIn(email, right)).status).toBe(200);
  });
});

describe("S11 an unknown email and a wrong password", () => {
  it("S11 get the same response", async () => {
    const { email } = await join();
    const wrong = await signIn(email, "Wrong1horse");
    const unknown = await signIn(newRegistration().email, "Wrong1horse");
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    expect(wrong.body.message).toBe("Invalid email or password");
    expect(wrong.cookies).toEqual([]);
  });

  it("S11 says that an account is deactivated only after its password is verified", async () => {
    const { id, email, password: right } = await join();
    await db.user.update({ where: { id }, data: { isActive: false } });
    expect((await signIn(email, "Wrong1horse")).body.error.code).toBe("invalid_credentials");
    const answer = await signIn(email, right);
    expect([answer.status, answer.body.error.code]).toEqual([401, "account_deactivated"]);
    expect(answer.body.message).toContain("account is deactivated");
  });

  it("S11 cost one password check each", async () => {
    const { email } = await join();
    const noPassword = await join();
    await db.user.update({ where: { id: noPassword.id }, data: { passwordHash: null } });
    const looks = async (address: string) => {
      vi.mocked(verify).mockClear();
      await signIn(address, "Wrong1horse");
      return vi.mocked(verify).mock.calls.length;
    };
    expect([
      await looks(email),
      await looks(newRegistration().email),
      await looks(noPassword.email),
    ]).toEqual([1, 1, 1]);
  });
});

describe("names that could impersonate the site", () => {
  it.each(["admin", "Support", "api", "inkwright", "adm1n", "_admin_", "Staff-"])(
    "are taken: %s",
    async (username) => {
      const answer = await call(register, "POST", { body: newRegistration({ username }) });
      expect(answer.status).toBe(409);
      expect(answer.body.errors).toEqual([
        { field: "username", message: "This username is already taken" },
      ]);
    },
  );
  it.each(["adminette", "supportive", "mod-lang"])("are not taken: %s", async (stem) => {
    const username = `${stem}${Date.now() % 1_000_000}`;
    const answer = await call(register, "POST", { body: newRegistration({ username }) });
    expect(answer.status).toBe(201);
  });
});
