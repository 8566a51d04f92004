import { Client } from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { POST as confirm } from "@/app/api/auth/confirm-email/route";
import { POST as forgot } from "@/app/api/auth/forgot-password/route";
import { GET as me } from "@/app/api/auth/me/route";
import { PUT as profile } from "@/app/api/auth/profile/route";
import { POST as reset } from "@/app/api/auth/reset-password/route";
import { POST as sendAgain } from "@/app/api/auth/send-verification/route";
import { canSendMail } from "@/lib/accounts/attempt-limits";
import { db } from "@/lib/platform/db";
import { mailTo, tokenOf } from "./mailbox";
import { call, freshAddress, newRegistration } from "./requests";
import { join } from "./users";

const page = "/confirm-email";
const use = async (token: string) =>
  (await call(confirm, "POST", { body: { token }, headers: freshAddress() })).status;
const isVerified = async (bearer: string) =>
  (await call(me, "GET", { bearer })).body.user.emailVerified;

beforeEach(async () => {
  await db.rateLimit.deleteMany();
});

describe("an address", () => {
  it("is confirmed once by the link in the mail after registration", async () => {
    const { email, token, username } = await join({ firstName: "Win http://evil.example" });
    expect(await isVerified(token)).toBe(false);
    const link = await tokenOf(page, email);
    const [mail] = await mailTo(email);
    expect(mail?.text).toContain(`Hello ${username},`);
    expect(mail?.text).not.toContain("evil");
    expect([await use(link), await use(link)]).toEqual([200, 400]);
    expect(await isVerified(token)).toBe(true);
    const again = await call(sendAgain, "POST", { bearer: token });
    expect(again.body.message).toBe("Your email is confirmed already.");
    expect(await mailTo(email)).toHaveLength(1);
  });

  it("must be confirmed again after a change, and the old one's link does not confirm it", async () => {
    const { email, token, password: currentPassword } = await join();
    const old = await tokenOf(page, email);
    const moved = newRegistration().email;
    const body = { email: moved, currentPassword };
    expect((await call(profile, "PUT", { bearer: token, body })).status).toBe(200);
    expect(await use(old)).toBe(400);
    const link = await tokenOf(page, moved);
    expect(await use(link)).toBe(200);
    expect(await isVerified(token)).toBe(true);
    // And once more: what was confirmed is not the new address.
    const third = { email: newRegistration().email, currentPassword };
    const { body: changed } = await call(profile, "PUT", { bearer: token, body: third });
    expect(changed.user.emailVerified).toBe(false);
    const name = await call(profile, "PUT", { bearer: token, body: { firstName: "Ada" } });
    expect(name.body.user.emailVerified).toBe(false);
  });

  it("gets one notice when its account changes its address, even twice", async () => {
    const { id, username, email, token, password: currentPassword } = await join();
    const confirmed = new Date();
    await db.user.update({ where: { id }, data: { emailVerifiedAt: confirmed } });
    const moved = [newRegistration().email, newRegistration().email];
    for (const next of moved) {
      const body = { email: next, currentPassword };
      const answer = await call(profile, "PUT", { bearer: token, body });
      expect(answer.body.message).toMatch(
        `Your profile is saved. From now on you sign in with ${next}. A link to confirm it was created`,
      );
    }
    const told = (await mailTo(email)).filter(({ subject }) => /was changed$/.test(subject));
    expect(told).toHaveLength(1);
    expect(told[0]?.subject).toBe("Your email for Inkwright was changed");
    expect(told[0]?.text).toContain(`Hello ${username},`);
    for (const next of moved) expect(told[0]?.text).not.toContain(next);
    // It is kept no longer than it takes to tell it.
    expect(await db.mailedLink.count({ where: { userId: id, kind: "email-changed" } })).toBe(0);
    const name = await call(profile, "PUT", { bearer: token, body: { firstName: "Ada" } });
    expect(name.body.message).toBe("Your profile is saved.");
  });

  it("gets notices of changes under the same limit as other mails while it is unconfirmed", async () => {
    const { email, token, password: currentPassword } = await join();
    await mailTo(email);
    for (let i = 0; i < 5; i++) await canSendMail(email);
    const body = { email: newRegistration().email, currentPassword };
    expect((await call(profile, "PUT", { bearer: token, body })).status).toBe(200);
    expect(await mailTo(email)).toHaveLength(1);
  });

  it("is changed even after too many mails to the new one, and the response says so", async () => {
    const { token, password: currentPassword } = await join();
    const email = newRegistration().email;
    for (let i = 0; i < 5; i++) await canSendMail(email);
    const answer = await call(profile, "PUT", { bearer: token, body: { email, currentPassword } });
    expect(answer.status).toBe(200);
    expect(answer.body.message).toContain("Several emails were sent there already");
  });

  it("is not confirmed by a link that is used while the account's address changes", async () => {
    const { id, email } = await join();
    const link = await tokenOf(page, email);
    const other = new Client({ connectionString: process.env.DATABASE_URL });
    await other.connect();
    await other.query("BEGIN");
    await other.query(
      "UPDATE user_account SET email = $2, email_verified_at = NULL WHERE id = $1",
      [id, newRegistration().email],
    );
    const used = use(link);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await other.query("COMMIT");
    await other.end();
    expect(await used).toBe(400);
    expect((await db.user.findUniqueOrThrow({ where: { id } })).emailVerifiedAt).toBeNull();
  });

  it("gets its mail again, five times in half an hour, and only the newest link works", async () => {
    const { email, token } = await join();
    const first = await tokenOf(page, email);
    expect((await call(sendAgain, "POST", { bearer: token })).status).toBe(200);
    const second = await tokenOf(page, email);
    expect([await use(first), await use(second)]).toEqual([400, 200]);

    const other = await join();
    await db.rateLimit.deleteMany();
    const statuses = [];
    for (let i = 0; i < 6; i++) {
      statuses.push((await call(sendAgain, "POST", { bearer: other.token })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it("can register even after strangers have sent too many mails to it", async () => {
    const person = newRegistration();
    for (let i = 0; i < 6; i++) await canSendMail(person.email);
    const { token } = await join(person);
    expect(await mailTo(person.email)).toEqual([]);
    expect(await isVerified(token)).toBe(false);
  });

  it("is not confirmed by a link for a password, nor the other way round", async () => {
    const { email, token } = await join();
    const verification = await tokenOf(page, email);
    await call(forgot, "POST", { body: { email }, headers: freshAddress() });
    const forPassword = await tokenOf("/reset-password", email);
    expect(await use(forPassword)).toBe(400);
    const body = { token: verification, newPassword: "Another2horse" };
    expect((await call(reset, "POST", { body, headers: freshAddress() })).status).toBe(400);
    expect(await isVerified(token)).toBe(false);
  });
});
