import { expect, test } from "@/tests/support/browser";
import { sql } from "@/tests/support/seeding";
import { author } from "./author";

const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;
/** As a reader sees it: without scripts, which repeat everything. */
const withoutScripts = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, "");

test("twelve scenes without a script: all words, all pictures, all links, in order", async ({
  browser,
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  const earlier = await ida.seed({ title: "The First Bell", publishedAt: "2026-01-01T00:00:00Z" });
  const description = `${"The keeper climbs and the sea climbs too. ".repeat(6)}And then it stops.`;
  const storyId = await ida.seed({
    title: "Twelve Nights",
    description,
    scenes: Array(12).fill(2),
  });
  // A scene that has nothing to show.
  await sql(
    "INSERT INTO scene (id, story_id, scene_number, status, title, description, prompt, updated_at) VALUES (gen_random_uuid(), $1, 13, 'completed', 'Nothing drawn', '', '', now())",
    [storyId],
  );

  const answer = await request.get(`/story/${storyId}/read`);
  expect(answer.status()).toBe(200);
  const html = withoutScripts(await answer.text());
  const numbers = [...html.matchAll(/id="scene-(\d+)"/g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  expect(html).not.toContain("Nothing drawn");
  expect(html).toContain("And then it stops.");
  const pictures = html.match(/<img[^>]*alt=["']The keeper at the water[^>]*>/g) ?? [];
  expect(pictures).toHaveLength(24);
  for (const picture of pictures) expect(picture).toMatch(/width="?480"? height="?640\b/);
  expect(pictures.filter((picture) => /loading="?lazy\b/.test(picture))).toHaveLength(23);
  expect(pictures[0]).toMatch(/fetchPriority="?high\b/i);
  expect(count(html, /background:linear-gradient\(#/g)).toBe(24);
  expect(count(html, /<details class="transcript"/g)).toBe(12);
  for (let scene = 1; scene <= 12; scene += 1) {
    expect(count(html, new RegExp(`in scene ${scene}, panel 2\\.`, "g"))).toBe(2);
  }
  for (const link of [`/user/${ida.username}`, `/story/${earlier}/read`, 'href="/"', "#main"]) {
    expect(html).toContain(link);
  }
  // The page is everybody's: kept, and the same the second time.
  const again = await request.get(`/story/${storyId}/read`);
  expect(again.headers()["x-nextjs-cache"]).toBe("HIT");
  // Its author's next story is a write like any other.
  await ida.seed({ title: "The Latest" });
  await ida.call("PUT", `/stories/${earlier}`, { title: "The Very First Bell" });
  expect(await (await request.get(`/story/${storyId}/read`)).text()).toContain(
    "The Very First Bell",
  );

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto(`/story/${storyId}/read`);
  const head = page.locator(".title-page");
  await expect(head.getByText("And then it stops.")).toBeVisible();
  await expect(page.getByRole("group", { name: "Reading" })).toBeHidden();
  const scene = page.locator("#scene-2");
  await scene.getByText("Transcript").click();
  await expect(scene.locator(".transcript").getByText("Keeper:").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "The Very First Bell" })).toBeVisible();
  await context.close();
});

test("the origin and the remixes of a story, right after each write", {
  tag: "@full",
}, async ({ playwright, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const other = await playwright.request.newContext({ baseURL });
  const ben = await author(other, baseURL);
  const original = await ida.seed({ title: "The Source" });
  const read = async (path: string) => {
    const answer = await request.get(path);
    return { status: answer.status(), html: withoutScripts(await answer.text()) };
  };
  const tree = `/story/${original}/remixes`;
  expect((await read(tree)).html).toContain("No remix of this story has been published yet.");
  expect((await read(`/story/${original}/read`)).html).not.toContain("Remix tree");

  const { _id: copy } = await ben.call<{ _id: string }>("POST", `/stories/${original}/remix`);
  // A draft is private.
  expect((await read(`/story/${copy}/remixes`)).status).toBe(404);
  expect((await read(tree)).html).not.toContain("The Echo");
  await ben.call("PUT", `/stories/${copy}`, { title: "The Echo", status: "published" });
  expect((await read(tree)).html).toContain("The Echo");
  const remix = `/story/${copy}/read`;
  const from = (html: string) =>
    /Remixed from(?:<!-- -->|\s)*<a[^>]*href="([^"]*)"[^>]*>([^<]*)</.exec(html);
  expect(from((await read(remix)).html)?.slice(1)).toEqual([
    `/story/${original}/read`,
    "The Source",
  ]);
  expect((await read(remix)).html.replace(/<!-- -->/g, "")).toContain(
    "The Source</a> by <bdi>Ida Lund</bdi>",
  );
  expect((await read(`/story/${original}/read`)).html).toContain(`href="${tree}"`);
  expect((await read(`/story/${copy}/remixes`)).html).toContain("Based on");

  await ida.call("PUT", `/stories/${original}`, { title: "The Spring" });
  expect(from((await read(remix)).html)?.[2]).toBe("The Spring");
  await ida.call("PUT", `/stories/${original}`, { status: "draft" });
  expect((await read(remix)).html).toContain("This is a remix (original source unknown)");
  expect((await read(tree)).status).toBe(404);
  await ida.call("PUT", `/stories/${original}`, { status: "published" });
  expect((await read(tree)).html).toContain("The Echo");
  await ida.call("DELETE", `/stories/${original}`);
  const gone = (await read(remix)).html;
  expect(gone.replace(/<!-- -->/g, "")).toMatch(
    /Remixed from The Spring <span>\(original story no longer available\)/,
  );
  expect((await read(`/story/${copy}/remixes`)).html).toContain(
    "(original story no longer available)",
  );
  // Where even the title is lost.
  await sql("UPDATE story SET original_story_title = NULL WHERE id = $1", [copy]);
  await ben.call("PUT", `/stories/${copy}`, { title: "The Orphan" });
  expect((await read(remix)).html.replace(/<!-- -->/g, "")).toContain("Remixed from deleted story");
  for (const path of ["/2", "/0", "/1/2", "/x"]) {
    expect((await read(`/story/${copy}/remixes${path}`)).status).toBe(404);
  }
  await other.dispose();
});
