import type { Metadata } from "next";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import PublicHome from "@/app/(public)/feed/[...view]/page";
import MembersHome, {
  generateMetadata as homeMetadata,
} from "@/app/(public)/members/feed/[...view]/page";
import MembersProfile, {
  generateMetadata as profileMetadata,
} from "@/app/(public)/members/user/[username]/page";
import SearchPage, { generateMetadata as searchMetadata } from "@/app/(public)/search/page";
import PublicProfile from "@/app/(public)/user/[username]/page";
import PublicProfileFurther from "@/app/(public)/user/[username]/page/[page]/page";
import { env } from "@/lib/platform/env";
import { call, makeStory, type Person, person, visitor } from "../http/harness";

let token: string | null = null;
vi.mock("next/headers", () => ({
  cookies: async () => ({ get: () => (token ? { value: token } : undefined) }),
  headers: async () => new Headers({ "x-inkwright-peer": "203.0.113.77" }),
}));

const open = env().PUBLIC_BROWSING;
let ada: Person;
const home = (...view: string[]) => ({ params: Promise.resolve({ view }) });
const search = (q: string) => ({ searchParams: Promise.resolve({ q }) });
const profile = () => ({ params: Promise.resolve({ username: ada.username }) });

/** The address that a page redirects to, or the status it ends with. */
async function outcome(page: () => unknown): Promise<string> {
  try {
    return (await page()) ? "shown" : "nothing";
  } catch (error) {
    const { digest = String(error) } = error as { digest?: string };
    return digest;
  }
}

/** All data in what a page is made of, client components and their props included. */
const dataIn = (element: unknown) =>
  JSON.stringify(element, (key, value) => (key === "_owner" || key === "_store" ? null : value));

beforeAll(async () => {
  ada = await person("ada", { firstName: "Ada", lastName: "Secretive" });
  await makeStory({ author: ada, title: "Only for members", tags: ["hidden"] });
});
afterEach(() => {
  env().PUBLIC_BROWSING = open;
  token = null;
});
afterAll(() => {
  vi.restoreAllMocks();
});

describe("where browsing needs sign-in", () => {
  it("lists, profiles and searches send visitors to the sign-in form and back, without content", async () => {
    env().PUBLIC_BROWSING = false;
    const leadsBack = (path: string) =>
      expect.stringContaining(`;/login?from=${encodeURIComponent(path)};`);
    expect(await outcome(() => MembersHome(home("new", "1")))).toEqual(leadsBack("/"));
    expect(await outcome(() => MembersHome(home("popular", "2", "hidden")))).toEqual(
      leadsBack("/tag/hidden?sort=popular&page=2"),
    );
    expect(await outcome(() => MembersProfile(profile()))).toEqual(
      leadsBack(`/user/${ada.username}`),
    );
    expect(await outcome(() => SearchPage(search("members")))).toEqual(
      leadsBack("/search?q=members"),
    );
    const told: Metadata[] = [
      await homeMetadata(home("new", "1", "hidden")),
      await profileMetadata(profile()),
      await searchMetadata(search("members")),
    ];
    expect(JSON.stringify(told)).not.toMatch(/Ada|hidden|Only for/);
  });

  it("the shared cached pages do not exist", async () => {
    env().PUBLIC_BROWSING = false;
    for (const page of [
      () => PublicHome(home("new", "1")),
      () => PublicProfile(profile()),
      () => PublicProfileFurther(profile()),
    ]) {
      expect(await outcome(page)).toBe("NEXT_HTTP_ERROR_FALLBACK;404");
    }
  });

  it("members see everything", async () => {
    env().PUBLIC_BROWSING = false;
    token = ada.token;
    expect(await outcome(() => MembersHome(home("new", "1")))).toBe("shown");
    expect(await outcome(() => MembersProfile(profile()))).toBe("shown");
    expect(dataIn(await SearchPage(search("members")))).toContain("Only for members");
    for (const page of [
      () => MembersHome(home("new", "9")),
      () => MembersHome(home("new", "0")),
      () => MembersProfile({ params: Promise.resolve({ username: "nobody-at-all" }) }),
    ]) {
      expect(await outcome(page)).toBe("NEXT_HTTP_ERROR_FALLBACK;404");
    }
    expect(JSON.stringify(await homeMetadata(home("new", "1", "hidden")))).toContain(
      "Stories tagged hidden",
    );
  });

  it("no call lists stories, tags, people or pictures for visitors; a story can still be read", async () => {
    const { story } = await makeStory({ author: ada, title: "Shared by its link" });
    const lists = [
      ["/stories", ""],
      ["/stories", "?tag=hidden"],
      ["/stories", "?q=members"],
      ["/stories", `?author=${ada.username}`],
      ["/stories", "?sort=popular"],
      ["/stories/tags", ""],
      ["/stories/random-images", ""],
      ["/users/{username}", ""],
    ] as const;
    for (const isOpen of [true, false]) {
      env().PUBLIC_BROWSING = isOpen;
      for (const [path, query] of lists) {
        const options = { query, params: { username: ada.username } };
        const visitor = await call("GET", path, options);
        expect(visitor.status, `${path}${query}`).toBe(isOpen ? 200 : 401);
        if (!isOpen) expect(visitor.text).not.toMatch(/Only for|hidden|Secretive|\/media\//);
        expect((await call("GET", path, { ...options, as: ada })).status).toBe(200);
      }
      const reading = await visitor.get(`/stories/${story.id}`);
      expect(reading.status).toBe(200);
    }
  });
});

it("on a public site a visitor searches, and sees nothing of a draft", async () => {
  await makeStory({ author: ada, title: "A draft for members", status: "draft" });
  const found = dataIn(await SearchPage(search("members")));
  expect(found).toContain("Only for members");
  expect(found).not.toContain("A draft for");
});
