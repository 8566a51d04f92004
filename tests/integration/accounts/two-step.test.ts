import { describe, expect, it } from "vitest";
import { POST as forgot } from "@/app/api/auth/forgot-password/route";
import { POST as login } from "@/app/api/auth/login/route";
import { POST as check } from "@/app/api/auth/reset-password/check/route";
import { POST as reset } from "@/app/api/auth/reset-password/route";
import {
  POST as begin,
  PUT as confirm,
  DELETE as end,
  GET as state,
} from "@/app/api/auth/two-step/route";
import { issueLink } from "@/lib/accounts/sign-in/mailed-links-service";
import { codeAt, stepAt } from "@/lib/accounts/sign-in/totp";
import { encrypt } from "@/lib/platform/auth/encryption";
import { db } from "@/lib/platform/db";
import { mailTo } from "./mailbox";
import { call, freshAddress } from "./requests";
import { join } from "./users";

const bits = (text: string) =>
  [...text]
    .map((letter) =>
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
    )
    .join("");
const bytesOf = (secret: string) =>
  Buffer.from((bits(secret).match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));

/** A code of the app; of a later period where one was used already. */
const codeOf = (secret: string, away = 0) => codeAt(bytesOf(secret), stepAt(Date.now()) + away);

const signIn = (
  { email, password }: { email: string; password: string },
  code?: string,
  headers = freshAddress(),
) => call(login, "POST", { body: { email, password, ...(code ? { code } : {}) }, headers });

/** An account with two-step sign-in. */
async function guarded(overrides = {}) {
  const person = await join(overrides);
  const auth = { bearer: person.token };
  const begun = await call(begin, "POST", { ...auth, body: { password: person.password } });
  expect(begun.status).toBe(201);
  const { secret } = begun.body;
  // Of the period before, so that the one of now is good once more.
  const turnedOn = await call(confirm, "PUT", { ...auth, body: { code: codeOf(secret, -1) } });
  expect(turnedOn.status).toBe(200);
  return { ...person, secret: secret as string, codes: turnedOn.body.recoveryCodes as string[] };
}

const wrong = (secret: string) => {
  const right = [-1, 0, 1].map((away) => codeOf(secret, away));
  return ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code)) ?? "";
};

describe("turning two-step sign-in on", () => {
  it("needs the password, and is off until a code is entered", async () => {
    const person = await join();
    const auth = { bearer: person.token };
    const refused = await call(begin, "POST", { ...auth, body: { password: "Wrong1horse" } });
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, "password"]);
    const { body } = await call(begin, "POST", { ...auth, body: { password: person.password } });
    expect(body.address).toBe(
      `otpauth://totp/Inkwright:${encodeURIComponent(person.email)}?secret=${body.secret}&issuer=Inkwright`,
    );
    expect(body.qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
    expect((await signIn(person)).status).toBe(200);
    const code = wrong(body.secret);
    const mistyped = await call(confirm, "PUT", { ...auth, body: { code } });
    expect([mistyped.status, mistyped.body.errors[0].field]).toEqual([400, "code"]);
    expect((await call(state, "GET", auth)).body).toMatchObject({ isOn: false, recoveryCodes: 0 });
    expect((await signIn(person)).status).toBe(200);
  });

  it("shows ten recovery codes once, and succeeds for one of many concurrent requests", async () => {
    const person = await join();
    const auth = { bearer: person.token };
    const { body } = await call(begin, "POST", { ...auth, body: { password: person.password } });
    const code = codeOf(body.secret);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call(confirm, "PUT", { ...auth, body: { code } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const { recoveryCodes } = answers.find(({ status }) => status === 200)?.body ?? {};
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect((await call(state, "GET", auth)).body).toMatchObject({ isOn: true, recoveryCodes: 10 });
    const again = await call(begin, "POST", { ...auth, body: { password: person.password } });
    expect(again.status).toBe(409);
  });

  it("stores neither the secret nor a recovery code in readable form", async () => {
    const { id, secret, codes } = await guarded();
    const row = await db.twoStep.findUniqueOrThrow({ where: { userId: id } });
    const kept = Buffer.from(row.secret);
    expect(kept.includes(bytesOf(secret))).toBe(false);
    const [hash] = await db.recoveryCode.findMany({ where: { userId: id } });
    expect(hash?.hash).toHaveLength(32);
    const rows = JSON.stringify(await db.$queryRaw`SELECT t::text FROM recovery_code t`);
    for (const code of codes) expect(rows).not.toContain(code);
  });
});

describe("S10 the second step of a sign-in", () => {
  it("S10 is asked for after the right password alone", async () => {
    const person = await guarded();
    const asked = await signIn(person);
    expect([asked.status, asked.body.error.code, asked.cookies]).toEqual([401, "second_step", []]);
    const stranger = await signIn({ ...person, password: "Wrong1horse" }, codeOf(person.secret));
    expect([stranger.status, stranger.body.message]).toEqual([401, "Invalid email or password"]);
    const code = codeOf(person.secret);
    expect((await signIn(person, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  });

  it("S10 accepts each code once, even of twenty concurrent requests", async () => {
    const person = await guarded();
    const code = codeOf(person.secret);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(person, code)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await signIn(person, codeOf(person.secret, -1))).status).not.toBe(200);
  });

  it("S10 accepts each recovery code once, in any spelling that people type", async () => {
    const person = await guarded();
    const [first = "", second = ""] = person.codes;
    expect((await signIn(person, first.toLowerCase().replaceAll("-", " "))).status).toBe(200);
    const again = await signIn(person, first);
    expect([again.status, again.body.errors[0].field]).toEqual([401, "code"]);
    expect((await signIn(person, second)).status).toBe(200);
    // The owner hears of it, as of whatever opens the account without what usually does.
    const told = (await mailTo(person.email)).filter(({ subject }) => /recovery/.test(subject));
    expect(told.map(({ subject }) => subject)).toEqual(
      Array(2).fill("A recovery code was used for your Inkwright account"),
    );
    expect(told[0]?.text).toContain("8 are left");
    const { body } = await call(state, "GET", { bearer: person.token });
    expect(body.recoveryCodes).toBe(8);
    const other = await guarded();
    expect((await signIn(other, person.codes[2])).status).toBe(401);
  });

  it("S10 ends after ten wrong codes, and the right password alone gives no new attempts", async () => {
    const person = await guarded();
    const code = wrong(person.secret);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect((await signIn(person)).body.error.code).toBe("second_step");
      expect((await signIn(person, code)).status).toBe(401);
    }
    const closed = await signIn(person, codeOf(person.secret));
    expect(closed.status).toBe(429);
    expect(Number(closed.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await signIn(person)).status).toBe(429);
  });

  it("S10 a sign-in without its code counts towards no client's limit", async () => {
    const [person, address] = [await guarded(), freshAddress()];
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      expect((await signIn(person, undefined, address)).body.error.code).toBe("second_step");
    }
    expect((await signIn(person, codeOf(person.secret), address)).status).toBe(200);
  });

  it.each([{ $ne: "" }, ["123456"], 123456, null, "", "x".repeat(41)])(
    "S4 refuses %j where a code belongs",
    async (code) => {
      const { email, password, token } = await guarded();
      const body = { email, password, code };
      expect((await call(login, "POST", { body, headers: freshAddress() })).status).toBe(400);
      expect((await call(confirm, "PUT", { bearer: token, body: { code } })).status).toBe(400);
    },
  );

  it.each(["' OR 1=1 --", "%", "٠١٢٣٤٥", "1e5", "-00001"])(
    "S4 %j is a wrong code",
    async (code) => {
      expect((await signIn(await guarded(), code)).status).toBe(401);
    },
  );
});

describe("turning two-step sign-in off, and recovery", () => {
  it("needs the password, and recovery codes go with it", async () => {
    const person = await guarded();
    const auth = { bearer: person.token };
    const refused = await call(end, "DELETE", { ...auth, body: { password: "" } });
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, "password"]);
    const answer = await call(end, "DELETE", { ...auth, body: { password: person.password } });
    expect(answer.status).toBe(200);
    expect(await db.recoveryCode.count({ where: { userId: person.id } })).toBe(0);
    expect((await signIn(person)).status).toBe(200);
    // Both are told by mail; turning off what is off is not.
    await call(end, "DELETE", { ...auth, body: { password: person.password } });
    const told = (await mailTo(person.email)).filter(({ subject }) => /^Two-step/.test(subject));
    expect(told.map(({ subject }) => subject)).toEqual([
      "Two-step sign-in to Inkwright is off",
      "Two-step sign-in to Inkwright is on",
    ]);
    expect(told[0]?.text).toContain("/forgot-password");
  });

  const choose = (link: string, code?: string) =>
    call(reset, "POST", {
      body: { token: link, newPassword: "Another2horse", ...(code ? { code } : {}) },
      headers: freshAddress(),
    });

  it("S10 a mailed link for a new password asks for the code as well, ten times", async () => {
    const person = await guarded();
    await db.user.update({ where: { id: person.id }, data: { emailVerifiedAt: new Date() } });
    await call(forgot, "POST", { body: { email: person.email }, headers: freshAddress() });
    const link = await issueLink("reset", person.id, person.email);
    const look = await call(check, "POST", { body: { token: link }, headers: freshAddress() });
    expect([look.status, look.body.asksCode]).toEqual([200, true]);
    const asked = await choose(link);
    expect([asked.status, asked.body.error.code]).toEqual([401, "second_step"]);
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      expect((await choose(link, wrong(person.secret))).status).toBe(401);
    }
    expect((await signIn(person, codeOf(person.secret))).status).toBe(200);
    expect((await choose(link, person.codes[0])).status).toBe(200);
    const told = (await mailTo(person.email)).map(({ subject }) => subject);
    expect(told).toContain("A recovery code was used for your Inkwright account");
    const other = await issueLink("reset", person.id, person.email);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect((await choose(other, wrong(person.secret))).status).toBe(401);
    }
    expect((await choose(other, person.codes[1])).status).toBe(429);
  });

  it("the first confirmation of the address removes two-step sign-in that a stranger set up", async () => {
    const squatter = await guarded();
    const link = await issueLink("reset", squatter.id, squatter.email);
    const look = await call(check, "POST", { body: { token: link }, headers: freshAddress() });
    expect([look.status, look.body.asksCode]).toEqual([200, false]);
    const chosen = await choose(link);
    // An owner who set it up gets a notice that it is gone.
    expect([chosen.status, chosen.body.message]).toEqual([
      200,
      expect.stringContaining("two-step sign-in, passkeys and connected accounts"),
    ]);
    expect((await signIn({ ...squatter, password: "Another2horse" })).status).toBe(200);
  });

  it("recovery codes outlive another NEXTAUTH_SECRET, codes of the app do not", async () => {
    const person = await guarded();
    const sealed = encrypt(bytesOf(person.secret), "another purpose", person.id);
    await db.twoStep.update({ where: { userId: person.id }, data: { secret: sealed } });
    expect((await signIn(person, codeOf(person.secret))).status).toBe(401);
    expect((await signIn(person, person.codes[0])).status).toBe(200);
  });
});
