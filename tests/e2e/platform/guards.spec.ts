import { expect, test } from "@/tests/support/browser";
import { seedStory } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";

test("S19 the image optimizer fetches and encodes nothing by address @full", async ({
  request,
}) => {
  for (const url of [
    "https://evil.example/a.png",
    "//evil.example/a.avif",
    "/icon.svg",
    "/share.jpg",
  ]) {
    const answer = await request.get(`/_next/image?url=${encodeURIComponent(url)}&w=640&q=75`);
    expect(answer.status(), url).toBe(404);
    expect(answer.headers()["content-type"]).toContain("text/html");
  }
});

/** Headers that request a page in another form, or claim that the guard has run already. */
const variants: Record<string, string>[] = [
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1" },
  { rsc: "1", "next-router-segment-prefetch": "/_tree" },
  { rsc: "1", "next-router-state-tree": '["",{"children":["dashboard",{}]}]' },
  { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
  { "x-middleware-subrequest": "middleware" },
  { "x-middleware-rewrite": "/" },
  { "x-middleware-next": "1" },
  { "x-middleware-override-headers": "cookie", "x-middleware-request-cookie": "token=x" },
  { "x-nextjs-data": "1" },
  { "x-matched-path": "/dashboard" },
  { "x-invoke-path": "/dashboard" },
  { "x-forwarded-host": "evil.example" },
];

test("S20 a guarded page is refused in every form of request", async ({
  page,
  playwright,
  baseURL,
}) => {
  const username = await signIn(page);
  const title = "The Draft Nobody May See";
  const draft = await seedStory({ username, title, scenes: [1] });
  const own = await page.request.get(`/story/${draft}`);
  expect([own.status(), (await own.text()).includes(title)]).toEqual([200, true]);
  const stranger = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  const guarded = [
    "/dashboard",
    "/my-stories",
    "/setup",
    "/setup/reports",
    `/story/${draft}`,
    `/story/${draft}/scene/1`,
  ];
  for (const address of guarded) {
    const plain = await stranger.get(address, { maxRedirects: 0 });
    expect([307, 404], address).toContain(plain.status());
    for (const headers of variants) {
      // Next sends those who ask for its own form to an address that names what they have.
      let answer = await stranger.get(address, { headers, maxRedirects: 0 });
      const next = answer.headers().location ?? "";
      if (next.includes("_rsc")) answer = await stranger.get(next, { headers, maxRedirects: 0 });
      const what = `${address} ${JSON.stringify(headers)}`;
      const text = await answer.text();
      expect(text, what).not.toContain(title);
      expect(text, what).not.toContain(username);
      expect(answer.headers().location ?? "", what).not.toContain("evil.example");
      // A prefetch gets the names of the folders, and a redirect in Next's own form is a 200.
      if (answer.status() === 200) {
        expect(answer.headers()["content-type"], what).toBe("text/x-component");
      } else expect([307, 404], what).toContain(answer.status());
    }
    for (const form of [
      `${address}.rsc`,
      `/_next/data/build${address}.json`,
      `${address}/`,
      `${baseURL}/${address}`,
    ]) {
      const answer = await stranger.get(form);
      expect(await answer.text(), form).not.toContain(title);
    }
  }
  await stranger.dispose();
});
