import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { POST as question } from "@/app/api/auth/login/passkey/options/route";
import { POST as login } from "@/app/api/auth/login/passkey/route";
import { GET as me } from "@/app/api/auth/me/route";
import { DELETE as remove, PUT as rename } from "@/app/api/auth/passkeys/[passkeyId]/route";
import { POST as offer } from "@/app/api/auth/passkeys/options/route";
import { POST as add, GET as list } from "@/app/api/auth/passkeys/route";
import { POST as reset } from "@/app/api/auth/reset-password/route";
import { issueLink } from "@/lib/accounts/sign-in/mailed-links-service";
import { db } from "@/lib/platform/db";
import * as site from "@/lib/platform/site";
import { mailTo } from "./mailbox";
import { call, freshAddress } from "./requests";
import { join } from "./users";
import { VirtualAuthenticator } from "./virtual-authenticator";

type Person = Awaited<ReturnType<typeof join>>;

async function optionsFor(person: Person, password = person.password) {
  return call(offer, "POST", { bearer: person.token, body: { password } });
}

/** An account with a passkey on a device. */
async function holder() {
  const [person, device] = [await join(), new VirtualAuthenticator()];
  const { body } = await optionsFor(person);
  const credential = device.create(body.options);
  const answer = await call(add, "POST", { bearer: person.token, body: { credential } });
  expect(answer.status).toBe(201);
  return { ...person, device, passkey: answer.body.passkey };
}

const ask = async () => (await call(question, "POST", { headers: freshAddress() })).body.options;
const enter = (credential: object, headers = freshAddress()) =>
  call(login, "POST", { body: { credential }, headers });

afterEach(() => void vi.restoreAllMocks());

describe("adding a passkey", () => {
  it("needs the password, and a device that verifies its user", async () => {
    const person = await join();
    const refused = await optionsFor(person, "Wrong1horse");
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, "password"]);
    const { body } = await optionsFor(person);
    expect(body.options).toMatchObject({
      rp: { id: "localhost" },
      user: { name: person.email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    expect(Buffer.from(body.options.user.id, "base64url").toString()).toBe(person.id);
  });

  it("names it after the browser and lists it", async () => {
    const person = await holder();
    const { body } = await call(list, "GET", { bearer: person.token });
    expect(body.passkeys).toEqual([person.passkey]);
    expect(person.passkey).toMatchObject({ name: "Unknown browser", lastUsedAt: null });
    const again = await optionsFor(person);
    expect(again.body.options.excludeCredentials).toMatchObject([
      { id: person.device.id.toString("base64url"), transports: ["internal"] },
    ]);
  });

  it.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another site", { rpId: "evil.example" }],
    ["another ceremony", { type: "webauthn.get" }],
    ["no finger, face or PIN", { isVerified: false }],
    ["a challenge of its own", { challenge: "bm90IG91cnM" }],
  ])("S8 refuses %s", async (_, twist) => {
    const person = await join();
    const { body } = await optionsFor(person);
    const credential = new VirtualAuthenticator().create(body.options, twist);
    const answer = await call(add, "POST", { bearer: person.token, body: { credential } });
    expect([answer.status, answer.body.error.code]).toEqual([400, "validation_failed"]);
    expect(await db.passkey.count({ where: { userId: person.id } })).toBe(0);
  });

  it("S8 refuses a response to another session's challenge, an expired one, and the same one twice", async () => {
    const [person, other, device] = [await join(), await join(), new VirtualAuthenticator()];
    const credential = device.create((await optionsFor(person)).body.options);
    const put = (as: Person) => call(add, "POST", { bearer: as.token, body: { credential } });
    expect((await put(other)).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 10 }, () => put(person)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)]);
    const late = new VirtualAuthenticator().create((await optionsFor(person)).body.options);
    await db.passkeyChallenge.updateMany({ data: { expiresAt: new Date() } });
    const answer = await call(add, "POST", { bearer: person.token, body: { credential: late } });
    expect(answer.body.message).toBe("This took too long. Please try again.");
  });

  it("a passkey belongs to one account, and an account has twenty at most", async () => {
    const [first, second] = [await holder(), await join()];
    const credential = first.device.create((await optionsFor(second)).body.options);
    const taken = await call(add, "POST", { bearer: second.token, body: { credential } });
    expect(taken.status).toBe(409);
    await db.passkey.createMany({
      data: Array.from({ length: 20 }, () => ({
        userId: second.id,
        credentialId: randomUUID(),
        publicKey: new Uint8Array(1),
        name: "x",
      })),
    });
    expect((await optionsFor(second)).status).toBe(409);
  });

  it.each(["http://192.0.2.7:3000", "http://comics.example", "https://[2001:db8::1]"])(
    "says what is missing where the site is %s",
    async (origin) => {
      vi.spyOn(site, "siteOrigin").mockReturnValue(origin);
      const answer = await optionsFor(await join());
      expect([answer.status, answer.body.error.code]).toEqual([409, "conflict"]);
      expect(answer.body.message).toContain("APP_URL");
    },
  );
});

describe("signing in with a passkey", () => {
  it("signs in to its account, records its use, and responds as any sign-in", async () => {
    const { device, id, email, token } = await holder();
    const answer = await enter(device.get(await ask()));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: true, user: { _id: id, email } });
    expect(answer.cookies.map((cookie) => cookie.split("=")[0])).toEqual([
      "token",
      "signed_in",
      "device",
    ]);
    expect((await call(me, "GET", { cookie: answer.body.token })).status).toBe(200);
    const { body } = await call(list, "GET", { bearer: token });
    expect(body.passkeys[0].lastUsedAt).not.toBeNull();
  });

  it.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another site", { rpId: "evil.example" }],
    ["another ceremony", { type: "webauthn.create" }],
    ["no finger, face or PIN", { isVerified: false }],
    ["another key", { foreignKey: true }],
    ["a count that goes back, as of a copy", { counter: 0 }],
    ["another person's name", { userHandle: Buffer.from(randomUUID()).toString("base64url") }],
    ["no name", { userHandle: "" }],
  ])("S8 refuses %s", async (_, twist) => {
    const { device } = await holder();
    const answer = await enter(device.get(await ask(), twist));
    expect([answer.status, answer.body.error.code]).toEqual([401, "invalid_credentials"]);
    expect(answer.cookies).toEqual([]);
  });

  it("S8 accepts each response once, even concurrently, and none to another challenge", async () => {
    const { device, token, password } = await holder();
    const proof = device.get(await ask());
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter(proof)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
    const added = await call(offer, "POST", { bearer: token, body: { password } });
    expect((await enter(device.get(added.body.options))).status).toBe(400);
  });

  it("S8 signs in to nothing once it is removed, or its account is deactivated or deleted", async () => {
    const [removed, deactivated, gone] = [await holder(), await holder(), await holder()];
    await call(remove, "DELETE", {
      bearer: removed.token,
      params: { passkeyId: removed.passkey._id },
    });
    await db.user.update({ where: { id: deactivated.id }, data: { isActive: false } });
    await db.user.delete({ where: { id: gone.id } });
    for (const { device } of [removed, deactivated, gone]) {
      const answer = await enter(device.get(await ask()));
      expect([answer.status, answer.cookies]).toEqual([401, []]);
    }
  });

  it("S10 allows thirty attempts per quarter of an hour from one client", async () => {
    const { device } = await holder();
    const headers = freshAddress();
    const stale = device.get({ challenge: "bm90IG91cnM" });
    const answers = [];
    for (let attempt = 1; attempt <= 31; attempt += 1) answers.push(await enter(stale, headers));
    expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(400), 429]);
  });

  it.each([
    null,
    "x",
    [],
    { id: { not: "" } },
    { id: "../../etc", rawId: "x", type: "public-key", clientExtensionResults: {}, response: {} },
  ])("S4 refuses %j as a response", async (credential) => {
    const answer = await call(login, "POST", { body: { credential }, headers: freshAddress() });
    expect([answer.status, answer.body.error.code]).toEqual([400, "validation_failed"]);
  });

  it.each(["a\0b", "a\ud800"])(
    "S4 refuses the question %j, which cannot be one",
    async (challenge) => {
      const { device } = await holder();
      const answer = await enter(device.get({ challenge }));
      expect([answer.status, answer.body.error.code]).toEqual([400, "validation_failed"]);
    },
  );

  it.each(["clientDataJSON", "authenticatorData", "signature"])(
    "S4 refuses a broken %s",
    async (field) => {
      const { device } = await holder();
      for (const broken of ["", "AAAA", "e30", "bnVsbA", "A".repeat(3_999)]) {
        const proof = device.get(await ask());
        const answer = await enter({ ...proof, response: { ...proof.response, [field]: broken } });
        expect([400, 401]).toContain(answer.status);
      }
    },
  );
});

describe("names of passkeys", () => {
  it("S1 another account can neither rename nor remove a passkey", async () => {
    const [person, stranger] = [await holder(), await join()];
    const params = { passkeyId: person.passkey._id };
    const named = await call(rename, "PUT", {
      bearer: stranger.token,
      params,
      body: { name: "x" },
    });
    const removed = await call(remove, "DELETE", { bearer: stranger.token, params });
    expect([named.status, removed.status]).toEqual([404, 404]);
    const told = async () =>
      (await mailTo(person.email)).flatMap(
        ({ subject }) => /^A passkey was (added|removed)/.exec(subject)?.[1] ?? [],
      );
    expect(await told()).toEqual(["added"]);
    const own = await call(rename, "PUT", {
      bearer: person.token,
      params,
      body: { name: " My phone " },
    });
    expect(own.status).toBe(200);
    const { body } = await call(list, "GET", { bearer: person.token });
    expect(body.passkeys[0].name).toBe("My phone");
    for (const name of ["", "   ", "x".repeat(61), null, { not: "" }]) {
      const answer = await call(rename, "PUT", { bearer: person.token, params, body: { name } });
      expect(answer.status).toBe(400);
    }
    const taken = await call(remove, "DELETE", { bearer: person.token, params });
    expect(taken.status).toBe(200);
    expect(await told()).toEqual(["removed", "added"]);
  });

  it("the first confirmation of the address removes passkeys that a stranger set up", async () => {
    const squatter = await holder();
    const link = await issueLink("reset", squatter.id, squatter.email);
    const body = { token: link, newPassword: "Another2horse" };
    expect((await call(reset, "POST", { body, headers: freshAddress() })).status).toBe(200);
    expect((await enter(squatter.device.get(await ask()))).status).toBe(401);
  });
});
