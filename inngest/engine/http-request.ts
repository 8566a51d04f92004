import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";

const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Thrown without a complete response. `reached` says whether a connection was established. */
export class HttpRequestError extends Error {
  constructor(
    message: string,
    readonly reached: boolean,
  ) {
    super(message);
  }
}

/**
 * Sends one request on a connection of its own, so that a refused connection differs from a
 * connection that was interrupted while the server was working. Throws HttpRequestError.
 */
export function sendRequest(
  method: "PUT" | "POST",
  url: string,
  headers: Record<string, string>,
  body: string,
  options: { timeoutMs: number; signal?: AbortSignal },
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith("https:") ? httpsRequest : httpRequest;
    let reached = false;
    let timer: NodeJS.Timeout | undefined;
    const fail = (message: string) => {
      clearTimeout(timer);
      reject(new HttpRequestError(message, reached));
    };
    const request = send(url, {
      method,
      agent: false,
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      ...(options.signal ? { signal: options.signal } : {}),
    });
    timer = setTimeout(() => {
      fail(`No answer within ${Math.round(options.timeoutMs / 1_000)} s`);
      request.destroy();
    }, options.timeoutMs);
    request.on("socket", (socket) => {
      socket.setNoDelay(true);
      socket.once("connect", () => {
        reached = true;
      });
    });
    request.on("error", (error) => fail(error.message || "The connection failed"));
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_RESPONSE_BYTES) {
          fail(`The answer is larger than ${MAX_RESPONSE_BYTES / 1024 / 1024} MB`);
          request.destroy();
        } else chunks.push(chunk);
      });
      response.on("error", (error) => fail(error.message));
      response.on("aborted", () => fail("The connection broke during the answer"));
      response.on("end", () => {
        clearTimeout(timer);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString("utf8"),
        });
      });
    });
    request.end(body);
  });
}
