import { afterEach, describe, expect, it, vi } from "vitest";
import { feedHref, profileHref, searchHref } from "@/lib/stories/feed/urls";

describe("addresses of lists", () => {
  it("are as short as possible, and hold any tag", () => {
    expect(feedHref()).toBe("/");
    expect(feedHref({ sort: "popular" }, 3)).toBe("/?sort=popular&page=3");
    expect(feedHref({ made: "by-hand", sort: "popular" }, 2)).toBe(
      "/?made=by-hand&sort=popular&page=2",
    );
    expect(feedHref({ tag: "sci-fi/50% море?#" }, 2)).toBe(
      "/tag/sci-fi%2F50%25%20%D0%BC%D0%BE%D1%80%D0%B5%3F%23?page=2",
    );
    expect(searchHref({ q: "a & b", sort: "popular" }, "abc")).toBe(
      "/search?q=a+%26+b&sort=popular&after=abc",
    );
    expect(searchHref({ tag: "sea" }, "abc")).toBe("/search?tag=sea&after=abc");
    expect([profileHref("ada"), profileHref("ada", 2)]).toEqual(["/user/ada", "/user/ada?page=2"]);
  });
});

interface Rewrite {
  source: string;
  destination: string;
  has?: { key: string; value: string }[];
}

/** Where Next leads an address: the first rule whose conditions hold. */
async function leadsTo(address: string): Promise<string> {
  vi.resetModules();
  const { default: config } = await import("@/next.config");
  const { beforeFiles } = ((await config.rewrites?.()) ?? {}) as { beforeFiles: Rewrite[] };
  const { pathname, searchParams } = new URL(address, "http://comics.test");
  for (const { source, destination, has = [] } of beforeFiles) {
    const path = new RegExp(`^${source.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`).exec(pathname);
    const found = has.map(({ key, value }) =>
      new RegExp(`^${value}$`).exec(searchParams.get(key) ?? ""),
    );
    if (!path || !found.every(Boolean)) continue;
    const params = Object.assign({}, path.groups, ...found.map((match) => match?.groups));
    return destination.replace(/:(\w+)/g, (_, name) => params[name] ?? "");
  }
  return pathname;
}

describe("a list with a query is a separate page", () => {
  afterEach(() => vi.unstubAllEnvs());

  const pages: [address: string, page: string][] = [
    ["/", "/feed/new/1"],
    ["/?sort=popular", "/feed/popular/1"],
    ["/?page=2", "/feed/new/2"],
    ["/?page=50&sort=popular", "/feed/popular/50"],
    ["/?sort=oldest", "/feed/new/1"],
    ["/?page=", "/feed/new/1"],
    ["/?page=0", "/feed/new/0"],
    ["/?page=777", "/feed/new/0"],
    ["/?page=two&sort=popular", "/feed/popular/0"],
    ["/tag/sci-fi%2Ffantasy", "/feed/new/1/sci-fi%2Ffantasy"],
    ["/tag/sea?page=3&sort=popular", "/feed/popular/3/sea"],
    ["/user/ada?page=2", "/user/ada/page/2"],
    ["/user/ada?page=x", "/user/ada/page/0"],
    ["/user/ada", "/user/ada"],
  ];

  it.each(pages)("%s", async (address, page) => {
    expect(await leadsTo(address)).toBe(page);
  });

  it.each(pages)(
    "%s, and its page for members where browsing needs sign-in",
    async (address, page) => {
      vi.stubEnv("PUBLIC_BROWSING", "false");
      expect(await leadsTo(address)).toBe(`/members${page}`);
    },
  );
});
