import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { sql } from "@/tests/support/seeding";
import { author } from "./author";

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

test("a reading counts once the page was shown, even if the reader leaves after a second", {
  tag: "@phone",
}, async ({ page, context, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "A Short Look" });
  const counted = async () =>
    (await sql("select from story_view where story_id = $1", [storyId])).length;
  const isCall = (sent: { url: () => string }) => sent.url().endsWith(`/stories/${storyId}/views`);

  // A hidden tab counts nothing until it is shown.
  const behind = await context.newPage();
  await behind.addInitScript(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
  });
  let calls = 0;
  behind.on("request", (sent) => {
    if (isCall(sent)) calls += 1;
  });
  await behind.goto(`/story/${storyId}/read`);
  await behind.waitForTimeout(3_000);
  expect(calls).toBe(0);
  expect(await counted()).toBe(0);
  await behind.close();

  await page.goto(`/story/${storyId}/read`);
  await page.waitForTimeout(1_000);
  await page.goto("about:blank");
  await expect.poll(counted).toBe(1);
});

test("a visitor reads down the strip: header, keys, width, help, the end, the saved progress", async ({
  page,
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  await ida.seed({ title: "Another Tide", publishedAt: "2026-01-01T00:00:00Z" });
  const description = `${"The keeper climbs and the sea climbs too. ".repeat(5)}And then it stops.`;
  const storyId = await ida.seed({
    title: "The Long Climb",
    description,
    scenes: [3, 2, 2],
    tags: ["high tides"],
  });
  const seen = page.waitForRequest((sent) => sent.url().endsWith(`/stories/${storyId}/views`));
  await page.goto(`/story/${storyId}/read`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The Long Climb");
  const rest = page.locator(".title-page").getByText("And then it stops.");
  await expect(rest).toBeHidden();
  await expect(page.locator(".title-page p", { hasText: "The keeper climbs" })).toHaveText(
    `${description.slice(0, 160)}… Read more`,
    { useInnerText: true },
  );
  await press(page, "Read more");
  await expect(rest).toBeVisible();
  await press(page, "Show less");
  await expect(rest).toBeHidden();
  await expect(page.getByRole("link", { name: "Ida Lund" }).first()).toHaveAttribute(
    "href",
    `/user/${ida.username}`,
  );
  await expect(page.getByRole("link", { name: "high tides" })).toHaveAttribute(
    "href",
    "/tag/high%20tides",
  );
  await expect(page.locator(".title-cover")).toBeHidden();
  expect((await seen).postDataJSON()).toEqual({ type: "read" });
  await expectAccessible(page, "strip");

  // Arrows go from tier to tier, End and Home to the ends.
  const panels = page.locator(".panel");
  await page.keyboard.press("ArrowRight");
  await expect(panels.nth(0)).toBeInViewport({ ratio: 0.7 });
  await page.keyboard.press("ArrowRight");
  await expect(panels.nth(3)).toBeInViewport({ ratio: 0.8 });
  await expect(page.getByRole("banner")).not.toBeInViewport();
  await page.keyboard.press("ArrowLeft");
  await expect(panels.nth(0)).toBeInViewport({ ratio: 0.7 });
  await expect(page.getByRole("banner")).toBeInViewport();
  await page.keyboard.press("End");
  const end = page.getByRole("region", { name: "The End" });
  await expect(end.getByRole("heading", { name: "The End" })).toBeInViewport();
  for (const words of [
    'Thanks for reading "The Long Climb"!',
    "What did you think of this story?",
    "Story created by",
  ]) {
    await expect(end.getByText(words)).toBeVisible();
  }
  await expect(end.getByRole("button", { name: /Show your love/ })).toBeVisible();
  await expect(end.getByRole("button", { name: /Make it your own/ })).toBeVisible();
  await expect(end.getByRole("link", { name: "Explore More Stories" })).toHaveAttribute(
    "href",
    "/",
  );
  await expect(end.getByRole("link", { name: "More by Ida" })).toBeVisible();
  await expect(end.getByRole("link", { name: "Another Tide" })).toBeVisible();
  await end.getByRole("link", { name: "Back to Top" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();

  // The width is remembered; the sharpest picture is asked for.
  const strip = page.locator("#scene-2 > .strip");
  expect(Math.round((await strip.boundingBox())?.width ?? 0)).toBe(1080);
  await page.getByLabel("Width").fill("800");
  await expect.poll(async () => Math.round((await strip.boundingBox())?.width ?? 0)).toBe(1200);

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "How to read" });
  await expect(help).toBeVisible();
  await expectAccessible(page, "help");
  await help.getByRole("switch", { name: "Keyboard shortcuts" }).click();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("?");
  await expect(help).toBeHidden();
  await press(page, "Help");
  await help.getByRole("switch", { name: "Keyboard shortcuts" }).click();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("f");
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await press(page, "Exit fullscreen");
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false);

  // Left in the middle, found again: nothing moves before it is asked for.
  const left = page.locator("#scene-2 .panel").nth(1);
  await left.evaluate((panel) => panel.scrollIntoView({ block: "start" }));
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("inkwright:places")))
    .toContain('"scene":2,"panel":1');
  await page.goto("/");
  await page.goto(`/story/${storyId}/read`);
  expect(Math.round((await strip.boundingBox())?.width ?? 0)).toBe(1200);
  const resume = page.getByRole("button", { name: /Continue where you left off/ });
  await expect(resume).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await resume.click();
  // At this width a panel is higher than the window.
  await expect(left).toBeInViewport({ ratio: 0.6 });
  await expect(resume).toBeHidden();

  // A reader who continues elsewhere gets no further prompt, and the progress is saved.
  await page.goto("/");
  await page.goto(`/story/${storyId}/read`);
  await expect(resume).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(resume).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem("inkwright:places"))).toContain(
    '"scene":2,"panel":1',
  );
});

test.describe("without a connection", () => {
  test.use({ allowedConsoleErrors: [/net::ERR|Failed to load/] });

  test("a part that fails to load leaves the story as it is, and loads after reconnecting", {
    tag: "@full",
  }, async ({ page, request, baseURL }) => {
    const ida = await author(request, baseURL);
    await page.goto(`/story/${await ida.seed({ title: "A Long Train Ride" })}/read`);
    const title = page.getByRole("heading", { level: 1, name: "A Long Train Ride" });
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
    await page.context().setOffline(true);
    const ways = [
      () => page.keyboard.press("?"),
      () => page.locator(".panel").first().click(),
      () =>
        page
          .getByRole("button", { name: /^Like: 0 likes/ })
          .first()
          .click(),
    ];
    for (const ask of ways) {
      await ask();
      const said = page.getByText("Please check your connection and try again.");
      await expect(said).toBeVisible();
      await said.evaluate((element) => element.remove());
    }
    await expect(title).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.context().setOffline(false);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
  });
});

test("an address with #end opens the last page", { tag: "@full" }, async ({
  page,
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  const reading = `/story/${await ida.seed()}/read`;
  await page.goto(reading);
  await page.getByRole("button", { name: "Page", exact: true }).click();
  await page.goto("/");
  await page.goto(`${reading}#end`);
  await expect(page.getByRole("heading", { name: "The End" })).toBeInViewport();
});
