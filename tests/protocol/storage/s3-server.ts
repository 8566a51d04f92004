import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A store that speaks the part of the S3 protocol that we use, on loopback. It believes nobody:
 * every signature (of headers and of presigned addresses) is computed anew after AWS's description
 * of version 4, and hashes, sizes, types and lifetimes are held to what was signed.
 */
interface Kept {
  bytes: Buffer;
  type: string;
  cacheControl: string;
  putAt: Date;
}

export interface S3Server {
  url: string;
  objects: Map<string, Kept>;
  /** Method and path of each call, also of refused ones. */
  calls: string[];
  /** The next so many calls are answered 503. */
  fail: (calls: number) => void;
  close: () => Promise<void>;
}

export const keys = { accessKeyId: "AKTEST", secretAccessKey: "a secret of the tests" };
export const bucket = "comics";
const pageSize = 3;

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest("hex");
const hmac = (key: Buffer | string, data: string) =>
  createHmac("sha256", key).update(data).digest();

function signatureOf(scope: string[], date: string, canonical: string): string {
  const [day = "", region = "", service = ""] = scope;
  const signingKey = [day, region, service, "aws4_request"].reduce<Buffer | string>(
    (key, part) => hmac(key, part),
    `AWS4${keys.secretAccessKey}`,
  );
  const text = ["AWS4-HMAC-SHA256", date, scope.join("/"), sha256(canonical)].join("\n");
  return createHmac("sha256", signingKey).update(text).digest("hex");
}

const encode = (value: string) =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function timeOf(date: string): number {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const [year = 0, month = 1, ...rest] = parts.map(Number);
  return Date.UTC(year, month - 1, ...(rest as [number]));
}

/** @throws Refused where the signature, its age or what it covers is wrong */
function authorise(request: IncomingMessage, url: URL, body: Buffer): void {
  const query = url.searchParams;
  const isPresigned = query.has("X-Amz-Signature");
  const header = request.headers.authorization ?? "";
  const part = (name: string) => new RegExp(`${name}=([^,\\s]+)`).exec(header)?.[1] ?? "";
  const credential = isPresigned ? (query.get("X-Amz-Credential") ?? "") : part("Credential");
  const signature = isPresigned ? query.get("X-Amz-Signature") : part("Signature");
  const signed = (
    isPresigned ? (query.get("X-Amz-SignedHeaders") ?? "") : part("SignedHeaders")
  ).split(";");
  const date = isPresigned
    ? (query.get("X-Amz-Date") ?? "")
    : String(request.headers["x-amz-date"] ?? "");
  const [id, ...scope] = credential.split("/");
  if (!signature || !signed.includes("host")) throw new Refused(403, "AccessDenied");
  if (id !== keys.accessKeyId) throw new Refused(403, "InvalidAccessKeyId");
  const age = (Date.now() - timeOf(date)) / 1000;
  const life = isPresigned ? Number(query.get("X-Amz-Expires")) : 900;
  if (!(age > -900 && age < life)) throw new Refused(403, "AccessDenied");
  const payload = isPresigned
    ? "UNSIGNED-PAYLOAD"
    : String(request.headers["x-amz-content-sha256"]);
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== sha256(body)) {
    throw new Refused(400, "XAmzContentSHA256Mismatch");
  }
  const canonical = [
    request.method,
    url.pathname,
    [...query]
      .filter(([name]) => name !== "X-Amz-Signature")
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join("&"),
    ...signed.map((name) => `${name}:${String(request.headers[name] ?? "").trim()}`),
    "",
    signed.join(";"),
    payload,
  ].join("\n");
  if (signatureOf(scope, date, canonical) !== signature) {
    throw new Refused(403, "SignatureDoesNotMatch");
  }
}

function list(objects: Map<string, Kept>, query: URLSearchParams): string {
  const after = query.get("continuation-token") ?? "";
  const all = [...objects.keys()]
    .filter((key) => key.startsWith(query.get("prefix") ?? ""))
    .sort()
    .filter((key) => key > after);
  const page = all.slice(0, Math.min(pageSize, Number(query.get("max-keys") ?? pageSize)));
  const more = all.length > page.length;
  const entries = page.map((key) => {
    const { bytes, putAt } = objects.get(key) as Kept;
    return `<Contents><Key>${key}</Key><LastModified>${putAt.toISOString()}</LastModified><Size>${bytes.byteLength}</Size></Contents>`;
  });
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ""}${entries.join("")}</ListBucketResult>`;
}

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Kept>();
  const calls: string[] = [];
  let failing = 0;

  async function answer(
    request: IncomingMessage,
  ): Promise<{ status: number; body?: Buffer | string; headers?: Record<string, string> }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? "/", "http://store");
    calls.push(`${request.method} ${url.pathname}`);
    if (failing > 0) {
      failing -= 1;
      throw new Refused(503, "SlowDown");
    }
    authorise(request, url, body);
    const [, name, ...rest] = url.pathname.split("/");
    if (name !== bucket) throw new Refused(404, "NoSuchBucket");
    const key = decodeURIComponent(rest.join("/"));
    if (key === "") return { status: 200, body: list(objects, url.searchParams) };
    const kept = objects.get(key);
    switch (request.method) {
      case "PUT":
        objects.set(key, {
          bytes: body,
          type: String(request.headers["content-type"] ?? ""),
          cacheControl: String(request.headers["cache-control"] ?? ""),
          putAt: new Date(),
        });
        return { status: 200 };
      case "GET":
        if (!kept) throw new Refused(404, "NoSuchKey");
        return { status: 200, body: kept.bytes, headers: { "content-type": kept.type } };
      case "DELETE":
        objects.delete(key);
        return { status: 204 };
      default:
        throw new Refused(405, "MethodNotAllowed");
    }
  }

  const server = createServer(async (request, response) => {
    try {
      const { status, body, headers } = await answer(request);
      response.writeHead(status, {
        ...headers,
        ...(body ? { "content-length": Buffer.byteLength(body) } : {}),
      });
      response.end(body);
    } catch (error) {
      const { status, code } = error instanceof Refused ? error : new Refused(500, "InternalError");
      response.writeHead(status, { "content-type": "application/xml", connection: "close" });
      response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    calls,
    fail(count) {
      failing = count;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
