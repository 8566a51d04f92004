import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type FetchLimits, guardedFetch, isPublicAddress } from "@/lib/platform/http/guarded-fetch";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const limits: FetchLimits = {
  hosts: [".replicate.delivery"],
  maxBytes: 1_000,
  deadline: 500,
  types: ["image/"],
};
const reasonOf = (address: string, changes: Partial<FetchLimits> = {}) =>
  guardedFetch(address, { ...limits, ...changes }).then(
    () => "fetched",
    (error: { reason?: string }) => error.reason,
  );
const picture = { "content-type": "image/png" };

describe("fetching from other hosts", () => {
  it("S13 connects only to the named hosts by https", async () => {
    let visits = 0;
    const canary = await serve((_, response) => {
      visits += 1;
      response.writeHead(200, picture).end("x");
    });
    const { port } = new URL(canary);
    for (const address of [
      canary,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://0x7f.1:${port}/`,
      "http://169.254.169.254/latest/meta-data/",
      "https://10.0.0.1/",
      "file:///etc/passwd",
      "http://replicate.delivery/a.png",
      "https://replicate.delivery.evil.example/a.png",
      "https://evilreplicate.delivery/a.png",
      "https://replicate.delivery:8443/a.png",
      "https://user:secret@replicate.delivery/a.png",
      "data:image/png;base64,AAAA",
      "not an address",
    ]) {
      expect(await reasonOf(address), address).toBe("address");
    }
    expect(visits).toBe(0);
  });

  it("S13 goes to no address in numbers of a network of our own, where any host is allowed", async () => {
    for (const host of [
      "127.0.0.1",
      "0x7f.1",
      "192.168.1.1",
      "169.254.169.254",
      "[::1]",
      "[fd00::1]",
    ]) {
      expect(await reasonOf(`https://${host}/a.png`, { hosts: "public" }), host).toBe("address");
    }
  });

  it.each(["127.0.0.1", "169.254.169.254", "10.1.2.3", "::1", "::ffff:127.0.0.1", "fd00::1"])(
    "S13 connects to no name that leads to %s",
    async (address) => {
      const resolve = ((_name: string, _options: unknown, done: (...all: unknown[]) => void) =>
        done(null, [{ address, family: address.includes(":") ? 6 : 4 }])) as never;
      expect(await reasonOf("https://xezq.replicate.delivery/a.png", { resolve })).toBe("address");
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  it("S13 follows no redirect to another host", async () => {
    let visits = 0;
    const canary = await serve((_, response) => {
      visits += 1;
      response.writeHead(200, picture).end("x");
    });
    const origin = await serve((request, response) => {
      const location = request.url === "/own" ? "/picture" : `${canary}/a.png`;
      if (request.url === "/picture") return response.writeHead(200, picture).end("ok");
      return response.writeHead(302, { location }).end();
    });
    expect(await reasonOf(`${origin}/away`, { trustedOrigin: origin })).toBe("address");
    expect(visits).toBe(0);
    expect(await reasonOf(`${origin}/own`, { trustedOrigin: origin })).toBe("fetched");
  });

  it.each<[string, string, RequestListener]>([
    [
      "HTML",
      "type",
      (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
    ],
    [
      "something packed",
      "type",
      (_, response) => response.writeHead(200, { ...picture, "content-encoding": "gzip" }).end("x"),
    ],
    [
      "too much, as it says",
      "too-large",
      (_, response) => response.writeHead(200, { ...picture, "content-length": "5000" }).end(),
    ],
    [
      "too much, unsaid",
      "too-large",
      (_, response) => response.writeHead(200, picture).end("x".repeat(2_000)),
    ],
    [
      "less than it says",
      "cut",
      (_, response) => {
        response.writeHead(200, { ...picture, "content-length": "900" }).write("x");
        setTimeout(() => response.destroy(), 20);
      },
    ],
    [
      "a byte now and then",
      "cut",
      (_, response) => {
        response.writeHead(200, picture);
        const drip = setInterval(() => response.write("x"), 30);
        response.on("close", () => clearInterval(drip));
      },
    ],
    ["nothing any more", "gone", (_, response) => response.writeHead(404).end()],
    ["an error", "cut", (_, response) => response.writeHead(503).end()],
  ])("S14 refuses %s", async (_, reason, answer) => {
    const origin = await serve(answer);
    expect(await reasonOf(`${origin}/a.png`, { trustedOrigin: origin })).toBe(reason);
  });
});
