/**
 * A fake server that replaces `fetch`. It follows the API's declarations: it checks a body by the schema
 * of its call and refuses it with the same errors; a response that violates its schema fails the test,
 * and so does a request that the test has not declared.
 *
 *   const api = server({
 *     "GET /api/stories/{storyId}": aStory(),
 *     "POST /api/likes/stories/{storyId}": failWith("unavailable", "The likes are resting."),
 *   });
 *   api.answer({ "POST /api/likes/stories/{storyId}": { data: { likeCount: 1, isLikedByUser: true } } });
 *   api.sent("POST /api/likes/stories/{storyId}"); // bodies, in order
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { act } from "@testing-library/react";
import { AppError, type ErrorCode, type ErrorDetails, notFound } from "@/lib/platform/errors";
import { errorResponse, json, parseWith } from "@/lib/platform/http/respond";
import type { Declaration } from "@/lib/platform/http/route";

export interface Call {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers: Headers;
  /** 1 for the first call of this address. */
  count: number;
}

/** The response's data, a failure, a raw response, or a function that returns one of them. */
type Answer = unknown | ((call: Call) => unknown | Promise<unknown>);
export type Answers = Record<`${Uppercase<string>} /api/${string}`, Answer>;

/** An error of the closed list of codes, in the shape that the API sends. */
export const failWith = (code: ErrorCode, message: string, details: ErrorDetails = {}): AppError =>
  new AppError(code, message, details);

class Raw {
  constructor(
    readonly body: unknown,
    readonly status: number,
  ) {}
}
/** A response of a proxy, or of a broken server: it is not checked against the schema. */
export const raw = (body: unknown, status = 200): Raw => new Raw(body, status);

/** The error of a browser without a response; as an answer, it breaks the connection of this call. */
export const networkError = () => new TypeError("Failed to fetch");
const isBroken = (thrown: unknown) =>
  thrown instanceof TypeError && thrown.message === networkError().message;

/** A response that arrives when the test releases it. */
export function defer(answer: Answer) {
  let release = () => {};
  const come = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    answer: async (call: Call) => {
      await come;
      return typeof answer === "function" ? answer(call) : answer;
    },
    release: () => act(async () => release()),
  };
}

interface Route {
  key: string;
  method: string;
  pattern: RegExp;
  answer: Answer;
  calls: Call[];
}

let routes: Route[] = [];
let isOffline = false;
/** Requests and responses that violate the API's declarations. */
const faults: string[] = [];

/** `/api/stories/{storyId}` → the file that declares it. */
const fileOf = (address: string) =>
  path.resolve(`app${address.replace(/\{(\w+)\}/g, "[$1]")}/route.ts`);

export async function declarationOf(key: string): Promise<Declaration> {
  const [method = "", address = ""] = key.split(" ");
  const declared = await import(/* @vite-ignore */ fileOf(address));
  const { declaration } = declared[method === "HEAD" ? "GET" : method] ?? {};
  if (!declaration) throw new Error(`Our API declares no ${key}.`);
  return declaration;
}

function declare(answers: Answers) {
  for (const [key, answer] of Object.entries(answers)) {
    const [method = "", address = ""] = key.split(" ");
    if (!existsSync(fileOf(address))) throw new Error(`Our API has no ${address}.`);
    const known = routes.find((route) => route.key === key);
    if (known) {
      known.answer = answer;
      continue;
    }
    const pattern = new RegExp(`^${address.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    routes.push({ key, method, pattern, answer, calls: [] });
  }
  // A literal segment takes precedence over a parameter.
  routes.sort((one, other) => one.key.split("{").length - other.key.split("{").length);
}

/** @returns the body as it was sent; of a form its fields */
async function bodyOf(init: RequestInit): Promise<unknown> {
  const { body } = init;
  if (typeof body === "string") return JSON.parse(body);
  if (body instanceof FormData) return Object.fromEntries(body.entries());
  return body ?? undefined;
}

async function answerTo(route: Route, call: Call): Promise<Response> {
  const headers = new Headers();
  try {
    const declaration = await declarationOf(route.key);
    const { params, query, body, rawBody, response, status, shape } = declaration;
    const isFile = rawBody && !call.headers.get("content-type")?.includes("json");
    if (params) call.params = parseWith(params, call.params) as Call["params"];
    if (query) parseWith(query, call.query);
    if (body && !isFile) parseWith(body, call.body ?? {});
    const { answer } = route;
    const given = typeof answer === "function" ? await answer(call) : answer;
    if (given instanceof Raw) return json(given.body, given.status, headers);
    if (given instanceof Response) return given;
    if (given instanceof Error) throw given;
    if (response === null) return new Response(null, { status: 204 });
    if (response === "raw") throw new Error(`${route.key} answers with a Response.`);
    const read = response.safeParse(given);
    if (!read.success) throw new Error(`${route.key} does not answer this: ${read.error.message}`);
    const data = read.data as object;
    const whole = shape === "fields" ? { success: true, ...data } : { success: true, data };
    return json(whole, status ?? 200, headers);
  } catch (thrown) {
    if (thrown instanceof AppError) return errorResponse(thrown, headers);
    if (!isBroken(thrown)) faults.push(`${route.key}: ${String(thrown)}`);
    throw thrown;
  }
}

/** Rejects when its signal is aborted, as a browser's fetch does. */
function unlessAborted<T>(answer: Promise<T>, signal?: AbortSignal | null): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) return giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    answer.then(resolve, reject);
  });
}

async function fakeFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(String(input), "http://localhost");
  const method = init.method ?? "GET";
  if (isOffline) throw networkError();
  const route = routes.find((each) => each.method === method && each.pattern.test(pathname));
  if (!route) {
    faults.push(`not declared by this test: ${method} ${pathname}`);
    return errorResponse(notFound(), new Headers());
  }
  const call: Call = {
    params: { ...route.pattern.exec(pathname)?.groups },
    query: Object.fromEntries(searchParams),
    body: await bodyOf(init),
    headers: new Headers(init.headers),
    count: route.calls.length + 1,
  };
  route.calls.push(call);
  return unlessAborted(answerTo(route, call), init.signal);
}

/** Adds answers to those that the test has declared before. */
export function server(answers: Answers) {
  declare(answers);
  const callsOf = (key: keyof Answers) => routes.find((route) => route.key === key)?.calls ?? [];
  return {
    answer: declare,
    /** All calls of an address, with their headers, parameters and bodies. */
    calls: callsOf,
    /** Only the bodies of the calls. */
    sent: (key: keyof Answers) => callsOf(key).map(({ body }) => body),
  };
}

/** Default answers to calls that every page of a signed-in account may make. */
export const addDefaultAnswers = (answers: Answers) =>
  declare(
    Object.fromEntries(
      Object.entries(answers).filter(([key]) => !routes.some((route) => route.key === key)),
    ),
  );

/** Loses or restores the connection, with the event for the page. */
export async function connection(state: "lost" | "back"): Promise<void> {
  isOffline = state === "lost";
  await act(async () => {
    window.dispatchEvent(new Event(isOffline ? "offline" : "online"));
  });
}

/** The open stream of a story's changes. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static open = new Set<Stream>();
  readyState = 1;
  constructor(readonly url: string) {
    super();
    Stream.open.add(this);
  }
  close() {
    this.readyState = Stream.CLOSED;
    Stream.open.delete(this);
  }
}

/** Sends a change of this story to its stream. */
export async function emitStoryChange(storyId: string): Promise<void> {
  await act(async () => {
    for (const stream of [...Stream.open]) {
      if (stream.url.includes(storyId)) stream.dispatchEvent(new Event("change"));
    }
  });
}

export function installServer(): void {
  Object.assign(globalThis, { fetch: fakeFetch, EventSource: Stream });
  Object.defineProperty(navigator, "onLine", { configurable: true, get: () => !isOffline });
}

/** @returns the undeclared requests and invalid responses of this test */
export function closeServer(): string[] {
  isOffline = false;
  for (const stream of Stream.open) stream.close();
  routes = [];
  return faults.splice(0);
}
