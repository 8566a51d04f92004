import { randomUUID } from "node:crypto";
import { POST as addPassword } from "@/app/api/auth/app-passwords/route";
import { GET as authentication } from "@/app/opds/authentication.json/route";
import { GET as root } from "@/app/opds/route";
import { GET as shelf } from "@/app/opds/shelf/[shelf]/route";
import { GET as book } from "@/app/opds/stories/[storyId]/books/[format]/route";
import { GET as manifest } from "@/app/opds/stories/[storyId]/manifest.json/route";
import { GET as page } from "@/app/opds/stories/[storyId]/pages/[page]/route";
import { PUT as keep, GET as progression } from "@/app/opds/stories/[storyId]/progression/route";
import { GET as publication } from "@/app/opds/stories/[storyId]/route";
import { GET as list } from "@/app/opds/stories/route";
import { GET as tags } from "@/app/opds/tags/route";
import { GET as root1 } from "@/app/opds/v1.2/route";
import { GET as search1 } from "@/app/opds/v1.2/search.xml/route";
import { GET as shelf1 } from "@/app/opds/v1.2/shelf/[shelf]/route";
import { GET as entry1 } from "@/app/opds/v1.2/stories/[storyId]/route";
import { GET as list1 } from "@/app/opds/v1.2/stories/route";
import { GET as tags1 } from "@/app/opds/v1.2/tags/route";
import { GET as root2 } from "@/app/opds/v2.0/route";
import type { Endpoint } from "@/lib/platform/http/route";
import { call } from "../accounts/requests";

export const site = "https://comics.example";

const routes: [pattern: string, endpoint: Endpoint][] = [
  ["/opds", root],
  ["/opds/authentication.json", authentication],
  ["/opds/stories", list],
  ["/opds/tags", tags],
  ["/opds/shelf/{shelf}", shelf],
  ["/opds/stories/{storyId}", publication],
  ["/opds/stories/{storyId}/manifest.json", manifest],
  ["/opds/stories/{storyId}/books/{format}", book],
  ["/opds/stories/{storyId}/pages/{page}", page],
  ["/opds/stories/{storyId}/progression", progression],
  ["/opds/v1.2", root1],
  ["/opds/v2.0", root2],
  ["/opds/v1.2/search.xml", search1],
  ["/opds/v1.2/stories", list1],
  ["/opds/v1.2/tags", tags1],
  ["/opds/v1.2/shelf/{shelf}", shelf1],
  ["/opds/v1.2/stories/{storyId}", entry1],
];

export interface Got {
  status: number;
  type: string;
  headers: Headers;
  bytes: Buffer;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is judged by the assertions
  json: any;
}

interface Asked {
  headers?: Record<string, string>;
  /** The reading progress that a device sends. */
  put?: unknown;
}

/** Follows an address of the catalogue, as a reading app does that knows nothing but addresses. */
export async function requestOpds(
  address: string,
  { headers = {}, put }: Asked = {},
): Promise<Got> {
  const url = new URL(address, site);
  for (const [pattern, endpoint] of routes) {
    const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
    const found = new RegExp(
      `^${pattern.replaceAll(".", "\\.").replace(/\{\w+\}/g, "([^/]+)")}$`,
    ).exec(url.pathname);
    if (!found) continue;
    const params = Object.fromEntries(
      names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]),
    );
    const isPut = put !== undefined;
    const request = new Request(url, {
      method: isPut ? "PUT" : "GET",
      headers: {
        "x-inkwright-peer": "192.0.2.7",
        ...(isPut ? { "content-type": "application/opds-progression+json" } : {}),
        ...headers,
      },
      ...(isPut ? { body: JSON.stringify(put) } : {}),
    });
    const response = await (isPut ? keep : endpoint)(request, { params: Promise.resolve(params) });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString("utf8");
    return {
      status: response.status,
      type: response.headers.get("content-type") ?? "",
      headers: response.headers,
      bytes,
      text,
      json: text.startsWith("{") ? JSON.parse(text) : null,
    };
  }
  throw new Error(`nothing of the catalogue stands at ${url.pathname}`);
}

/** The header of RFC 7617. */
export const basic = (login: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString("base64")}`,
});

/** An app password of an account, and a client address without earlier requests. */
export async function appOf(person: { username: string; token: string; password?: string }) {
  const { status, body } = await call(addPassword, "POST", {
    bearer: person.token,
    body: { name: "E-reader", password: person.password ?? "" },
  });
  if (status !== 201) throw new Error(`no app password: ${JSON.stringify(body)}`);
  const secret: string = body.secret;
  return {
    id: body.appPassword._id as string,
    secret,
    headers: { ...basic(person.username, secret), "x-inkwright-peer": `reader-${randomUUID()}` },
  };
}
