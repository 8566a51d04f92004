import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PageFront } from "@/lib/platform/cache/front.mjs";
import { InFlightRenders } from "@/lib/platform/cache/in-flight.mjs";

const page = (html: string) => ({ value: { html: Buffer.from(html) } });
const usual = {
  "content-type": "text/html; charset=utf-8",
  "x-nextjs-cache": "HIT",
  "cache-control": "s-maxage=3600",
  "content-security-policy": "default-src 'self'",
  etag: '"tide"',
  vary: "rsc, next-router-state-tree",
};

const entries = new Map<string, ReturnType<typeof page>>();
let server: Server;
let base = "";
/** What Next was asked, and what it answers besides the page. */
let asked: string[];
let status: number;
let headers: Record<string, string | string[]>;

beforeEach(async () => {
  entries.clear();
  entries.set("/key", page("<p>Ärger “am Meer” 海</p>"));
  asked = [];
  status = 200;
  headers = { ...usual };
  const front = new PageFront((key) => entries.get(key) ?? null, new InFlightRenders());
  server = createServer((req, res) =>
    front.handle(req, res, () => {
      asked.push(`${req.method} ${req.url}`);
      req.url = "/feed/new/1";
      setImmediate(() => {
        const entry = entries.get("/key");
        front.noteLookup("/key");
        if (entry) front.noteEntry("/key", entry);
        for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
        res.writeHead(status).end(req.method === "HEAD" ? undefined : entry?.value.html);
      });
      return true;
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

/** fetch would compress and decompress by itself. */
const ask = (address = "/story", options: { method?: string; headers?: object } = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request(
        base + address,
        { agent: false, ...options } as Parameters<typeof request>[1],
        (reply) => {
          const parts: Buffer[] = [];
          reply.on("data", (part) => parts.push(part));
          reply.on("end", () =>
            resolve({
              status: reply.statusCode ?? 0,
              headers: reply.headers,
              body: Buffer.concat(parts),
            }),
          );
        },
      )
        .on("error", reject)
        .end();
    },
  );

describe("a page that Next has answered once", () => {
  it("is answered again as it was, without Next", async () => {
    headers.link = ["</a.woff2>; rel=preload", "</b.css>; rel=preload"];
    const first = await ask();
    const second = await ask();
    expect(asked).toEqual(["GET /story"]);
    expect(second.status).toBe(200);
    expect(second.body.toString()).toBe("<p>Ärger “am Meer” 海</p>");
    const { "content-length": length, date: _, ...rest } = second.headers;
    const { "transfer-encoding": __, date: ___, "content-length": ____, ...before } = first.headers;
    expect(rest).toEqual(before);
    expect(length).toBe(String(second.body.length));
  });

  it("is known by its address alone, with its query", async () => {
    await ask("/story?page=2");
    await ask("/story?page=3");
    await ask("/story?page=2");
    expect(asked).toEqual(["GET /story?page=2", "GET /story?page=3"]);
  });

  it("is not sent to who has it", async () => {
    await ask();
    for (const known of ['"tide"', 'W/"tide"', '"sand", "tide"']) {
      const reply = await ask("/story", {
        headers: { "if-none-match": known, "cache-control": "max-age=0" },
      });
      expect(reply.status).toBe(304);
      expect(reply.body).toHaveLength(0);
      expect(reply.headers).toMatchObject({ etag: '"tide"', "cache-control": "s-maxage=3600" });
    }
    expect((await ask("/story", { headers: { "if-none-match": '"sand"' } })).status).toBe(200);
    expect(asked).toHaveLength(1);
  });

  it("answers HEAD with the same headers", async () => {
    const { "content-length": _, ...first } = (await ask()).headers;
    const reply = await ask("/story", { method: "HEAD" });
    expect(reply.headers).toMatchObject({ etag: first.etag, vary: first.vary });
    expect(Number(reply.headers["content-length"])).toBeGreaterThan(20);
    expect(reply.body).toHaveLength(0);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ["its data for the router", { headers: { rsc: "1" } }],
    ["a part of its data", { headers: { "next-router-state-tree": "%5B%5D" } }],
    ["a draft of it", { headers: { cookie: "a=b; __prerender_bypass=secret" } }],
    ["to make it anew", { headers: { "x-prerender-revalidate": "secret" } }],
    ["another method", { method: "POST" }],
    ["whether any version is there", { headers: { "if-none-match": "*" } }],
    ["it past a cache", { headers: { "if-none-match": '"tide"', "cache-control": "no-cache" } }],
  ])("is left to Next for whoever asks for %s", async (_, options) => {
    await ask();
    await ask("/story", options);
    expect(asked).toHaveLength(2);
  });

  it("is left to Next once it is old, and answered again when it is new", async () => {
    await ask();
    const old = entries.get("/key");
    entries.delete("/key");
    await ask();
    entries.set("/key", page("<p>new</p>"));
    headers.etag = '"new"';
    await ask();
    const reply = await ask("/story", { headers: { "if-none-match": '"tide"' } });
    expect(asked).toHaveLength(3);
    expect(reply).toMatchObject({ status: 200, headers: { etag: '"new"' } });
    expect(reply.body.toString()).toBe("<p>new</p>");
    expect(old?.value.html.toString()).toContain("Meer");
  });
});

describe("what Next compresses", () => {
  beforeEach(async () => {
    headers.vary = "rsc, Accept-Encoding";
    await ask();
  });

  it.each([
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["gzip, deflate", "gzip", gunzipSync],
  ])("is compressed once, for %s as %s", async (accepted, encoding, open) => {
    const wish = { headers: { "accept-encoding": accepted } };
    await vi.waitFor(async () => {
      const before = asked.length;
      const reply = await ask("/story", wish);
      expect(asked).toHaveLength(before);
      expect(reply.headers["content-encoding"]).toBe(encoding);
      expect(reply.headers.vary).toBe("rsc, Accept-Encoding");
      expect(open(reply.body).toString()).toBe("<p>Ärger “am Meer” 海</p>");
    });
  });

  it("is made smaller still once it is asked for often, while it goes on being sent", async () => {
    const text = Array.from({ length: 2_000 }, (_, at) => `<p>${(at * 7_919) % 1_009} waves</p>`);
    entries.set("/key", page(text.join("")));
    await ask();
    const sizes: number[] = [];
    await vi.waitFor(async () => {
      const reply = await ask("/story", { headers: { "accept-encoding": "br" } });
      expect(reply.headers["content-encoding"]).toBe("br");
      expect(reply.headers["content-length"]).toBe(String(reply.body.length));
      expect(brotliDecompressSync(reply.body).toString()).toBe(text.join(""));
      sizes.push(reply.body.length);
      expect(reply.body.length).toBeLessThan(sizes[0] ?? 0);
    }, 10_000);
    expect(new Set(sizes).size).toBe(2);
    expect(sizes.length).toBeGreaterThanOrEqual(5);
  });

  it("is sent as it is to who reads no compression, and weighed by Next", async () => {
    expect((await ask()).headers["content-encoding"]).toBeUndefined();
    await ask("/story", { headers: { "accept-encoding": "zstd" } });
    expect(asked).toHaveLength(1);
    await ask("/story", { headers: { "accept-encoding": "gzip;q=0, br;q=0.5" } });
    expect(asked).toHaveLength(2);
  });
});

it.each([
  ["was not in the cache", { "x-nextjs-cache": "MISS" }, 200],
  ["is another's", { "set-cookie": "session=1" }, 200],
  ["is no page", { "content-type": "text/x-component" }, 200],
  ["was not found", {}, 404],
])("nothing is kept of what %s", async (_, others, code) => {
  headers = { ...usual, ...others };
  status = code;
  await ask();
  await ask();
  expect(asked).toHaveLength(2);
});
