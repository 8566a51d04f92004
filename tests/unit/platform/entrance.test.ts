import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { readableAddress, watchEntrance } from "@/lib/platform/http/entrance";

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
  ])("is nobody's where it is no text: %s", (address, known) => {
    expect(readableAddress(address)).toBe(known);
    expect(() => decodeURIComponent(known)).not.toThrow();
  });

  it("is told from its peer by the server alone", async () => {
    watchEntrance();
    watchEntrance();
    const server = createServer((request, response) =>
      response.end(JSON.stringify([request.url, request.headers["x-inkwright-peer"]])),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const reply = await fetch(`${base}/user/%C3`, { headers: { "x-inkwright-peer": "10.0.0.1" } });
    expect(await reply.json()).toEqual(["/%2Fuser%2F%25C3", "127.0.0.1"]);
    server.close();
  });
});
