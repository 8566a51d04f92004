import "server-only";
import { once } from "node:events";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { Readable } from "node:stream";
import type { z } from "zod";
import { traceHeaders } from "@/lib/platform/trace";
import { hasNeverConnected, readBody } from "./connection";
import { flaggedError, ProviderError } from "./provider-error";
import { isRefusalMessage } from "./provider-messages";
import { retryAfterOf } from "./retry-after";

/** What self-hosted image servers have in common: how they are called, and how they fail. */

interface Call {
  method?: "GET" | "POST";
  json?: unknown;
  form?: FormData;
  /** Milliseconds. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

export interface EngineResponse {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

const defaultTimeoutMs = 30_000;
const maxResponseBytes = 96 * 1024 * 1024;

/**
 * A client of a self-hosted server, which sends each call once.
 * @param url the value of its setting, with user and password if the server requires them
 * @throws ProviderError if no answer came
 */
export function engineClient(url: string) {
  const { username, password, origin, pathname } = new URL(url);
  const base = origin + pathname.replace(/\/$/, "");
  const credentials = [username, password].map(decodeURIComponent).join(":");
  const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
  const sent = { ...(username ? { authorization } : {}), ...traceHeaders() };

  async function withinTime<T>(
    { timeoutMs = defaultTimeoutMs, signal }: Call,
    send: (ended: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      return await send(signal ? AbortSignal.any([signal, limit]) : limit);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof ProviderError) throw cause;
      throw noAnswerError(limit.aborted ? limit.reason : cause);
    }
  }

  return {
    base,
    hasPassword: username !== "",
    /** Posts JSON and waits longer than `fetch`, which gives up after five minutes. */
    wait: (path: string, call: Call): Promise<EngineResponse> =>
      withinTime(call, (ended) => {
        const headers = { ...sent, "content-type": "application/json" };
        return post(new URL(base + path), headers, JSON.stringify(call.json), ended);
      }),
    call: (path: string, call: Call = {}): Promise<EngineResponse> =>
      withinTime(call, async (ended) => {
        const { method = "GET", json, form } = call;
        const response = await fetch(base + path, {
          method,
          headers: {
            ...(json === undefined ? {} : { "content-type": "application/json" }),
            ...sent,
          },
          ...(json === undefined ? {} : { body: JSON.stringify(json) }),
          ...(form ? { body: form } : {}),
          redirect: "error",
          cache: "no-store",
          signal: ended,
        });
        const { status, headers } = response;
        return { status, headers, bytes: await readBody(response, maxResponseBytes) };
      }),
  };
}

async function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<EngineResponse> {
  const request = (url.protocol === "https:" ? secureRequest : plainRequest)(url, {
    method: "POST",
    headers,
    signal,
  });
  request.end(body);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const answer = new Response(Readable.toWeb(response) as ReadableStream);
  const told = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(told as [string, string][]),
    bytes: await readBody(answer, maxResponseBytes),
  };
}

/** The parsed body of a response. @throws ProviderError if it breaks the published interface */
export function parseAnswer<S extends z.ZodType>(shape: S, { bytes }: EngineResponse): z.output<S> {
  try {
    return shape.parse(JSON.parse(bytes.toString("utf8")));
  } catch (cause) {
    throw new ProviderError("image_failed", "The image server's answer was not usable.", "final", {
      advice: "The server did not answer as its published interface says. Is the address right?",
      cause,
    });
  }
}

const administrator = "Please tell the administrator of this site.";

const noAnswerError = (cause: unknown) =>
  new ProviderError(
    "ai_unavailable",
    "The image server does not answer. Please try again in a moment.",
    hasNeverConnected(cause) ? "anew" : "unknown",
    { advice: "The image server does not answer. Is it running, and is its address right?", cause },
  );

/** The server or the operator ended the work. */
export const endedEarlyError = (cause?: unknown) =>
  new ProviderError(
    "ai_unavailable",
    "The image server stopped before the picture was done. Please try again.",
    "anew",
    { cause },
  );

export const emptyResultError = (cause?: unknown) =>
  new ProviderError(
    "image_failed",
    "The image server finished without a picture. Please try again.",
    "anew",
    { cause },
  );

/** The server lacks something or is misconfigured: only its administrator can help. */
export const notSetUpError = (advice: string, cause?: unknown) =>
  new ProviderError(
    "ai_unavailable",
    `The image server of this site is not set up for this. ${administrator}`,
    "final",
    { advice, cause },
  );

const memoryWords = /out of (?:\w+ )?memory|OutOfMemory|not enough (?:\w+ )?memory|on device/i;
const loadingWords = /(?:is|still|being) load(?:ing|ed)|load(?:ing)? (?:the )?model|warming up/i;

/** The error for a failure that a server describes in free text, which the cause does not quote. */
export function errorFromWords(words: string): ProviderError {
  if (isRefusalMessage(words)) return flaggedError();
  if (memoryWords.test(words)) {
    return new ProviderError(
      "image_failed",
      "The image server ran out of memory for this picture. Please try again in a moment.",
      "anew",
      { advice: "The image server ran out of memory: a smaller model or format needs less." },
    );
  }
  if (loadingWords.test(words)) {
    return new ProviderError(
      "ai_rate_limited",
      "The image server is still loading its model. Please try again in a minute.",
      "anew",
      { retryAfter: 20 },
    );
  }
  return new ProviderError(
    "image_failed",
    "The image server could not draw this. Please try again.",
    "anew",
  );
}

/** The error for a response without success. */
export function errorFromResponse({ status, headers, bytes }: EngineResponse): ProviderError {
  const words = bytes.toString("utf8").slice(0, 20_000);
  const cause = new Error(`The image server answered ${status}`);
  if (status === 401 || status === 403) {
    return notSetUpError("The image server refused the user and password of its address.", cause);
  }
  if (status === 404 || status === 405) {
    return notSetUpError("There is no such interface at the address of the image server.", cause);
  }
  const told = errorFromWords(words);
  if (told.code !== "image_failed" || memoryWords.test(words)) return told;
  if (status === 429 || status === 503) {
    const retryAfter = retryAfterOf(headers) ?? 10;
    const message = "The image server is busy. Please try again in a moment.";
    return new ProviderError("ai_rate_limited", message, "anew", { retryAfter, cause });
  }
  if (status === 502 || status === 504) return noAnswerError(cause);
  return status < 500
    ? notSetUpError(`The image server refused the request (${status}).`, cause)
    : told;
}
