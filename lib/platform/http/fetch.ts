import { accountHeader } from "@/lib/platform/auth/cookie-names";
import { type AnswerParser, isRecord } from "./answer-parser";
import {
  ApiError,
  fallbackMessage,
  isFieldError,
  networkError,
  serverMessage,
  unexpectedErrorMessage,
} from "./api-error";

/** Default timeout of a call in milliseconds. */
export const defaultTimeout = 90_000;

export interface ApiRequest<T> {
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  /** Sent unchanged. */
  form?: FormData | URLSearchParams | Blob;
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  timeout?: number;
  /** The request survives leaving the page. */
  keepalive?: boolean;
  /** Treats a 401 as a plain answer, for sign-in and the query of the session. */
  skipSessionCheck?: boolean;
  /**
   * Reads the response, or a function that loads what does: public pages load no validator before
   * they need one. Null for calls without a response body.
   */
  response: AnswerParser<T> | (() => Promise<AnswerParser<T>>) | null;
  /** For answers of other protocols, which lack our API's `success`. */
  isForeign?: boolean;
}

/**
 * Checks the session after a 401, or after a 404, which may stand for an unpublished story: `back`
 * after a new sign-in, `same` if nothing changed, `signed-out` if the session has ended.
 */
type SessionCheck = (call: {
  status: number;
  isWrite: boolean;
}) => Promise<"back" | "same" | "signed-out">;
let checkSession: SessionCheck = async () => "same";

/** Sets the check that a call awaits when the session may have ended. */
export function setSessionCheck(ask: SessionCheck): void {
  checkSession = ask;
}

/** Id of the account that the page was rendered for; null if none. */
let getAccount: () => string | null = () => null;

/**
 * Sets the account that writes are sent for; the server refuses them if another one is signed in.
 */
export function setAccountGetter(account: () => string | null): void {
  getAccount = account;
}

/**
 * Trace id down to the provider. Without TLS browsers have no randomUUID, and the server creates
 * the id.
 */
const requestId = (): Record<string, string> =>
  crypto.randomUUID ? { "x-request-id": crypto.randomUUID() } : {};

/**
 * Calls our API from the browser; the cookie carries the session.
 * @throws ApiError, with `invalid_answer` for JSON that does not match the schema
 */
export const api = <T>(path: string, request: ApiRequest<T>): Promise<T> =>
  call(path, request, (body) => (request.isForeign || isSuccess(body) ? body : undefined));

/**
 * Calls an endpoint that responds with `{ success: true, data }`.
 * @returns the data
 * @throws ApiError as `api`
 */
export const apiData = <T>(path: string, request: ApiRequest<T>): Promise<T> =>
  call(path, request, (body) => (isSuccess(body) ? body.data : undefined));

const isSuccess = (body: unknown): body is { data?: unknown } =>
  isRecord(body) && body.success === true;

async function call<T>(
  path: string,
  request: ApiRequest<T>,
  extract: (body: unknown) => unknown,
): Promise<T> {
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
  // Loads while the call is pending.
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
          // Aborted or disconnected after the response's head arrived.
          if (request.signal?.aborted) throw cause;
          return undefined;
        });
  const { status } = response;
  if ((status === 401 || status === 404) && !request.skipSessionCheck) {
    const session = await checkSession({ status, isWrite: method !== "GET" });
    if (session === "back") return call(path, { ...request, skipSessionCheck: true }, extract);
    if (session === "signed-out" && status === 404) {
      throw new ApiError("Please sign in to continue.", 401, "unauthorized");
    }
  }
  const record = isRecord(body) ? body : {};
  // Some proxies and gateways change the status of a failure to 200.
  if (!response.ok || record.success === false) {
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
  return read.data as T;
}
