import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { author } from "../reader/author";
import { atWorkspace } from "./workspace";

/** Where the newest message stands, no title and no control of the dialog is. */
const expectNothingBelowMessages = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const over = document.querySelector(".toast")?.getBoundingClientRect();
        if (!over) return "no message";
        const covered = ".dialog :is(a, button, input, label), .dialog-title";
        const view = document.querySelector(".dialog-body")?.getBoundingClientRect();
        const controls = [...document.querySelectorAll(covered)];
        return controls
          .filter((control) => {
            const { left, top, right, bottom } = control.getBoundingClientRect();
            const isBeside = right <= over.left || left >= over.right;
            const isScrolledOut =
              control.closest(".dialog-body") && (view?.bottom ?? 0) <= over.top;
            return !isBeside && !isScrolledOut && bottom > over.top && top < over.bottom;
          })
          .map((control) => control.textContent);
      }),
    )
    .toEqual([]);

test("a story is published in a sheet with a preview, and unpublished there", {
  tag: "@phone-full",
}, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // As in a browser without the device's own sheet.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "share"));
  const storyId = await atWorkspace(page, { scenes: [2, 1] });
  // An author who has drawn several scenes is at the end of the workspace.
  const now = page.getByRole("button", { name: "Publish now" });
  const last = await page.locator("#scene-2").boundingBox();
  expect((await now.boundingBox())?.y).toBeGreaterThan((last?.y ?? 0) + (last?.height ?? 0));
  await now.click();
  const dialog = page.getByRole("dialog", { name: "Publish your story" });
  await expect(dialog).toBeVisible();

  // The card and the link follow what is chosen.
  const card = dialog.getByRole("region", { name: "In lists" }).locator(".card-cover img");
  const link = dialog.getByRole("region", { name: "As a link" });
  const third = dialog.getByRole("img", { name: "Scene 2, panel 1" });
  const first = (await card.getAttribute("src")) ?? "";
  await third.click();
  const cover = (await third.getAttribute("src")) ?? "";
  expect(cover).not.toBe(first);
  await expect(card).toHaveAttribute("src", cover);
  await expect(link.locator("img").first()).toHaveAttribute("src", cover);
  await expect(link).toContainText("The Long Tide");
  await expect(link).toContainText("A keeper, a bell and a sea that comes back every night.");
  await expect(link).toContainText(`/story/${storyId}/read`);
  await dialog.getByText("Teen", { exact: true }).click();
  await dialog.getByLabel("Title").fill("The Longest Tide");
  await expect(link).toContainText("The Longest Tide");
  await dialog.getByLabel("Tags", { exact: true }).fill("tides");
  await expectAccessible(page, "before");

  // Closed by accident: nothing is lost.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(dialog.getByText("Your unsaved changes are back.")).toBeVisible();
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();

  const published = page.getByRole("dialog", { name: "Your story is published" });
  // Said in the sheet: no message lies on its head.
  await expect(published.getByText("Published. Everyone can read it now.")).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);
  const copy = published.getByRole("button", { name: "Copy" });
  await expect(copy).toBeFocused();
  const address = `${new URL(page.url()).origin}/story/${storyId}/read`;
  await expect(published.getByLabel("Link to your story")).toHaveValue(address);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Link copied")).toBeVisible();
  await expectNothingBelowMessages(page);
  // Nor does it stand out above the sheet.
  await expect
    .poll(async () => (await page.locator(".toast").boundingBox())?.y ?? -1)
    .toBeGreaterThanOrEqual((await published.boundingBox())?.y ?? 0);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  for (const name of ["WhatsApp", "Bluesky", "X", "Facebook", "E-mail"]) {
    const href = await published.getByRole("link", { name, exact: true }).getAttribute("href");
    expect(href).toContain(encodeURIComponent(address));
  }
  await expectAccessible(page, "after");
  expect(await call(page, "GET", `/stories/${storyId}`)).toMatchObject({
    status: "published",
    title: "The Longest Tide",
    rating: "teen",
    tags: ["tides"],
    previewImage: cover,
  });

  await expect(published.getByRole("link", { name: "Read it as a visitor" })).toHaveAttribute(
    "href",
    `/story/${storyId}/read`,
  );

  // It stays in the header: changed afterwards, and taken back.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Published" }).click();
  await published.getByText("Mature", { exact: true }).click();
  await expect(published.getByText("Not shown in lists.", { exact: false })).toBeVisible();
  await published.getByRole("button", { name: "Save" }).click();
  await expect(published).toHaveCount(0);
  await page.goto("/dashboard");
  await expect(page.locator(".card").filter({ hasText: "The Longest Tide" })).toContainText(
    "Mature",
  );
  await page.goto(`/story/${storyId}`);
  await page.getByRole("button", { name: "Published" }).click();
  // Nothing has changed: there is nothing to save.
  await expect(published.getByRole("button", { name: "Done" })).toBeVisible();
  await published.getByRole("button", { name: "Unpublish" }).click();
  const question = published.getByRole("alertdialog");
  await expect(question).toContainText("links to it will not work");
  await question.getByRole("button", { name: "No, Keep It" }).click();
  await published.getByRole("button", { name: "Unpublish" }).click();
  await question.getByRole("button", { name: "Unpublish" }).click();
  await expect(page.getByText("Unpublished. Only you can see it now.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
});

/** Not the fonts, which are below /_next/static/media. */
const isPicture = (url: string) => /^\/(media|_next\/image)\b/.test(new URL(url).pathname);

test("a story for adults asks first, loads nothing before the answer, and remembers it", {
  tag: "@phone",
}, async ({ page, request, baseURL, browser }) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "The Cellar", scenes: [2, 1] });
  const ordinary = await request.get(`/story/${storyId}/read`);
  expect(await ordinary.text()).not.toContain("inkwright:adult");
  await ida.call("PUT", `/stories/${storyId}`, { rating: "mature" });

  const pictures: string[] = [];
  page.on("request", (asked) => {
    if (isPicture(asked.url())) pictures.push(asked.url());
  });
  // An address with a scene in it does not answer for the reader.
  await page.goto(`/story/${storyId}/read#scene-1`);
  const answer = page.getByRole("checkbox", { name: "I am 18 or older: show it" });
  await expect(answer).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "The Cellar" })).toHaveCount(1);
  await expect(page.locator("#scene-1")).toBeHidden();
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  await expectAccessible(page, "question");
  expect(pictures).toEqual([]);
  await page.evaluate(() => {
    location.hash = "#scene-2";
  });
  await expect(page.locator("#scene-2")).toBeHidden();
  // Scrolling the dialog counts as no reading: the earlier progress stays.
  const places = JSON.stringify({ [storyId]: { scene: 2, panel: 0 } });
  await page.evaluate((kept) => {
    localStorage.setItem("inkwright:places", kept);
    document.body.style.minHeight = "300vh";
    window.scrollTo({ top: 400, behavior: "instant" });
  }, places);
  await page.waitForTimeout(600);
  expect(await page.evaluate(() => localStorage.getItem("inkwright:places"))).toBe(places);
  await page.evaluate(() => {
    document.body.style.minHeight = "";
    localStorage.removeItem("inkwright:places");
  });
  // Nor do the reader's keys do anything.
  await page.keyboard.press("?");
  await page.waitForTimeout(300);
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await answer.focus();
  await page.keyboard.press("Enter");
  // The scene of the address is shown, and Tab goes on from there.
  await expect(page.locator("#scene-2 figure").first()).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(page.locator("#scene-2 :focus")).toHaveCount(1);
  await expect(page.locator("#scene-1 img").first()).toBeVisible();
  await expect.poll(() => pictures.length).toBeGreaterThan(0);
  await page.reload();
  await expect(page.locator("#scene-1")).toBeVisible();
  await expect(answer).toBeHidden();
  await expectAccessible(page, "story");
  const books = { name: "Download as a book" };
  await page.goto(`/story/${storyId}/book`);
  await expect(page.getByRole("heading", books)).toBeVisible();

  // The same dialog opens when reading page by page.
  const paged = await browser.newContext({ baseURL, viewport: page.viewportSize() });
  await paged.addInitScript(() => {
    localStorage.setItem("inkwright:reader", JSON.stringify({ mode: "page" }));
  });
  const turner = await paged.newPage();
  const early: string[] = [];
  turner.on("request", (asked) => {
    if (isPicture(asked.url())) early.push(asked.url());
  });
  await turner.goto(`/story/${storyId}/read`);
  await expect(turner.locator("html")).toHaveAttribute("data-reader", "page");
  await turner.waitForLoadState("networkidle");
  expect(early).toEqual([]);
  await turner.getByText("I am 18 or older: show it").click();
  await expect(turner.getByRole("heading", { level: 1, name: "The Cellar" })).toBeFocused();
  await turner.keyboard.press("ArrowRight");
  await expect(turner.locator("#scene-1 img").first()).toBeVisible();
  const width = (await turner.locator("#scene-1 .panel").first().boundingBox())?.width ?? 0;
  expect(width).toBeGreaterThan(150);
  await paged.close();

  // Without a script as well.
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const reader = await plain.newPage();
  await reader.goto(`/story/${storyId}/read`);
  await expect(reader.locator("#scene-1")).toBeHidden();
  await reader.getByText("I am 18 or older: show it").click();
  await expect(reader.locator("#scene-1 img").first()).toBeVisible();
  await reader.goto(`/story/${storyId}/book`);
  await expect(reader.getByRole("heading", books)).toBeHidden();
  await plain.close();
});
