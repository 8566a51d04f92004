import type { Locator, Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { author } from "./author";

// A draft's address is unknown to everybody but its author.
test.use({ allowedConsoleErrors: [/status of 404/] });

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Which of them another one lies on. */
async function overlaid(below: Locator, above: Locator): Promise<string[]> {
  const over = await above.boundingBox();
  if (!over) throw new Error("Nothing lies above");
  const names: string[] = [];
  for (const one of await below.all()) {
    const box = await one.boundingBox();
    if (!box) continue;
    const isApart =
      box.x + box.width <= over.x ||
      over.x + over.width <= box.x ||
      box.y + box.height <= over.y ||
      over.y + over.height <= box.y;
    if (!isApart) names.push((await one.textContent()) ?? "");
  }
  return names;
}

test("nothing covers the author's own page; a draft is published from the last page @full", {
  tag: "@phone",
}, async ({ page, request, baseURL, isMobile }) => {
  const ida = await author(request, baseURL);
  const draft = await ida.seed({ title: "Nearly", scenes: [1, 3], publishedAt: undefined });
  await page.context().addCookies((await request.storageState()).cookies);
  // A frame that was added and not drawn is nothing to read, for its author neither.
  const { scenes } = await ida.call<{ scenes: { _id: string }[] }>("GET", `/stories/${draft}`);
  await ida.call("POST", `/scenes/${scenes[1]?._id}/panels`, {});
  await page.goto(`/story/${draft}/read`);
  await expect(page.locator("[data-scene] .panel")).toHaveCount(4);
  // A shared draft would open for no other reader.
  await expect(page.getByRole("group", { name: "Reading" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Share" })).toHaveCount(0);
  await press(page, "Page");
  const edit = page.getByRole("link", { name: "Edit Story" });
  const shown = page.locator(".tools .btn, .tools-count");
  const sizes = isMobile ? [390, 360, 320] : [768, 1440];
  for (const width of sizes) {
    await page.setViewportSize({ width, height: isMobile ? 664 : 900 });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(edit).toBeInViewport({ ratio: 0.99 });
    await expect(page.getByRole("button", { name: "Help" })).toBeInViewport({ ratio: 0.99 });
    expect(await overlaid(shown, edit), `below Edit Story at ${width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await expectAccessible(page, "one's own page");
  await press(page, "Scroll");
  if (isMobile) {
    // Down the strip it goes with the header.
    await page.mouse.wheel(0, 900);
    await expect(edit).toBeHidden();
    await page.mouse.wheel(0, -300);
    await expect(edit).toBeVisible();
  }

  const end = page.getByRole("region", { name: "The End" });
  await expect(end.getByRole("button", { name: "Share" })).toHaveCount(0);
  await end.getByRole("link", { name: "Publish" }).click();
  const sheet = page.getByRole("dialog", { name: "Publish your story" });
  await expect(sheet).toBeVisible();
  await expect(page).toHaveURL(`/story/${draft}`);
  await sheet.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("dialog", { name: "Your story is published" })).toBeVisible();
  // Asked for once: not again by a reload.
  await page.reload();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("Back from the workspace shows the current text @full", { tag: "@phone" }, async ({
  page,
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "Twice Told", scenes: [2] });
  await page.context().addCookies((await request.storageState()).cookies);
  await page.goto(`/story/${storyId}/read`);
  await page.getByRole("link", { name: "Edit Story" }).click();
  await expect(page).toHaveURL(`/story/${storyId}`);
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  const { scenes } = await ida.call<{ scenes: { _id: string }[] }>("GET", `/stories/${storyId}`);
  await ida.call("PUT", `/scenes/${scenes[0]?._id}`, { title: "The Lamp Is Lit" });
  await page.goBack();
  await expect(page.getByRole("heading", { name: "The Lamp Is Lit" })).toBeVisible();
});

test("the last page of a published story offers to share it, to every reader @full", {
  tag: "@phone",
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "Pass It On", scenes: [1] });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "share", {
      value: async (what: object) =>
        document.body.setAttribute("data-shared", JSON.stringify(what)),
    });
  });
  const end = page.getByRole("region", { name: "The End" });
  for (const who of ["visitor", "author"]) {
    if (who === "author") await page.context().addCookies((await request.storageState()).cookies);
    await page.goto(`/story/${storyId}/read`);
    await end.getByRole("button", { name: "Share" }).click();
    const url = `${baseURL}/story/${storyId}/read`;
    await expect(page.locator("body")).toHaveAttribute(
      "data-shared",
      JSON.stringify({ title: "Pass It On", url }),
    );
    await expect(end.getByRole("link", { name: "Publish" })).toHaveCount(0);
  }
});

test("the end of a story has its actions and its author, with touch targets of full size @full", {
  tag: "@phone",
}, async ({ page, request, baseURL, isMobile }) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "The Last", scenes: [1] });
  await ida.seed({ title: "The First", scenes: [1] });
  await page.goto(`/story/${storyId}/read`);
  const end = page.getByRole("region", { name: "The End" });
  await end.scrollIntoViewIfNeeded();
  await expect(end.getByRole("heading", { name: "Next by Ida Lund" })).toBeVisible();
  await expect(end.getByRole("link", { name: "More by Ida" })).toBeVisible();
  const boxes = (of: Locator) =>
    of.evaluateAll((all) =>
      all.map((it) => {
        const { left, width, height } = it.getBoundingClientRect();
        return { left: Math.round(left), width: Math.round(width), height };
      }),
    );
  if (isMobile) {
    const choices = await boxes(end.locator(":scope > div > .btn, nav[aria-label=More] > .btn"));
    expect(choices).toHaveLength(7);
    expect(new Set(choices.map(({ left, width }) => `${left}/${width}`)).size).toBe(1);
  }
  const [name, date] = [
    end.locator(".leading-tight").getByRole("link", { name: "Ida Lund" }),
    end.locator(".leading-tight time"),
  ];
  expect((await boxes(name))[0]?.left).toBe((await boxes(date))[0]?.left);
  const small = [end.getByRole("link", { name: "Report this story" }), end.locator(".card-author")];
  for (const link of small) {
    for (const { height } of await boxes(link)) expect(height).toBeGreaterThanOrEqual(24);
  }
});

test("'Explore' has its label and leads to the stories, from the home page too @full", {
  tag: "@phone",
}, async ({ page }) => {
  await page.goto("/");
  const explore = page.getByRole("banner").getByRole("link", { name: "Explore" });
  expect((await explore.getByText("Explore").boundingBox())?.width).toBeGreaterThan(40);
  const search = page.getByRole("searchbox", { name: "Search stories" });
  const before = (await search.boundingBox())?.y ?? 0;
  await explore.click();
  await expect.poll(async () => (await search.boundingBox())?.y ?? 0).toBeLessThan(before - 100);
  await expect(search).toBeInViewport({ ratio: 0.99 });
});
