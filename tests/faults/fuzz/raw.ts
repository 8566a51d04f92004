import { connect } from "node:net";
import type { Random } from "./values.ts";

const host = "Host: localhost";
const get = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, host, ...headers].join("\r\n")}\r\n\r\n`;
const post = (headers: string[], body: string) =>
  `${["POST /api/auth/login HTTP/1.1", host, "Content-Type: application/json", ...headers].join("\r\n")}\r\n\r\n${body}`;
const login = '{"identifier":"nobody","password":"wrong-Password-1"}';

/** The one of them that says that more is to come, so that nothing is answered yet. */
export const unfinished = "a huge chunk";

/** Requests as bytes, each with what is wrong or rare about it. */
export const rare: [what: string, bytes: string][] = [
  [
    "length and chunks",
    post(
      ["Content-Length: 4", "Transfer-Encoding: chunked"],
      "0\r\n\r\nGET /api/health HTTP/1.1\r\nHost: x\r\n\r\n",
    ),
  ],
  ["two lengths", post(["Content-Length: 2", "Content-Length: 40"], login)],
  [
    "chunks twice",
    post(["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], "0\r\n\r\n"),
  ],
  [
    "chunks in disguise",
    post(["Transfer-Encoding: \u000bchunked", "Content-Length: 5"], "0\r\n\r\n"),
  ],
  ["a negative length", post(["Content-Length: -1"], login)],
  ["a length in hex", post(["Content-Length: 0x10"], login)],
  [unfinished, post(["Transfer-Encoding: chunked"], "FFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n")],
  ["a chunk that is none", post(["Transfer-Encoding: chunked"], "zz\r\n{}\r\n0\r\n\r\n")],
  [
    "chunk extensions",
    post(["Transfer-Encoding: chunked"], `2;${"x".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
  ],
  [
    "trailers",
    post(
      ["Transfer-Encoding: chunked", "Trailer: Authorization"],
      "2\r\n{}\r\n0\r\nAuthorization: Bearer x\r\n\r\n",
    ),
  ],
  ["bare line feeds", `GET / HTTP/1.1\n${host}\n\n`],
  ["a folded header", get("/", "X-A: 1\r\n 2")],
  ["a space before the colon", get("/", "Content-Length : 0")],
  ["no host", "GET / HTTP/1.1\r\n\r\n"],
  ["two hosts", get("/", "Host: evil.example")],
  ["a host with a path", "GET / HTTP/1.1\r\nHost: localhost/evil?\r\n\r\n"],
  ["a whole address", get("http://evil.example/login?from=//evil.example")],
  ["two slashes", get("//evil.example/%2e%2e")],
  ["backslashes", get("/\\evil.example/..\\..")],
  ["a path of 100,000 bytes", get(`/${"a".repeat(100_000)}`)],
  ["a query of 10,000 pairs", get(`/search?${"q=1&".repeat(3_000)}`)],
  ["2,000 headers", get("/", ...Array.from({ length: 2_000 }, (_, n) => `X-${n}: 1`))],
  ["a header of 30,000 bytes", get("/", `Cookie: ${"a".repeat(30_000)}`)],
  ["a zero byte in the path", get("/a\u0000b")],
  ["a zero byte in a header", get("/", "X-A: \u0000")],
  ["bytes beyond ASCII", get("/\u00e4\u00ff", "X-A: \u00e4")],
  ["half an escape", get("/tag/%E0%A4%A")],
  ["an escape of nothing", get("/story/%00/read")],
  ["HTTP 0.9", "GET /\r\n\r\n"],
  ["HTTP 2 by force", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["HTTP 9", `GET / HTTP/9.9\r\n${host}\r\n\r\n`],
  ["TLS", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003"],
  [
    "an upgrade",
    get(
      "/",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ),
  ],
  [
    "an upgrade to h2c",
    get("/", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQ"),
  ],
  ["an expectation", post(["Expect: 100-continue", `Content-Length: ${login.length}`], login)],
  ["another expectation", post(["Expect: 200-ok", "Content-Length: 0"], "")],
  ["two requests at once", get("/api/health") + get("/api/health", "Connection: close")],
  [
    "a connection of our own header",
    get("/", "Connection: x-inkwright-peer", "x-inkwright-peer: 1.2.3.4"),
  ],
  [
    "Next's own headers",
    get(
      "/",
      "x-middleware-subrequest: proxy:proxy:proxy:proxy:proxy",
      "x-invoke-path: /dashboard",
      "x-matched-path: /setup",
      "x-nextjs-data: 1",
    ),
  ],
  ["a state of the router that is none", get("/", "RSC: 1", "Next-Router-State-Tree: %5B%22%22")],
  [
    "a part of a tree that is none",
    get(
      "/?_rsc=abc",
      "RSC: 1",
      "Next-Router-Prefetch: 9",
      "Next-Router-Segment-Prefetch: /_tree/../../x",
    ),
  ],
  [
    "a server action",
    `POST / HTTP/1.1\r\n${host}\r\nNext-Action: 00ff\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n[]`,
  ],
  ["a preview cookie", get("/", "Cookie: __prerender_bypass=x; __next_preview_data=y")],
  ["a long list of ranges", get("/icon.svg", `Range: bytes=${"0-,".repeat(1_000)}0-`)],
  ["an encoding that is none", get("/", "Accept-Encoding: ;q=,gzip;q=9,\u00ff")],
  [
    "times that are none",
    get("/", "If-Modified-Since: yesterday", 'If-None-Match: W/"', "If-Range: x"),
  ],
  ["a picture optimizer", get("/_next/image?url=http://169.254.169.254/&w=64&q=75")],
  ["files of the build beside others", get("/_next/static/../../package.json")],
  ["files of the server", get("/_next/static/%2e%2e%2fserver/app-paths-manifest.json")],
  ["a source map", get("/_next/static/chunks/main.js.map")],
  [
    "headers of a proxy",
    get(
      "/",
      "X-Forwarded-Host: evil.example",
      "X-Forwarded-Proto: javascript",
      "X-Forwarded-For: <script>",
      "Forwarded: for=_x",
    ),
  ],
  ...["TRACE", "CONNECT", "PROPFIND", "get", "DELETE", "OPTIONS", "HEAD", "PUT"].map(
    (method): [string, string] => [
      method,
      `${method} / HTTP/1.1\r\n${host}\r\nContent-Length: 0\r\n\r\n`,
    ],
  ),
];

export interface RawAnswer {
  /** 0 where the connection was ended without one, or nothing came. */
  status: number;
  head: string;
  /** Whether two seconds passed without a byte, and the connection still stood. */
  isSilent: boolean;
}

/** Sends bytes and reads what comes back within two seconds. */
export function sendRaw(port: number, bytes: string): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const end = (isSilent = false) => {
      socket.destroy();
      resolve({
        status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0),
        head: text.slice(0, 2_000),
        isSilent,
      });
    };
    socket.setTimeout(2_000, () => end(text === ""));
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", () => end());
    socket.on("close", () => end());
    socket.write(Buffer.from(bytes, "latin1"));
    // A whole answer may be kept open for the next request.
    socket.on("data", () => setTimeout(end, 150));
  });
}

/** One of the requests with some of its bytes changed, left out, or doubled. */
export function mutate(random: Random): string {
  const [, bytes] = random.pick(rare);
  const letters = [...bytes.slice(0, 600)];
  for (let count = 1 + random.below(4); count > 0; count -= 1) {
    const at = random.below(letters.length);
    const way = random.below(3);
    if (way === 0) letters[at] = String.fromCharCode(random.below(256));
    else if (way === 1) letters.splice(at, 1 + random.below(8));
    else letters.splice(at, 0, letters.slice(at, at + 20).join(""));
  }
  return `${letters.join("")}\r\n\r\n`;
}
