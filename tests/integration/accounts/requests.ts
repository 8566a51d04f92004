import { randomUUID } from "node:crypto";
import type { Endpoint } from "@/lib/platform/http/route";

/** The origin that requests of these tests come from; also their host. */
export const origin = "http://comics.test";

interface Options {
  body?: unknown;
  /** Sent as it is, with this type, instead of JSON. */
  raw?: { type: string; text: string };
  bearer?: string;
  /** Value of the cookie `token`. */
  cookie?: string;
  /** Null leaves the header out. */
  origin?: string | null;
  headers?: Record<string, string>;
  params?: Record<string, string | string[]>;
  path?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  cookies: string[];
  // biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is judged by the assertions
  body: any;
}

/** Calls a route handler as the server would. */
export async function call(
  endpoint: Endpoint,
  method: "GET" | "POST" | "PUT" | "DELETE",
  options: Options = {},
): Promise<Answer> {
  const headers = new Headers({ host: "comics.test", ...options.headers });
  if (options.origin !== null) headers.set("origin", options.origin ?? origin);
  if (options.bearer) headers.set("authorization", `Bearer ${options.bearer}`);
  if (options.cookie !== undefined) headers.set("cookie", `theme=x; token=${options.cookie}`);
  let body: string | undefined;
  if (options.raw) {
    headers.set("content-type", options.raw.type);
    body = options.raw.text;
  } else if (options.body !== undefined) {
    headers.set("content-type", "application/json");
    body = JSON.stringify(options.body);
  }
  const request = new Request(origin + (options.path ?? "/api/auth"), { method, headers, body });
  const response = await endpoint(request, { params: Promise.resolve(options.params ?? {}) });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    cookies: response.headers.getSetCookie(),
    body: text.startsWith("{") ? JSON.parse(text) : text,
  };
}

/** A valid registration with a username and an address that no other test uses. */
export function newRegistration(overrides: Record<string, unknown> = {}) {
  const unique = randomUUID().slice(0, 13);
  return {
    username: `user-${unique}`,
    email: `user-${unique}@example.com`,
    password: "Correct1horse",
    firstName: "Ada",
    lastName: "Lovelace",
    ...overrides,
  };
}

/** An address of a client that no limit has seen. */
export const freshAddress = () => ({ "x-inkwright-peer": `client-${randomUUID()}` });
