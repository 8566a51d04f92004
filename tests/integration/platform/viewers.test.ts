import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { authenticate, viewerOf } from "@/lib/platform/auth/authenticate";
import { tokenCookie } from "@/lib/platform/auth/cookie-names";
import { deviceOf, renewSession, startSession, touchSession } from "@/lib/platform/auth/sessions";
import { mintToken, readToken } from "@/lib/platform/auth/token";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

const browser =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const device = { name: "Chrome on Linux", network: "192.0.2.0/24" };

let user: { id: string; username: string; email: string };
let token: string;

beforeAll(() => {
  env().TRUSTED_PROXY_HOPS = 1;
});
beforeEach(async () => {
  const name = `ada-${randomUUID().slice(0, 8)}`;
  user = await db.user.create({ data: { username: name, email: `${name}@inkwright.example` } });
  token = await startSession(db, user.id, device);
  env().ADMIN_EMAIL = undefined;
});

const who = (headers: Record<string, string>) => authenticate(new Headers(headers));
const bearer = (value = token) => who({ authorization: `Bearer ${value}` });
const claimsOf = async (value = token) => {
  const claims = await readToken(value);
  if (!claims) throw new Error("The token does not hold.");
  return claims;
};
const sessions = () => db.session.findMany({ where: { userId: user.id } });

describe("S8 the viewer of a request", () => {
  it("S8 is identified by a bearer token or the cookie", async () => {
    const { tokenId } = await claimsOf();
    const viewer = { id: user.id, username: user.username, isAdministrator: false, tokenId };
    expect(await bearer()).toEqual({ ...viewer, via: "bearer" });
    expect(await who({ authorization: `bearer   ${token}` })).toMatchObject({ via: "bearer" });
    expect(await who({ cookie: `${tokenCookie}=${token}` })).toEqual({
      ...viewer,
      via: "cookie",
    });
  });

  it("S8 is a visitor without a token, and with a token that the app did not sign", async () => {
    expect(await who({})).toBeNull();
    expect(await bearer("x")).toBeNull();
    for (const authorization of [`Basic ${token}`, `x Bearer ${token}`, `Bearer ${token} x`]) {
      expect(await who({ authorization })).toBeNull();
    }
    expect(await viewerOf(await mintToken(user.id), "bearer", new Headers())).toBeNull();
  });

  it("S8 is not identified by the cookie where a bearer token is invalid", async () => {
    const cookie = `${tokenCookie}=${token}`;
    expect(await who({ authorization: "Bearer wrong", cookie })).toBeNull();
    expect(await who({ authorization: "Basic wrong", cookie })).toMatchObject({ via: "cookie" });
  });

  it("S8 is a visitor from the next request on after deactivation, or once the session expires", async () => {
    const { tokenId: id } = await claimsOf();
    const isKnown = async () => (await bearer()) !== null;
    await db.user.update({ where: { id: user.id }, data: { isActive: false } });
    expect(await isKnown()).toBe(false);
    await db.user.update({ where: { id: user.id }, data: { isActive: true } });
    expect(await isKnown()).toBe(true);
    await db.session.update({ where: { id }, data: { expiresAt: new Date() } });
    expect(await isKnown()).toBe(false);
  });

  it("S5 is the administrator where the row and ADMIN_EMAIL say so", async () => {
    const isAdministrator = async () => (await bearer())?.isAdministrator;
    env().ADMIN_EMAIL = user.email.toUpperCase();
    expect(await isAdministrator()).toBe(false);
    await db.user.updateMany({
      where: { isAdministrator: true },
      data: { isAdministrator: false },
    });
    await db.user.update({ where: { id: user.id }, data: { isAdministrator: true } });
    expect(await isAdministrator()).toBe(true);
    env().ADMIN_EMAIL = "another@inkwright.example";
    expect(await isAdministrator()).toBe(false);
    env().ADMIN_EMAIL = undefined;
    expect(await isAdministrator()).toBe(true);
  });
});

describe("S8 a session", () => {
  it("S8 is listed from its start, with device and network, as long as its token is valid", async () => {
    const { tokenId, expiresAt } = await claimsOf();
    const { name, network } = device;
    const row = { id: tokenId, device: name, network, expiresAt: new Date(expiresAt * 1_000) };
    expect(await sessions()).toMatchObject([row]);
  });

  it.each([
    ["own", 2],
    ["all", 1],
  ] as const)("S8 continues under a renewed token that ends the %s one(s)", async (ends, left) => {
    const { tokenId } = await claimsOf();
    const other = await startSession(db, user.id, device);
    const createdAt = new Date(Date.now() - 86_400_000);
    await db.session.update({ where: { id: tokenId }, data: { createdAt } });
    const viewer = await bearer();
    if (!viewer) throw new Error("no viewer");
    const next = await renewSession(db, viewer, { name: "Other", network: "" }, ends);
    const { tokenId: id } = await claimsOf(next);
    expect(await bearer()).toBeNull();
    expect((await bearer(other)) !== null).toBe(left === 2);
    const rows = await sessions();
    expect(rows).toHaveLength(left);
    expect(rows.find((row) => row.id === id)).toMatchObject({ createdAt, device: "Other" });
  });

  it("S8 is recorded again after five minutes, with its current device and network", async () => {
    const { tokenId: id } = await claimsOf();
    const headers = {
      authorization: `Bearer ${token}`,
      "user-agent": browser,
      "x-forwarded-for": "198.51.100.7",
    };
    const seen = async (minutes: number) => {
      const lastSeenAt = new Date(Date.now() - minutes * 60_000);
      await db.session.update({ where: { id }, data: { lastSeenAt } });
      await who(headers);
      const row = await db.session.findUniqueOrThrow({ where: { id } });
      return { ...row, isNoted: row.lastSeenAt.getTime() !== lastSeenAt.getTime() };
    };
    expect(await seen(4)).toMatchObject({ isNoted: false, device: device.name });
    expect(await seen(6)).toMatchObject({
      isNoted: true,
      device: "Chrome on Linux",
      network: "198.51.100.0/24",
    });
  });

  it("S8 that could not be recorded refuses no request", async () => {
    await db.$executeRaw`ALTER TABLE session RENAME COLUMN device TO hidden`;
    try {
      const { tokenId } = await claimsOf();
      await expect(touchSession(tokenId, device)).resolves.toBeUndefined();
    } finally {
      await db.$executeRaw`ALTER TABLE session RENAME COLUMN hidden TO device`;
    }
  });
});

describe("S8 a session that was ended", () => {
  it("S8 is invalid, and is not restored by use; no other ends", async () => {
    const { tokenId: id } = await claimsOf();
    const stranger = await db.user.create({
      data: { username: randomUUID().slice(0, 20), email: `${randomUUID()}@inkwright.example` },
    });
    const others = [user.id, stranger.id].map((userId) => startSession(db, userId, device));
    await db.session.deleteMany({ where: { id } });
    expect(await bearer()).toBeNull();
    await touchSession(id, device);
    expect(await bearer()).toBeNull();
    for (const other of others) expect(await bearer(await other)).not.toBeNull();
  });
});

describe("the origin of a request", () => {
  const from = (headers: Record<string, string>) => deviceOf(new Headers(headers));

  it("is its browser and system, as far as the user agent says", () => {
    expect(from({ "user-agent": browser }).name).toBe("Chrome on Linux");
    expect(from({}).name).toBe("Unknown browser");
    const long = `Mozilla/5.0 (X11; Linux x86_64) ${"Wolvic/1.0 ".repeat(50)}`;
    expect(from({ "user-agent": long }).name.length).toBeLessThanOrEqual(80);
  });

  it("is its network alone, never its address", () => {
    const network = (address: string) => from({ "x-forwarded-for": address }).network;
    expect(network("198.51.100.207")).toBe("198.51.100.0/24");
    expect(network("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
    expect(network("unknown")).toBe("");
  });
});
