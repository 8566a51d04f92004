import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A store that speaks the part of the S3 protocol that the app uses, on loopback. It trusts no client:
 * every signature (of headers and of presigned addresses) is computed anew after AWS's description
 * of version 4, and hashes, sizes, types and lifetimes are held to what was signed.
 */
interface StoredObject {
  bytes: Buffer;
  type: string;
  cacheControl: string;
  putAt: Date;
}

export interface S3Server {
  url: string;
  objects: Map<string, StoredObject>;
  /** Method and path of each call, also of refused ones. */
  calls: string[];
  /** The next so many calls are answered 503. */
  fail: (calls: number) => void;
  /** How the store differs from Amazon's. */
  habits: {
    /** `unknown`: several at once cannot be deleted; `mute`: the answer names none of them. */
    batches: "known" | "unknown" | "mute";
    /** Whether a part of an object can be asked for. */
    ranges: boolean;
    /** After so many bytes of an object nothing more comes. */
    stallsAfter: number | null;
  };
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

function list(objects: Map<string, StoredObject>, query: URLSearchParams): string {
  const after = query.get("continuation-token") ?? "";
  const all = [...objects.keys()]
    .filter((key) => key.startsWith(query.get("prefix") ?? ""))
    .sort()
    .filter((key) => key > after);
  const page = all.slice(0, Math.min(pageSize, Number(query.get("max-keys") ?? pageSize)));
  const more = all.length > page.length;
  const entries = page.map((key) => {
    const { bytes, putAt } = objects.get(key) as StoredObject;
    return `<Contents><Key>${key}</Key><LastModified>${putAt.toISOString()}</LastModified><Size>${bytes.byteLength}</Size></Contents>`;
  });
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ""}${entries.join("")}</ListBucketResult>`;
}

/** Deletes what the body names. A sum of the body must come with it, as Amazon demands. */
function deleteTogether(
  objects: Map<string, StoredObject>,
  request: IncomingMessage,
  body: Buffer,
) {
  const sum = createHash("md5").update(body).digest("base64");
  if (request.headers["content-md5"] !== sum) throw new Refused(400, "InvalidDigest");
  if (Object.keys(request.headers).some((name) => name.includes("checksum"))) {
    throw new Refused(501, "NotImplemented");
  }
  const keys = [...String(body).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key as string);
  if (keys.length === 0 || keys.length > 1_000) throw new Refused(400, "MalformedXML");
  for (const key of keys) objects.delete(key);
  return keys.map((key) => `<Deleted><Key>${key}</Key></Deleted>`).join("");
}

/** The part that the header `Range` asks for. */
function partOf(bytes: Buffer, header: string | undefined) {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === undefined || to === undefined) return null;
  const start = from === "" ? Math.max(0, bytes.byteLength - Number(to)) : Number(from);
  const end = Math.min(
    from === "" || to === "" ? bytes.byteLength - 1 : Number(to),
    bytes.byteLength - 1,
  );
  if (start > end) throw new Refused(416, "InvalidRange");
  return {
    body: bytes.subarray(start, end + 1),
    header: `bytes ${start}-${end}/${bytes.byteLength}`,
  };
}

export async function startS3Server(port = 0): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const calls: string[] = [];
  let failing = 0;
  const habits: S3Server["habits"] = { batches: "known", ranges: true, stallsAfter: null };

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
    if (request.method === "POST" && url.searchParams.has("delete")) {
      if (habits.batches === "unknown") throw new Refused(501, "NotImplemented");
      if (habits.batches === "mute") return { status: 200, body: "<DeleteResult></DeleteResult>" };
      const deleted = deleteTogether(objects, request, body);
      return { status: 200, body: `<DeleteResult>${deleted}</DeleteResult>` };
    }
    if (key === "") return { status: 200, body: list(objects, url.searchParams) };
    const kept = objects.get(key);
    switch (request.method) {
      case "PUT":
        if (String(request.headers["content-length"]) !== String(body.byteLength)) {
          throw new Refused(411, "MissingContentLength");
        }
        objects.set(key, {
          bytes: body,
          type: String(request.headers["content-type"] ?? ""),
          cacheControl: String(request.headers["cache-control"] ?? ""),
          putAt: new Date(),
        });
        return { status: 200 };
      case "GET": {
        if (!kept) throw new Refused(404, "NoSuchKey");
        const part = habits.ranges ? partOf(kept.bytes, request.headers.range) : null;
        if (part) {
          const headers = { "content-type": kept.type, "content-range": part.header };
          return { status: 206, body: part.body, headers };
        }
        return { status: 200, body: kept.bytes, headers: { "content-type": kept.type } };
      }
      case "DELETE":
        objects.delete(key);
        return { status: 204 };
      default:
        throw new Refused(405, "MethodNotAllowed");
    }
  }

  const server = createServer(async (request, response) => {
    // As the bucket's CORS rules that .env.example asks for; any page may, on loopback.
    response.setHeader("access-control-allow-origin", "*");
    if (request.method === "OPTIONS") {
      response.setHeader("access-control-allow-methods", "PUT");
      response.setHeader("access-control-allow-headers", "content-type");
      response.writeHead(204).end();
      return;
    }
    try {
      const { status, body, headers } = await answer(request);
      response.writeHead(status, {
        ...headers,
        ...(body ? { "content-length": Buffer.byteLength(body) } : {}),
      });
      if (habits.stallsAfter !== null && body instanceof Buffer) {
        response.write(body.subarray(0, habits.stallsAfter));
        return;
      }
      response.end(body);
    } catch (error) {
      const { status, code } = error instanceof Refused ? error : new Refused(500, "InternalError");
      response.writeHead(status, { "content-type": "application/xml", connection: "close" });
      response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    }
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    calls,
    habits,
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
