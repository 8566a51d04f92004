/**
 * A server in the place of `fetch`. It speaks what our API declares: a body is checked by the schema
 * of its call and refused in the same words, an answer that does not fit its schema fails the test,
 * and so does a request that the test has not declared.
 *
 *   const api = server({
 *     "GET /api/stories/{storyId}": aStory(),
 *     "POST /api/likes/stories/{storyId}": fails("unavailable", "The likes are resting."),
 *   });
 *   api.answer({ "POST /api/likes/stories/{storyId}": { data: { likeCount: 1, isLikedByUser: true } } });
 *   api.sent("POST /api/likes/stories/{storyId}"); // bodies, in their order
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

/** The answer's data, a failure, an answer that is none of ours, or what makes one of them. */
type Answer = unknown | ((call: Call) => unknown | Promise<unknown>);
export type Answers = Record<`${Uppercase<string>} /api/${string}`, Answer>;

/** A refusal or failure of the closed list of errors, in the shape that it has on the wire. */
export const failWith = (code: ErrorCode, message: string, details: ErrorDetails = {}): AppError =>
  new AppError(code, message, details);

class Raw {
  constructor(
    readonly body: unknown,
    readonly status: number,
  ) {}
}
/** What another program answers, or ours where it is broken: nothing of it is checked. */
export const raw = (body: unknown, status = 200): Raw => new Raw(body, status);

/** What a browser throws where no answer comes; as an answer: the connection breaks in this call. */
export const networkError = () => new TypeError("Failed to fetch");
const isBroken = (thrown: unknown) =>
  thrown instanceof TypeError && thrown.message === networkError().message;

/** An answer that comes when the test says so. */
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
/** What was asked for, or answered, that no server of ours knows. */
const faults: string[] = [];

/** `/api/stories/{storyId}` → the file that declares it. */
const fileOf = (address: string) =>
  path.resolve(`app${address.replace(/\{(\w+)\}/g, "[$1]")}/route.ts`);

export async function declarationOf(key: string): Promise<Declaration> {
  const [method = "", address = ""] = key.split(" ");
  const declared = await import(/* @vite-ignore */ fileOf(address));
  const { declaration } = declared[method] ?? {};
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
  // What is named is meant before what is a parameter.
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
    const { params, query, body, response, status, shape } = await declarationOf(route.key);
    if (params) call.params = parseWith(params, call.params) as Call["params"];
    if (query) parseWith(query, call.query);
    if (body) parseWith(body, call.body ?? {});
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

/** As a browser's: given up where its signal is. */
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

/** Answers from now on, beside what was declared before in this test. */
export function server(answers: Answers) {
  declare(answers);
  const callsOf = (key: keyof Answers) => routes.find((route) => route.key === key)?.calls ?? [];
  return {
    answer: declare,
    /** All calls of an address, with their headers, parameters and bodies. */
    calls: callsOf,
    /** Only what was sent with them. */
    sent: (key: keyof Answers) => callsOf(key).map(({ body }) => body),
  };
}

/** Unless a test has said something else: what every page of a signed-in person may ask. */
export const addDefaultAnswers = (answers: Answers) =>
  declare(
    Object.fromEntries(
      Object.entries(answers).filter(([key]) => !routes.some((route) => route.key === key)),
    ),
  );

/** The connection goes or comes back, and the page is told. */
export async function connection(state: "lost" | "back"): Promise<void> {
  isOffline = state === "lost";
  await act(async () => {
    window.dispatchEvent(new Event(isOffline ? "offline" : "online"));
  });
}

/** The stream of changes of a story, as the server keeps it open. */
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

/** The server says that something of this story has changed. */
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

/** @returns what this test's server could make nothing of */
export function closeServer(): string[] {
  isOffline = false;
  for (const stream of Stream.open) stream.close();
  routes = [];
  return faults.splice(0);
}
