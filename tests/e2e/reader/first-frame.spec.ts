import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { author } from "./author";

const ownLetters = /\bbangers\b(?! Fallback)/;

/** The fonts of the title at this moment. */
const fonts = (page: Page) =>
  page.locator("h1").evaluate((title) => getComputedStyle(title).fontFamily);

/** What a fresh page looks like: before its fonts, and in the moment in which its own wait for them ends. */
interface Seen {
  before: string[];
  after?: { fonts: string; asleep: boolean };
}

const watch = () => {
  const seen: Seen = { before: [] };
  Object.assign(window, { seen });
  const titleFonts = () => {
    const title = document.querySelector("h1");
    return title ? getComputedStyle(title).fontFamily : "";
  };
  const look = () => {
    if (seen.after) return;
    const { asleep } = document.documentElement?.dataset ?? {};
    if (asleep !== undefined && titleFonts()) seen.before.push(titleFonts());
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  addEventListener("animationend", ({ animationName }) => {
    if (animationName !== "pictures-first") return;
    const asleep = document.documentElement.dataset.asleep !== undefined;
    seen.after = { fonts: titleFonts(), asleep };
  });
};

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
  await page.addInitScript(watch);
  await page.goto(address);
  const seen = () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  // The wait ends by itself, while the page still sleeps.
  await expect.poll(async () => (await seen()).after?.asleep).toBe(true);
  const { before, after } = await seen();
  expect(before[0]).toMatch(/bangers Fallback/);
  expect(before[0]).not.toMatch(ownLetters);
  expect(after?.fonts).toMatch(ownLetters);
  // By that name there is a font to stand in.
  const families = () => page.evaluate(() => [...document.fonts].map(({ family }) => family));
  expect((await families()).join()).toMatch(/bangers Fallback/);
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

test("Vietnamese letters of a title are of the same font as the others", async ({
  page,
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "Một ngày nắng", scenes: [1] });
  for (const address of [`/story/${storyId}/read`, `/story/${storyId}/remixes`]) {
    await page.goto(address);
    await page.mouse.move(10, 10);
    const loaded = () =>
      page.evaluate(() =>
        [...document.fonts].some(
          ({ family, status }) => /^"?bangersVietnamese/.test(family) && status === "loaded",
        ),
      );
    await expect.poll(loaded, address).toBe(true);
    await expect(page.locator("h1")).toHaveCSS("font-family", /^"?bangersVietnamese/);
  }
});
