import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { answer, failure } from "../studio/workspace";
import { author } from "./author";

test.use({ allowedConsoleErrors: [/status of (404|500)/] });

test("a draft is readable by its author alone: in full, with 'Edit Story', empty, and when it fails to load", async ({
  page,
  request,
  baseURL,
  browser,
}) => {
  const ida = await author(request, baseURL);
  const draft = await ida.seed({ title: "Not Yet", scenes: [2], publishedAt: undefined });
  const visitor = await browser.newContext({ baseURL });
  const stranger = await visitor.newPage();
  await stranger.goto(`/story/${draft}/read`);
  await expect(stranger.getByRole("heading", { name: "Error Loading Story" })).toBeVisible();
  await visitor.close();

  const cookies = await request.storageState();
  await page.context().addCookies(cookies.cookies);
  await page.route(`**/api/stories/${draft}`, async (route) => {
    await expect(page.getByText("Loading your story...")).toBeVisible();
    await route.continue();
  });
  await page.goto(`/story/${draft}/read`);
  await expect(page.getByRole("heading", { name: "Not Yet" })).toBeVisible();
  await expect(page.getByRole("main").getByText("Draft", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit Story" })).toHaveAttribute(
    "href",
    `/story/${draft}`,
  );
  await page.getByRole("button", { name: "Page", exact: true }).click();
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await expect(page.locator(".panel").first()).toBeInViewport({ ratio: 0.99 });
  await page.getByRole("button", { name: "Scroll" }).click();

  const empty = await ida.seed({ scenes: [], publishedAt: undefined });
  await page.goto(`/story/${empty}/read`);
  await expect(page.getByRole("heading", { name: "No Scenes to Read" })).toBeVisible();
  await expect(page.getByText("This story doesn't have any scenes yet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit Story" })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Edit Story" })).toBeVisible();
  // Authors cannot report their own story.
  await expect(page.getByRole("link", { name: "Report" })).toBeHidden();
  const [head, card] = await page
    .locator(".title-page, .no-scenes")
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().toJSON()));
  expect(card.width).toBe(head.width);
  expect(card.top - head.bottom).toBeGreaterThanOrEqual(24);

  await answer(page, `**/api/stories/${empty}`, 500, failure("The shelf has fallen over."));
  await page.reload();
  await expect(page.getByRole("heading", { name: "Error Loading Story" })).toBeVisible();
  await expect(page.getByText("The shelf has fallen over.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Go Home" })).toHaveAttribute(
    "href",
    "/",
  );
  await expectAccessible(page, "error");
});

test("a published story without scenes tells visitors to come back @full", async ({
  page,
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ scenes: [] });
  await page.goto(`/story/${storyId}/read`);
  await expect(page.getByText("Check back later for updates!")).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit Story" })).toHaveCount(0);
});
