import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { clientAddress, normalizeAddress } from "@/lib/platform/http/client-address";
import { peerHeader, readableAddress, receive } from "@/scripts/launcher/request-guard.mjs";

describe("an address that enters the server", () => {
  it.each([
    "/",
    "/tag/%D0%BC%D0%BE%D1%80%D0%B5?page=2",
    "/tag/C%23",
    "/search?q=%E0%A4%A",
    "/a?b=%25?c",
  ])("stays as it is: %s", (address) => expect(readableAddress(address)).toBe(address));

  it.each([
    ["/tag/%E0%A4%A", "/%2Ftag%2F%25E0%25A4%25A"],
    ["/tag/%E0%A4?page=2", "/%2Ftag%2F%25E0%25A4?page=2"],
    ["/%", "/%2F%25"],
    ["/api/stories/%ff?x=1", "/api/stories/%25ff?x=1"],
  ])("is escaped where it is not valid UTF-8: %s", (address, known) => {
    expect(readableAddress(address)).toBe(known);
    expect(() => decodeURIComponent(known)).not.toThrow();
  });

  const asked = (url: string, method = "GET", headers = {}) => {
    const request = { url, method, headers, socket: { remoteAddress: "10.0.0.9" } };
    const refused = receive(request as never);
    return { refused, url: request.url };
  };

  it.each([
    ["http://evil.example/login?from=/a", "/login?from=/a"],
    ["HTTPS://evil.example:8443", "/"],
    ["http://evil.example?x=1", "/?x=1"],
    ["*", "/*"],
  ])("reaches no other address: %s", (url, own) =>
    expect(asked(url)).toEqual({ refused: 0, url: own }),
  );

  it.each(["TRACE", "PROPFIND", "CONNECT", "SOURCE"])("is not asked with %s", (method) =>
    expect(asked("/", method).refused).toBe(405),
  );

  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const parent = `00-${trace}-00f067aa0ba902b7-01`;
  it.each([
    ["nothing", undefined, undefined, /^[0-9a-f]{32}$/, "its own"],
    ["no id", "two words", undefined, /^[0-9a-f]{32}$/, "its own"],
    ["a proxy's id", "from-the-proxy-1", undefined, /^from-the-proxy-1$/, undefined],
    ["a browser's id", "0b2e4ec5-eb71-4b57-be7c-22c5b9a32190", undefined, /^0b2e/, "its own"],
    ["a trace", undefined, parent, new RegExp(`^${trace}$`), parent],
    ["both", "from-the-proxy-1", parent, /^from-the-proxy-1$/, parent],
    ["no trace", undefined, "00-zz-01", /^[0-9a-f]{32}$/, "its own"],
  ])("has an id and, where valid, a trace: sent %s", (_, sent, traceparent, id, expected) => {
    const headers: Record<string, string | undefined> = { "x-request-id": sent, traceparent };
    asked("/", "GET", headers);
    const given = headers["x-request-id"] ?? "";
    expect(given).toMatch(id);
    const hex = given.replaceAll("-", "");
    const own = `00-${hex}-${hex.slice(0, 16)}-01`;
    expect(headers.traceparent).toBe(expected === "its own" ? own : expected);
  });

  it("requests no server action", () =>
    expect(asked("/login", "POST", { "next-action": "abc" }).refused).toBe(404));

  it.each([
    ["16777216", 0],
    ["16777217", 413],
    ["300000000", 413],
  ])("is limited in size: %s bytes", (length, refused) =>
    expect(asked("/", "POST", { "content-length": length }).refused).toBe(refused),
  );

  it.each([
    ["%5B%22%22%5D", 0],
    ['["",{}]', 0],
    ["%E0%A4%A", 400],
    ["{", 400],
    ["", 400],
    ["7", 400],
  ])("has a router state in JSON or none: %s", (state, refused) =>
    expect(asked("/", "GET", { "next-router-state-tree": state }).refused).toBe(refused),
  );

  it("has the peer that the server sets", async () => {
    const server = createServer((request, response) => {
      receive(request);
      response.end(JSON.stringify([request.url, request.headers[peerHeader]]));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const reply = await fetch(`${base}/user/%C3`, { headers: { [peerHeader]: "10.0.0.1" } });
    expect(await reply.json()).toEqual(["/%2Fuser%2F%25C3", "127.0.0.1"]);
    server.close();
  });
});

describe("the address of a client", () => {
  afterEach(() => vi.unstubAllEnvs());
  const headers = new Headers({ [peerHeader]: "10.0.0.1", "x-forwarded-for": "10.0.0.2" });

  it("is the one that the app's server wrote", () => {
    vi.stubEnv("PEER_HEADER", peerHeader);
    expect(clientAddress(headers)).toBe("10.0.0.1");
    expect(clientAddress(new Headers())).toBe("unknown");
  });

  it("is no header of the request where no server of the app is in front", () => {
    vi.stubEnv("PEER_HEADER", undefined);
    expect(clientAddress(headers)).toBe("unknown");
  });

  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.7:51234", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["[::ffff:cb00:7107]:443", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2:ffff::1]:8080", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["not an address", "not an address"],
  ])("S10 %s counts as %s", (entry, counted) => expect(normalizeAddress(entry)).toBe(counted));

  it("S10 is the entry that the outermost proxy wrote, whatever stands to its left", async () => {
    vi.stubEnv("TRUSTED_PROXY_HOPS", "1");
    vi.resetModules();
    const { clientAddress } = await import("@/lib/platform/http/client-address");
    const forwarded = new Headers({ "x-forwarded-for": "10.9.9.9, [2001:db8::7]:4711" });
    expect(clientAddress(forwarded)).toBe("2001:db8:0:0::/64");
  });
});
