import { connect } from "node:net";
import { expect, test } from "@/tests/support/browser";

/**
 * Sends bytes as they are over one connection and hands over what came back until it was closed, or
 * nothing more came for a second.
 */
async function raw(baseURL: string | undefined, parts: string[]): Promise<string[]> {
  const { hostname, port } = new URL(baseURL ?? "");
  const socket = connect(Number(port), hostname);
  socket.setTimeout(1_000, () => socket.destroy());
  socket.on("error", () => {});
  let answer = "";
  socket.on("data", (chunk: Buffer) => {
    answer += chunk.toString("latin1");
  });
  const ended = new Promise((done) => socket.on("close", done));
  for (const part of parts) {
    if (socket.destroyed) break;
    socket.write(part, "latin1");
    await new Promise((done) => setTimeout(done, 20));
  }
  await ended;
  return answer.split(/(?=HTTP\/1\.1 \d{3} )/).filter(Boolean);
}

const statuses = (answers: string[]) => answers.map((answer) => Number(answer.slice(9, 12)));
const from = "host: 127.0.0.1\r\nx-forwarded-for: 10.77.0.1\r\n";
const next = `GET /api/health HTTP/1.1\r\n${from}connection: close\r\n\r\n`;

test("a body over its limit ends the connection, and no later call hangs @full", async ({
  baseURL,
}) => {
  const head = `POST /api/auth/login HTTP/1.1\r\n${from}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
  const chunk = `8000\r\n${"x".repeat(0x8000)}\r\n`;
  const answers = await raw(baseURL, [head, ...Array<string>(12).fill(chunk), "0\r\n\r\n", next]);
  expect(statuses(answers)[0]).toBe(413);
  expect(answers[0]?.toLowerCase()).toContain("connection: close");
  expect(answers).toHaveLength(1);
  // Declared too long, it is refused before it is sent.
  const declared = `POST /api/auth/login HTTP/1.1\r\n${from}content-type: application/json\r\ncontent-length: 300000000\r\n\r\n`;
  expect(statuses(await raw(baseURL, [declared]))).toEqual([413]);
});

test("requests that no browser sends are refused, and reach no other address @full", async ({
  baseURL,
}) => {
  const ask = async (line: string, headers = "") =>
    (await raw(baseURL, [`${line}\r\n${from}${headers}connection: close\r\n\r\n`]))[0] ?? "";
  for (const method of ["TRACE", "PROPFIND"]) {
    expect(await ask(`${method} / HTTP/1.1`)).toMatch(/^HTTP\/1\.1 405 /);
  }
  expect(await ask("GET / HTTP/1.1", "rsc: 1\r\nnext-router-state-tree: %7B\r\n")).toMatch(
    /^HTTP\/1\.1 400 /,
  );
  for (const address of ["http://evil.example/dashboard", "http://evil.example//dashboard/"]) {
    const answer = await ask(`GET ${address} HTTP/1.1`);
    expect(answer).toMatch(/^HTTP\/1\.1 30[78] /);
    expect(answer.slice(0, answer.indexOf("\r\n\r\n"))).not.toContain("evil");
  }
  expect(await ask("GET /%2f%2fevil.example HTTP/1.1")).not.toMatch(
    /^location: (https?:)?\/\/evil/im,
  );
  // Two lengths, and a length beside chunks: the ways to smuggle a second request.
  const twice = "content-length: 5\r\ncontent-length: 6\r\n";
  expect(await ask("POST /api/auth/login HTTP/1.1", twice)).toMatch(/^HTTP\/1\.1 400 /);
  const both = "content-length: 5\r\ntransfer-encoding: chunked\r\n";
  expect(await ask("POST /api/auth/login HTTP/1.1", both)).toMatch(/^HTTP\/1\.1 400 /);
});

test("a request to upgrade the protocol is answered without it @full", async ({ baseURL }) => {
  for (const [protocol, line] of [
    ["websocket", "GET /api/health HTTP/1.1"],
    ["h2c", "GET /api/health HTTP/1.1"],
    ["h2c", "GET / HTTP/1.1"],
    ["websocket", "GET /_next/webpack-hmr HTTP/1.1"],
  ]) {
    const offer = `connection: upgrade, close\r\nupgrade: ${protocol}\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n`;
    const [answer = ""] = await raw(baseURL, [`${line}\r\n${from}${offer}\r\n`]);
    expect(answer, `${protocol} for ${line}`).toMatch(/^HTTP\/1\.1 (200|404) /);
  }
});
