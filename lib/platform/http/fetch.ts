import type { z } from "zod";
import { accountHeader } from "@/lib/platform/auth/cookie-names";
import {
  ApiError,
  fallbackMessage,
  isFieldError,
  networkError,
  serverMessage,
  unexpectedErrorMessage,
} from "./api-error";

/** Milliseconds for a call that asks for no other time. */
export const defaultTimeout = 90_000;

export interface ApiRequest<S extends z.ZodType> {
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  /** Sent as it is. */
  form?: FormData | URLSearchParams | Blob;
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  timeout?: number;
  /** Goes on where the page is left meanwhile. */
  keepalive?: boolean;
  /** A 401 is the answer itself: of a sign-in, or of the question who is there. */
  skipSessionCheck?: boolean;
  /**
   * Schema of the answer, or what brings it: pages for visitors carry no validator, theirs comes with
   * the first answer. Null where a call answers nothing.
   */
  response: S | (() => Promise<S>) | null;
}

/**
 * Who is there after a call was answered 401, or 404 as strangers are for what is not published: who
 * has come back, who is still the same, or nobody.
 */
type SessionCheck = (call: {
  status: number;
  isWrite: boolean;
}) => Promise<"back" | "same" | "nobody">;
let checkSession: SessionCheck = async () => "same";

/** What a call does that may have found the session gone: it waits for this. */
export function setSessionCheck(ask: SessionCheck): void {
  checkSession = ask;
}

/** Whom the page was made for; null where it knows nobody. */
let getAccount: () => string | null = () => null;

/** Tells the server whose page writes come from, which refuses those of somebody else's. */
export function setAccountGetter(account: () => string | null): void {
  getAccount = account;
}

/** Goes with the call as far as a provider; a page that came without TLS has none, the server gives one. */
const requestId = (): Record<string, string> =>
  crypto.randomUUID ? { "x-request-id": crypto.randomUUID() } : {};

/**
 * Calls our API from the browser; the session travels in its cookie.
 * @throws ApiError, `invalid_answer` where JSON came that does not fit its schema
 */
export const api = <S extends z.ZodType>(
  path: string,
  request: ApiRequest<S>,
): Promise<z.output<S>> => call(path, request, (body) => body);

/** A call whose answer is `{ success: true, data }`: the data. @throws ApiError as `api` */
export const apiData = <S extends z.ZodType>(
  path: string,
  request: ApiRequest<S>,
): Promise<z.output<S>> =>
  call(path, request, (body) => {
    const { success, data } = (body ?? {}) as Record<string, unknown>;
    return success === true ? data : undefined;
  });

async function call<S extends z.ZodType>(
  path: string,
  request: ApiRequest<S>,
  extract: (body: unknown) => unknown,
): Promise<z.output<S>> {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) search.set(key, String(value));
  }
  const url = `/api${path}${search.size > 0 ? `?${search}` : ""}`;
  const timeout = AbortSignal.timeout(request.timeout ?? defaultTimeout);
  const method = request.method ?? "GET";
  const isRead = method === "GET" || method === "HEAD";
  const account = isRead || request.skipSessionCheck ? null : getAccount();
  const { response: expected } = request;
  // On its way beside the call.
  const schemaPromise =
    typeof expected === "function" ? expected().catch(() => undefined) : expected;
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      credentials: "same-origin",
      keepalive: request.keepalive ?? false,
      headers: {
        ...requestId(),
        ...(account ? { [accountHeader]: account } : {}),
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        ...request.headers,
      },
      body: request.form ?? (request.body === undefined ? undefined : JSON.stringify(request.body)),
      signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
    });
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    throw networkError();
  }
  const body: unknown =
    response.status === 204
      ? undefined
      : await response.json().catch((cause) => {
          // Given up, or cut off, after the head of the answer had come.
          if (request.signal?.aborted) throw cause;
          return undefined;
        });
  const { status } = response;
  if ((status === 401 || status === 404) && !request.skipSessionCheck) {
    const who = await checkSession({ status, isWrite: method !== "GET" });
    if (who === "back") return call(path, { ...request, skipSessionCheck: true }, extract);
    if (who === "nobody" && status === 404) {
      throw new ApiError("Please sign in to continue.", 401, "unauthorized");
    }
  }
  if (!response.ok) {
    const record = (typeof body === "object" && body !== null ? body : {}) as Record<
      string,
      unknown
    >;
    const { code } = (record.error ?? {}) as { code?: unknown };
    throw new ApiError(
      serverMessage(body) ?? fallbackMessage,
      status,
      typeof code === "string" ? (code as ApiError["code"]) : "unknown",
      Array.isArray(record.errors) ? record.errors.filter(isFieldError) : [],
      record,
    );
  }
  const schema = await schemaPromise;
  if (schema === undefined) throw networkError();
  const isEmpty = status === 204 || method === "HEAD";
  const read = schema?.safeParse(extract(body)) ?? { success: isEmpty, data: undefined };
  if (!read.success) {
    throw new ApiError(
      unexpectedErrorMessage,
      status,
      body === undefined ? "unknown" : "invalid_answer",
    );
  }
  return read.data as z.output<S>;
}
