import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { POST as login } from "@/app/api/auth/login/route";
import { POST as logout } from "@/app/api/auth/logout/route";
import { GET as me } from "@/app/api/auth/me/route";
import { PUT as password } from "@/app/api/auth/password/route";
import { DELETE as end } from "@/app/api/auth/sessions/[sessionId]/route";
import { DELETE as endOthers, GET as list } from "@/app/api/auth/sessions/route";
import { openSession } from "@/lib/accounts/service";
import { mintToken } from "@/lib/platform/auth/token";
import { db } from "@/lib/platform/db";
import { tokenOf } from "../../support/rows/session-rows";
import { call, freshAddress } from "./requests";
import { join } from "./users";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const from = (peer: string, agent = firefox) => ({
  "x-inkwright-peer": peer,
  "user-agent": agent,
});

const sessionsOf = async (token: string, headers = {}) =>
  (await call(list, "GET", { bearer: token, headers })).body.sessions;

const statuses = async (token: string) => [
  (await call(me, "GET", { bearer: token })).status,
  (await call(me, "GET", { cookie: token })).status,
];

async function signIn(person: { email: string; password: string }, headers = {}) {
  const { email, password } = person;
  const answer = await call(login, "POST", { body: { email, password }, headers });
  expect(answer.status).toBe(200);
  return answer.body.token as string;
}

describe("S8 the list of sessions", () => {
  it("S8 names browser, system and network, never the whole address", async () => {
    const person = await join();
    const other = await signIn(person, from("203.0.113.77"));
    const third = await signIn(person, from("2001:db8:1:2:3:4:5:6", "curl/8.9.1"));
    const sessions = await sessionsOf(other, from("203.0.113.77"));
    expect(sessions).toHaveLength(3);
    expect(sessions[0]).toMatchObject({
      device: "Firefox on Linux",
      network: "203.0.113.0/24",
      isCurrent: true,
    });
    expect(sessions.map((session: { isCurrent: boolean }) => session.isCurrent)).toEqual([
      true,
      false,
      false,
    ]);
    expect(sessions.map((session: { device: string }) => session.device)).toContain(
      "Unknown browser",
    );
    expect(JSON.stringify(sessions)).toContain("2001:db8:1:2::/64");
    expect(JSON.stringify(await db.session.findMany())).not.toMatch(/113\.77|:5:6/);
    expect(third).not.toBe(other);
  });

  it("S8 ends one from its next request on, as cookie and as bearer, and no other", async () => {
    const person = await join();
    const other = await signIn(person);
    const [, gone] = await sessionsOf(person.token);
    const answer = await call(end, "DELETE", {
      cookie: person.token,
      params: { sessionId: gone._id },
    });
    expect(answer.status).toBe(200);
    expect(await statuses(other)).toEqual([401, 401]);
    expect(await statuses(person.token)).toEqual([200, 200]);
    expect(await sessionsOf(person.token)).toHaveLength(1);
  });

  it("S8 ends all others, and this one keeps its start time", async () => {
    const person = await join();
    const others = [await signIn(person), await tokenOf(person)];
    const [before] = await sessionsOf(person.token);
    const answer = await call(endOthers, "DELETE", { cookie: person.token });
    expect(answer.status).toBe(200);
    const { token } = answer.body;
    expect(answer.cookies[0]).toContain(`token=${token};`);
    for (const other of [...others, person.token])
      expect(await statuses(other)).toEqual([401, 401]);
    expect(await statuses(token)).toEqual([200, 200]);
    const left = await sessionsOf(token);
    expect(left).toMatchObject([{ createdAt: before.createdAt, isCurrent: true }]);
    expect(left[0]._id).not.toBe(before._id);
  });

  it("S8 lists no session that signed out, and none of an older password", async () => {
    const person = await join();
    const other = await signIn(person);
    await call(logout, "POST", { cookie: other });
    expect(await sessionsOf(person.token)).toHaveLength(1);
    await signIn(person);
    const { body } = await call(password, "PUT", {
      cookie: person.token,
      body: { currentPassword: person.password, newPassword: "Another2horse" },
    });
    expect(await sessionsOf(body.token)).toMatchObject([{ isCurrent: true }]);
  });

  it("S8 opens none for a password that was changed after its check, nor for a deactivated account", async () => {
    const { id } = await join();
    const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id } });
    await db.user.update({ where: { id }, data: { passwordHash: "of a new password" } });
    const device = { name: "Firefox on Linux", network: "192.0.2.0" };
    expect(await openSession(db, { id, passwordHash }, device)).toBeNull();
    expect(await openSession(db, { id }, device)).not.toBeNull();
    await db.user.update({ where: { id }, data: { isActive: false } });
    expect(await openSession(db, { id }, device)).toBeNull();
  });

  it("S8 a token without a session is invalid, and its use opens none", async () => {
    const person = await join();
    expect(await statuses(await mintToken(person.id))).toEqual([401, 401]);
    expect(await sessionsOf(person.token)).toHaveLength(1);
  });

  it("S8 ends each session that a sign-in opens during a change of the password", async () => {
    const person = await join();
    const body = { currentPassword: person.password, newPassword: "Another2horse" };
    const [changed, ...attempts] = await Promise.all([
      call(password, "PUT", { cookie: person.token, body }),
      ...Array.from({ length: 6 }, () =>
        call(login, "POST", {
          body: { email: person.email, password: person.password },
          headers: freshAddress(),
        }),
      ),
    ]);
    expect(changed.status).toBe(200);
    for (const { body: attempt } of attempts) {
      if (attempt.token) expect(await statuses(attempt.token)).toEqual([401, 401]);
    }
    expect(await sessionsOf(changed.body.token)).toMatchObject([{ isCurrent: true }]);
  });

  it("S1 another account can neither end a session nor learn of it", async () => {
    const [person, stranger] = [await join(), await join()];
    const [own] = await sessionsOf(person.token);
    for (const sessionId of [own._id, randomUUID()]) {
      const answer = await call(end, "DELETE", { bearer: stranger.token, params: { sessionId } });
      expect([answer.status, answer.body.error.code]).toEqual([404, "not_found"]);
    }
    for (const sessionId of ["x", "' OR 1=1 --", ""]) {
      const answer = await call(end, "DELETE", { bearer: stranger.token, params: { sessionId } });
      expect(answer.status).toBe(404);
    }
    expect(await statuses(person.token)).toEqual([200, 200]);
    const foreign = await call(endOthers, "DELETE", {
      cookie: person.token,
      origin: "https://evil.example",
    });
    expect(foreign.status).toBe(403);
  });

  it("S17 a user agent is shown as text, at any length", async () => {
    const person = await join();
    const odd = `Mozilla/5.0 (<script>alert(1)</script>) ${"Firefox/1 ".repeat(500)}`;
    const token = await signIn(person, from("203.0.113.5", odd));
    const [session] = await sessionsOf(token, from("203.0.113.5", odd));
    expect(session.device.length).toBeLessThanOrEqual(80);
    expect(session.device).not.toContain("<script");
  });
});
