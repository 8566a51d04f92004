import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { auditCall } from "../audit-service";
import { authenticate } from "../auth/authenticate";
import { accountHeader } from "../auth/cookie-names";
import type { Viewer } from "../auth/viewer";
import { AppError, type ErrorCode, notFound, serviceBusy, unauthorized } from "../errors";
import { isStorable } from "../json.mjs";
import { log } from "../log";
import { enforceRateLimit, type RateRule } from "../rate-limit";
import { runInTrace, traceIdOf } from "../trace";
import { defaultMaxBody, InFlightBodies, parseJson, readBody } from "./body";
import { clientAddress } from "./client-address";
import { isSameOrigin } from "./origin";
import { errorResponse, json, parseWith, Reply, toAppError } from "./respond";

type Schema = z.ZodType;
type Output<S> = S extends Schema ? z.output<S> : undefined;

/** Statuses of files that are downloaded in parts or unchanged. */
export type RawStatus = 206 | 304 | 416;

/** Declares a call: enough to serve, document and test it. */
export interface Declaration {
  /** A line for the OpenAPI document. */
  summary: string;
  /** Details beyond the summary. */
  description?: string;
  /**
   * `none`: the viewer is not looked up. `optional`: the viewer or null. `user`: 401 without a
   * viewer.
   */
  auth: "none" | "optional" | "user";
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** A body other than JSON, passed on as bytes; with `body` as well, a call accepts either. */
  rawBody?: {
    mediaType: string;
    maxBytes: number;
    /** The error for a longer body; gets its length as far as known. */
    tooLarge?: (bytes: number) => AppError;
    /** Bodies processed at once, after they have arrived; each viewer may send one at a time. */
    maxConcurrent?: number;
    /** Throws if the headers already rule out the body. */
    validateHeaders?: (headers: Headers) => void;
  };
  /**
   * Schema of the response, which drops undeclared fields. Null: 204 without a body. `raw`: the
   * handler builds the Response, for downloads.
   */
  response: Schema | null | "raw";
  /** Of a raw response, for the OpenAPI document; a range such as `image/*` if it varies. */
  mediaType?: string;
  /** Further statuses of a raw response, for the OpenAPI document. */
  statuses?: readonly RawStatus[];
  /** `data` (default) wraps the result as `{success, data}`; `fields` merges it with `success`. */
  shape?: "data" | "fields";
  status?: 200 | 201 | 202;
  /** For the OpenAPI document: failures that do not follow from the rest. */
  failures?: readonly ErrorCode[];
  /** In bytes. */
  maxBody?: number;
  /** Counted per viewer, or per address without one. */
  limit?: RateRule;
  /** `Cache-Control`; the default is private and no-store. */
  cache?: string;
}

export interface Context<D extends Declaration> {
  viewer: D["auth"] extends "user" ? Viewer : Viewer | null;
  params: Output<D["params"]>;
  query: Output<D["query"]>;
  body: Output<D["body"]> | (D["rawBody"] extends object ? undefined : never);
  raw: Uint8Array;
  /** Address of the client; for rate limits only. */
  address: string;
  request: Request;
}

type Answer<D extends Declaration> = D["response"] extends "raw"
  ? Response
  : D["response"] extends Schema
    ? z.input<D["response"]> | Reply<z.input<D["response"]>>
    : // biome-ignore lint/suspicious/noConfusingVoidType: handlers of 204 calls return nothing
      undefined | void | Reply<undefined>;

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };

export interface Endpoint {
  (request: Request, context: RouteContext): Promise<Response>;
  declaration: Declaration;
}

/**
 * Builds an endpoint from its declaration: authenticates, checks the origin, applies the limit,
 * parses, audits the administrator's writes, calls the handler, parses and serialises the result,
 * maps errors. Handlers never catch errors or build statuses.
 */
export function route<const D extends Declaration>(
  declaration: D,
  handler: (context: Context<D>) => Promise<Answer<D>> | Answer<D>,
): Endpoint {
  const { maxBytes = 0, maxConcurrent } = declaration.rawBody ?? {};
  const arrivals =
    maxBytes > defaultMaxBody
      ? new InFlightBodies((maxBytes * (maxConcurrent ?? 16)) / 2)
      : undefined;
  /** Viewers whose bodies are being received or processed. */
  const senders = new Set<string>();
  let inFlight = 0;
  const answer = async (
    request: Request,
    routeContext: RouteContext,
    requestId: string,
  ): Promise<Response> => {
    const started = performance.now();
    const headers = new Headers({
      "x-request-id": requestId,
      "cache-control": declaration.cache ?? "private, no-store",
    });
    let viewer: Viewer | null = null;
    let sender: string | null = null;
    let isCounted = false;
    let response: Response;
    try {
      viewer = declaration.auth === "none" ? null : await authenticate(request.headers);
      if (!isSafeMethod(request)) checkRequestOrigin(request, viewer, declaration);
      if (isFromOtherAccount(request, viewer) || (declaration.auth === "user" && !viewer)) {
        throw unauthorized();
      }
      const address = clientAddress(request.headers);
      if (declaration.limit) {
        await enforceRateLimit(
          declaration.limit,
          viewer ? `user:${viewer.id}` : `address:${address}`,
        );
      }
      declaration.rawBody?.validateHeaders?.(request.headers);
      if (maxConcurrent) {
        const id = viewer?.id ?? randomUUID();
        if (senders.has(id) || inFlight >= maxConcurrent) throw serviceBusy(5);
        senders.add(id);
        sender = id;
      }
      const { raw, body } = await readInput(request, declaration, arrivals);
      if (maxConcurrent) {
        if (inFlight >= maxConcurrent) throw serviceBusy(5);
        inFlight += 1;
        isCounted = true;
      }
      const params = parseParams(declaration.params, await routeContext.params);
      const query = declaration.query && parseWith(declaration.query, queryOf(request));
      if (viewer?.isAdministrator && declaration.auth === "user" && !isSafeMethod(request)) {
        const what = `${request.method} ${pathOf(request)}`;
        await auditCall(viewer, what, Object.assign({}, params, body));
      }
      const result = await handler({
        viewer: viewer as Context<D>["viewer"],
        params: params as Context<D>["params"],
        query: query as Context<D>["query"],
        body: body as Context<D>["body"],
        raw,
        address,
        request,
      });
      response = respond(declaration, result, headers);
    } catch (thrown) {
      const error = toAppError(thrown);
      const { cause } = error.details;
      if (error.status >= 500) {
        // Overload is expected, so it is only a warning.
        const level = error.code === "unavailable" && !cause ? "warn" : "error";
        log[level]({ path: pathOf(request), err: cause ?? error }, error.message);
      }
      headers.set("cache-control", "private, no-store");
      response = errorResponse(error, headers);
    } finally {
      if (sender !== null) senders.delete(sender);
      if (isCounted) inFlight -= 1;
    }
    log.info(
      {
        method: request.method,
        path: pathOf(request),
        status: response.status,
        ms: Math.round(performance.now() - started),
        ...(viewer ? { user: viewer.id } : {}),
      },
      "request",
    );
    return response;
  };
  const endpoint = (request: Request, routeContext: RouteContext) => {
    const requestId = traceIdOf(request.headers);
    return runInTrace(requestId, () => answer(request, routeContext, requestId));
  };
  return Object.assign(endpoint, { declaration: declaration as Declaration });
}

/** Next answers HEAD with the GET handler. */
const isSafeMethod = ({ method }: Request) => method === "GET" || method === "HEAD";

/** Whether a write comes from a page of another account, after a sign-in in another tab. */
function isFromOtherAccount(request: Request, viewer: Viewer | null): boolean {
  const account = request.headers.get(accountHeader);
  return viewer !== null && account !== null && account !== viewer.id && !isSafeMethod(request);
}

const pathOf = (request: Request) => new URL(request.url).pathname;

function queryOf(request: Request): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  const search = new URL(request.url).searchParams;
  for (const key of new Set(search.keys())) {
    const values = search.getAll(key);
    query[key] = values.length === 1 ? (values[0] ?? "") : values;
  }
  if (!isStorable(query)) {
    throw new AppError("bad_request", "The address contains characters that cannot be stored.");
  }
  return query;
}

/** A malformed id is treated like an unknown id. @throws AppError `not_found` */
function parseParams(schema: Schema | undefined, params: Record<string, unknown>): unknown {
  const parsed = schema?.safeParse(params);
  if (!parsed || (parsed.success && isStorable(params))) return parsed?.data;
  const name = String(parsed.error?.issues[0]?.path[0] ?? "page");
  throw notFound(
    name
      .replace(/(Id|Number|name)$/, "")
      .replace(/(?=[A-Z])/g, " ")
      .toLowerCase(),
  );
}

const isJson = (type: string) => /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type);

/**
 * Protects against CSRF. Browsers attach cookies to requests of any page, so a write that relies on
 * one must come from our origin and have a content type that other sites cannot send without a
 * preflight.
 */
function checkRequestOrigin(
  request: Request,
  viewer: Viewer | null,
  declaration: Declaration,
): void {
  if (viewer?.via === "bearer") return;
  const type = request.headers.get("content-type") ?? "";
  const withCookie =
    viewer?.via === "cookie" || /(?:^|;\s*)token=/.test(request.headers.get("cookie") ?? "");
  const foreign = request.headers.has("origin") && !isSameOrigin(request);
  const wrongType = type !== "" && !isJson(type) && !declaration.rawBody;
  if (foreign || (withCookie && (!isSameOrigin(request) || wrongType))) {
    throw new AppError(
      "bad_origin",
      "This request did not come from this site, so it was refused.",
    );
  }
}

async function readInput(request: Request, declaration: Declaration, arrivals?: InFlightBodies) {
  if (isSafeMethod(request)) return { raw: new Uint8Array(), body: undefined };
  const type = request.headers.get("content-type") ?? "";
  if (declaration.rawBody && !(declaration.body && isJson(type))) {
    const { maxBytes, tooLarge } = declaration.rawBody;
    return { raw: await readBody(request, maxBytes, tooLarge, arrivals), body: undefined };
  }
  const size = declaration.maxBody ?? defaultMaxBody;
  const raw = await readBody(request, size);
  if (raw.byteLength > 0 && !isJson(type)) {
    throw new AppError("unsupported_media_type", "Please send the request as application/json.");
  }
  // Without a body, validation reports every required field by name.
  return {
    raw,
    body: parseWith(
      declaration.body ?? noFields,
      raw.byteLength > 0 ? parseJson(raw, { size }) : {},
    ),
  };
}

/** The body of a call that declares none. */
const noFields = z.strictObject({});

function respond(declaration: Declaration, answer: unknown, headers: Headers): Response {
  if (declaration.response === "raw") {
    const response = answer as Response;
    for (const [name, value] of headers) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  }
  const { value, headers: added } = answer instanceof Reply ? answer : new Reply(answer);
  for (const [name, header] of new Headers(added)) headers.append(name, header);
  if (declaration.response === null) return new Response(null, { status: 204, headers });
  const parsed = declaration.response.parse(value) as Record<string, unknown>;
  return json(
    declaration.shape === "fields" ? { success: true, ...parsed } : { success: true, data: parsed },
    declaration.status ?? 200,
    headers,
  );
}

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];
export type Endpoints = Partial<Record<Method, Endpoint>>;

/** Declaration of an endpoint that refuses every request; the OpenAPI document omits it. */
export const refused: Declaration = { summary: "Not allowed", auth: "none", response: null };

/** An endpoint that answers every request with the same failure, without reading its body. */
export const refusal = (error: AppError, added: HeadersInit = {}) =>
  Object.assign(
    async (request: Request) => {
      const headers = new Headers(added);
      headers.set("x-request-id", traceIdOf(request.headers));
      headers.set("cache-control", "private, no-store");
      return errorResponse(error, headers);
    },
    { declaration: refused },
  );

/** The failure of a method that an address does not have; `allow` names those that it has. */
export const methodNotAllowed = (allow: string) =>
  refusal(new AppError("method_not_allowed", `This address only answers ${allow}.`), { allow });

/** All methods of a path; undeclared ones answer 405 in the common shape of failures. */
export function endpoints(declared: Endpoints): Record<Method, Endpoint> {
  const refuse = methodNotAllowed(methods.filter((method) => declared[method]).join(", "));
  return Object.fromEntries(
    methods.map((method) => [method, declared[method] ?? refuse]),
  ) as Record<Method, Endpoint>;
}
