import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";

/** The response of an address to a client without cookies. */
async function fetched(request: APIRequestContext, path: string) {
  const response = await request.get(path, { maxRedirects: 0 });
  return { status: response.status(), headers: response.headers(), text: await response.text() };
}

const attribute = (html: string, pattern: RegExp) =>
  (pattern.exec(html)?.[1] ?? "").replaceAll("&amp;", "&");
const pathOf = (address: string) => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

test("a published story is listed everywhere, and nowhere once it is unpublished", async ({
  page,
  playwright,
  baseURL,
}) => {
  const username = await signIn(page);
  const title = "The </script> Lamp & Room";
  const storyId = await seedStory({ username, title, scenes: [2, 1] });
  const request = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const reading = `/story/${storyId}/read`;
  const places = [
    "/feed.xml",
    "/atom.xml",
    `/feed.xml?author=${username}`,
    "/sitemaps/stories-1.xml",
    `/user/${username}`,
  ];
  const hidden = async () => {
    for (const path of places) {
      const { text } = await fetched(request, path);
      expect(text, path).not.toContain(storyId);
    }
    for (const path of [
      reading,
      `/embed/story/${storyId}`,
      `/story/${storyId}/og/${"0".repeat(24)}.jpg`,
    ]) {
      expect((await fetched(request, path)).status, path).toBe(404);
    }
  };
  await hidden();
  await call(page, "PUT", `/stories/${storyId}`, { status: "published" });

  const { text: html, headers } = await fetched(request, reading);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  const canonical = attribute(html, /<link rel="canonical" href="([^"]+)"/);
  expect(pathOf(canonical)).toBe(reading);
  const data = JSON.parse(attribute(html, /<script type="application\/ld\+json">(.*?)<\/script>/s));
  expect(data["@graph"][0]).toMatchObject({ "@type": "ComicStory", name: title, url: canonical });
  expect(data["@graph"][0].image).toHaveLength(3);
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
  expect(html).toContain(`type="application/rss+xml"`);

  const picture = pathOf(attribute(html, /<meta property="og:image" content="([^"]+)"/));
  const drawn = await request.get(picture);
  expect(drawn.status()).toBe(200);
  expect(drawn.headers()["content-type"]).toBe("image/jpeg");
  expect((await drawn.body()).byteLength).toBeLessThan(300_000);
  expect((await request.get("/share.jpg")).status()).toBe(200);

  for (const path of places) {
    expect((await fetched(request, path)).text, path).toContain(storyId);
  }
  expect((await fetched(request, "/sitemap.xml")).text).toContain("/sitemaps/stories-1.xml");
  expect((await fetched(request, "/robots.txt")).text).toContain("/sitemap.xml");
  expect((await fetched(request, "/llms.txt")).text).toContain("# Inkwright");
  expect((await fetched(request, "/manifest.webmanifest")).text).toContain("maskable");
  const feed = await request.get("/feed.xml");
  const again = await request.get("/feed.xml", {
    headers: { "if-none-match": feed.headers().etag ?? "" },
  });
  expect(again.status()).toBe(304);

  const discovery = attribute(
    html,
    /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/,
  );
  const embedding = JSON.parse((await fetched(request, pathOf(discovery))).text);
  expect(embedding).toMatchObject({ type: "rich", title });

  // Another site embeds the frame by the address that it was given.
  const framed = /<iframe[^>]* src="([^"]+)"/.exec(embedding.html)?.[1] ?? "";
  const opened = await page.goto(pathOf(framed.replaceAll("&amp;", "&")));
  expect(opened?.headers()["content-security-policy"]).toContain("frame-ancestors *");
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.locator("figure").first().locator("img")).toHaveJSProperty("complete", true);
  await expect(page.getByRole("link", { name: "Read it on Inkwright" })).toHaveAttribute(
    "href",
    canonical,
  );
  await expectAccessible(page, "embed");

  await page.goto("/");
  await call(page, "PUT", `/stories/${storyId}`, { status: "draft" });
  await hidden();
  expect((await fetched(request, picture)).status).toBe(404);
  await request.dispose();
});
