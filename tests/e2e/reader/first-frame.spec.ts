import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { author } from "./author";

const ownLetters = /\bbangers\b(?! Fallback)/;

/** The fonts of the title at this moment. */
const fonts = (page: Page) =>
  page.locator("h1").evaluate((title) => getComputedStyle(title).fontFamily);

test("an untouched page is in its own letters soon, without a script or with reduced motion at once", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "The First Lamp", scenes: [2] });
  const address = `/story/${storyId}/read`;
  // Pages sleep when they come from the cache.
  await request.get(address);
  await page.goto(address);
  await expect.poll(() => fonts(page)).toMatch(ownLetters);
  await expect.poll(() => page.evaluate(() => document.fonts.check("40px bangers"))).toBe(true);
  await page.mouse.move(10, 10);
  await expect(page.locator("html")).not.toHaveAttribute("data-asleep");

  for (const how of [{ javaScriptEnabled: false }, { reducedMotion: "reduce" }] as const) {
    const context = await browser.newContext({ baseURL, ...how });
    const calm = await context.newPage();
    await calm.goto(address, { waitUntil: "domcontentloaded" });
    expect(await fonts(calm), JSON.stringify(how)).toMatch(ownLetters);
    await context.close();
  }
});
