import { createHash, createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A stand-in for Inngest's server, on loopback: it records all requests. */
export interface InngestServer {
  url: string;
  calls: { method: string; path: string; headers: Record<string, unknown>; body: unknown }[];
  /** Answers of the paths that begin with the key; anything else is 200 `{ok: true}`. */
  answers: Map<string, { status: number; body: unknown }>;
  /** Bearer tokens that it knows. */
  tokens: Set<string>;
  close: () => Promise<void>;
}

const hex = (key: string) => key.replace(/^signkey-\w+-/, "");

/** 4.1.4: the prefix stays, the rest becomes the SHA-256 of the key's bytes. */
export const tokenOf = (key: string) =>
  `${/^signkey-\w+-/.exec(key)?.[0] ?? ""}${createHash("sha256")
    .update(Buffer.from(hex(key), "hex"))
    .digest("hex")}`;

/** RFC 8785, as far as these tests need it. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
};

/** 4.1.3: HMAC of the body followed by the time, with the key without its prefix. */
export function signatureOf(body: string, key: string, at = Date.now()): string {
  const t = String(Math.floor(at / 1_000));
  return `t=${t}&s=${createHmac("sha256", hex(key)).update(body).update(t).digest("hex")}`;
}

export async function startInngestServer(): Promise<InngestServer> {
  const calls: InngestServer["calls"] = [];
  const answers: InngestServer["answers"] = new Map();
  const tokens = new Set<string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString();
    const path = request.url ?? "/";
    calls.push({
      method: request.method ?? "",
      path,
      headers: request.headers,
      body: raw ? JSON.parse(raw) : null,
    });
    const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
    const known = [...answers].find(([prefix]) => path.startsWith(prefix))?.[1];
    const answer = tokens.has(token)
      ? (known ?? { status: 200, body: { ok: true } })
      : { status: 401, body: { error: "unknown key" } };
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answers,
    tokens,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
