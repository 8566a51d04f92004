import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { DELETE as remove } from "@/app/api/auth/app-passwords/[appPasswordId]/route";
import { POST as add, GET as list } from "@/app/api/auth/app-passwords/route";
import { GET as me } from "@/app/api/auth/me/route";
import { PUT as change } from "@/app/api/auth/password/route";
import { POST as reset } from "@/app/api/auth/reset-password/route";
import { issueLink } from "@/lib/accounts/sign-in/mailed-links-service";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { mailTo } from "../accounts/mailbox";
import { call, freshAddress } from "../accounts/requests";
import { join } from "../accounts/users";
import { makeStory, type Person, person } from "../http/harness";
import * as shapes from "./document-shapes";
import { appOf, basic, requestOpds, site } from "./opds-client";

beforeAll(() => void Object.assign(env(), { APP_URL: site }));

const shelf = "/opds/shelf/liked";
const from = (headers: Record<string, string>, peer = `reader-${randomUUID()}`) => ({
  headers: { ...headers, "x-inkwright-peer": peer },
});

describe("an app password", () => {
  it("needs the account's own password, is shown once, and is stored as a hash", async () => {
    const ada = await join();
    const wrong = await call(add, "POST", {
      bearer: ada.token,
      body: { name: "Kobo", password: "Wrong1horse" },
    });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, "password"]);
    const made = await call(add, "POST", {
      bearer: ada.token,
      body: { name: " Kobo ", password: ada.password },
    });
    expect(made.status).toBe(201);
    expect(made.body.secret).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    const listed = await call(list, "GET", { bearer: ada.token });
    expect(listed.body.appPasswords).toEqual([made.body.appPassword]);
    expect(made.body.appPassword).toMatchObject({ name: "Kobo", lastUsedAt: null });
    const [row] = await db.$queryRaw<{ row: string }[]>`
      SELECT to_jsonb(p)::text AS row FROM app_password p WHERE user_id = ${ada.id}::uuid`;
    for (const text of [made.body.secret, made.body.secret.replaceAll("-", "")]) {
      expect(row?.row).not.toContain(text);
    }
    const [mail] = await mailTo(ada.email);
    expect(mail?.subject).toBe("An app password was added to your Inkwright account");
    expect(mail?.text).not.toContain(made.body.secret);
  });

  it("opens the catalogue by username or email, in any letter case, and records its last use", async () => {
    const ada = await join();
    const { secret } = await appOf(ada);
    for (const [login, typed] of [
      [ada.username, secret],
      [ada.email.toUpperCase(), secret.toUpperCase()],
      [ada.username, secret.replaceAll("-", " ")],
      [ada.username, secret.replaceAll("-", "")],
    ] as const) {
      expect((await requestOpds(shelf, from(basic(login, typed)))).status, typed).toBe(200);
    }
    const { body } = await call(list, "GET", { bearer: ada.token });
    const used = Date.parse(body.appPasswords[0].lastUsedAt);
    expect(Math.abs(Date.now() - used)).toBeLessThan(60_000);
    await requestOpds(shelf, from(basic(ada.username, secret)));
    const again = await call(list, "GET", { bearer: ada.token });
    expect(again.body.appPasswords[0].lastUsedAt).toBe(body.appPasswords[0].lastUsedAt);
  });

  it("opens nothing else; the account's own password and token do not open the catalogue", async () => {
    const ada = await join();
    const { secret } = await appOf(ada);
    for (const authorization of [
      basic(ada.username, secret).authorization,
      `Bearer ${secret}`,
      `Bearer ${secret.replaceAll("-", "")}`,
    ]) {
      const answer = await call(me, "GET", { headers: { authorization } });
      expect(answer.status).toBe(401);
    }
    for (const headers of [
      basic(ada.email, ada.password),
      basic(ada.username, ada.token),
      { authorization: `Bearer ${ada.token}` },
      { cookie: `token=${ada.token}` },
    ]) {
      expect((await requestOpds(shelf, from(headers))).status).toBe(401);
    }
  });

  it("grants no administrator's rights: drafts of others stay private", async () => {
    const admin = await person("admin", { isAdministrator: true });
    const ada = await person("ada");
    const { story } = await makeStory({ author: ada, status: "draft" });
    const { headers } = await appOf(admin);
    expect((await requestOpds(`/opds/stories/${story.id}`, { headers })).status).toBe(404);
    const put = {
      modified: new Date().toISOString(),
      device: { id: "urn:x:1", name: "X" },
      progression: 0.5,
    };
    const told = await requestOpds(`/opds/stories/${story.id}/progression`, { headers, put });
    expect(told.status).toBe(404);
  });

  it("is removed singly, by its owner alone, from the next request on", async () => {
    const [ada, ben] = [await join(), await join()];
    const [one, two] = [await appOf(ada), await appOf(ada)];
    const params = { appPasswordId: one.id };
    expect((await call(remove, "DELETE", { bearer: ben.token, params })).status).toBe(404);
    expect((await requestOpds(shelf, one)).status).toBe(200);
    expect((await call(remove, "DELETE", { bearer: ada.token, params })).status).toBe(200);
    expect((await requestOpds(shelf, one)).status).toBe(401);
    expect((await requestOpds(shelf, two)).status).toBe(200);
    expect((await mailTo(ada.email))[0]?.subject).toContain("removed");
  });

  it("ends with the account, with its deactivation, and where an attacker may have made it", async () => {
    const ada = await join();
    const app = await appOf(ada);
    await db.user.update({ where: { id: ada.id }, data: { isActive: false } });
    expect((await requestOpds(shelf, app)).status).toBe(401);
    await db.user.update({ where: { id: ada.id }, data: { isActive: true } });
    expect((await requestOpds(shelf, app)).status).toBe(200);
    const token = await issueLink("reset", ada.id, ada.email);
    const body = { token, newPassword: "Better2horse-battery" };
    expect((await call(reset, "POST", { body, headers: freshAddress() })).status).toBe(200);
    expect((await requestOpds(shelf, app)).status).toBe(401);
    const ben = await person("ben");
    const other = await appOf(ben);
    await db.user.delete({ where: { id: ben.id } });
    expect((await requestOpds(shelf, other)).status).toBe(401);
  });

  it("ends with a new password, chosen or by a mailed link, and its owner gets a notice", async () => {
    const sentence = "Apps that read the catalogue have to be connected again.";
    const ada = await join();
    await db.user.update({ where: { id: ada.id }, data: { emailVerifiedAt: new Date() } });
    const app = await appOf(ada);
    const body = { currentPassword: ada.password, newPassword: "Better2horse-battery" };
    const wrong = { ...body, currentPassword: "Wrong1horse" };
    expect((await call(change, "PUT", { bearer: ada.token, body: wrong })).status).toBe(400);
    expect((await requestOpds(shelf, app)).status).toBe(200);
    const changed = await call(change, "PUT", { bearer: ada.token, body });
    expect([changed.status, changed.body.message]).toEqual([
      200,
      `Your password is changed. Every other session was signed out. ${sentence}`,
    ]);
    expect((await requestOpds(shelf, app)).status).toBe(401);
    expect((await mailTo(ada.email))[0]?.text).toContain("every app with an app password");

    const again = await appOf({
      ...ada,
      token: changed.body.token,
      password: body.newPassword,
    });
    const token = await issueLink("reset", ada.id, ada.email);
    const chosen = await call(reset, "POST", {
      body: { token, newPassword: "Third3horse-battery" },
      headers: freshAddress(),
    });
    expect([chosen.status, chosen.body.message]).toEqual([200, changed.body.message]);
    expect((await requestOpds(shelf, again)).status).toBe(401);

    const last = await call(change, "PUT", {
      bearer: chosen.body.token,
      body: { currentPassword: "Third3horse-battery", newPassword: "Fourth4horse-battery" },
    });
    expect(last.body.message).not.toContain(sentence);
  });

  it("is one of twenty at most", async () => {
    const ada = await person("ada");
    await db.appPassword.createMany({
      data: Array.from({ length: 20 }, (_, index) => ({
        userId: ada.id,
        name: `App ${index}`,
        hash: Buffer.from(randomUUID()),
      })),
    });
    const { status, body } = await call(add, "POST", {
      bearer: ada.token,
      body: { name: "One more", password: "" },
    });
    expect([status, body.message]).toEqual([
      409,
      "There is room for 20 app passwords. Remove one first.",
    ]);
  });
});

describe("a client that is not signed in", () => {
  it("gets the document from which apps build their sign-in form", async () => {
    const answer = await requestOpds(shelf);
    expect(answer.status).toBe(401);
    expect(answer.type).toBe("application/opds-authentication+json; charset=utf-8");
    expect(answer.headers.get("www-authenticate")).toBe('Basic realm="Inkwright", charset="UTF-8"');
    const { id } = shapes.authentication.parse(answer.json);
    const document = await requestOpds(id);
    expect([document.status, document.type]).toEqual([200, answer.type]);
    expect(document.json).toEqual(answer.json);
  });

  it("includes one whose header is broken, hostile or very long", async () => {
    const of = (text: string | Buffer) => `Basic ${Buffer.from(text).toString("base64")}`;
    for (const authorization of [
      "Basic",
      "Basic ",
      "Basic ====",
      "Basic %%%",
      "Basic YQ",
      of("nocolon"),
      of(":secret"),
      of("ada:"),
      of("a\u0000b:c"),
      of(Buffer.from([0xff, 0xfe, 0x3a, 0xff])),
      of("' OR 1=1 --:x"),
      of(`ada:${"x".repeat(75_000)}`),
      `Basic ${"A".repeat(100_000)}`,
      `Digest ${"b".repeat(500)}`,
    ]) {
      for (const path of [shelf, "/opds"]) {
        const answer = await requestOpds(path, from({ authorization }));
        expect(answer.status, authorization.slice(0, 40)).toBe(401);
      }
    }
  });

  it("is blocked after ten wrong passwords from an address, even with a right one", async () => {
    const ada = await person("ada");
    const { headers } = await appOf(ada);
    const peer = `guesser-${randomUUID()}`;
    for (let time = 1; time <= 10; time += 1) {
      const guess = basic(`nobody-${time}`, "abcde-fghij-kmnpq-rstuv");
      expect((await requestOpds(shelf, from(guess, peer))).status).toBe(401);
    }
    const refused = await requestOpds(shelf, from({ authorization: headers.authorization }, peer));
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    // The same from elsewhere.
    expect((await requestOpds(shelf, from({ authorization: headers.authorization }))).status).toBe(
      200,
    );
  });

  it("is blocked after ten at one account, from any address; its owner's app still works", async () => {
    const ada: Person = await person("ada");
    const app = await appOf(ada);
    const wrong = () => requestOpds(shelf, from(basic(ada.username, "abcde-fghij-kmnpq-rstuv")));
    for (let time = 1; time <= 10; time += 1) expect((await wrong()).status).toBe(401);
    expect((await wrong()).status).toBe(429);
    expect((await requestOpds(shelf, app)).status).toBe(200);
  });

  it("may send right passwords without limit", async () => {
    const app = await appOf(await person("ada"));
    const answers = await Promise.all(Array.from({ length: 30 }, () => requestOpds(shelf, app)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
