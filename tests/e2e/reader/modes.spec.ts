import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { type Author, author } from "./author";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const status = (page: Page) => page.locator(".tools [role=status]");
const scenes = [3, 2, 1];

/** Sizes of what is on the screen, in px of the window. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return left < innerWidth - 1 && right > 1 && top < innerHeight - 1 && bottom > 1;
    };
    const letters = [...document.querySelectorAll(".panel:not([data-aside]) .lettering")]
      .filter((one) => one.getBoundingClientRect().width > 0 && isSeen(one))
      .map((one) => {
        const scale = one.closest("svg")?.getScreenCTM()?.a ?? 0;
        return Number(one.getAttribute("font-size")) * scale;
      });
    const fills = [...document.querySelectorAll("[data-on] > .comic-page")]
      .map((one) => one.getBoundingClientRect())
      .map(({ width, height }) => Math.max(width / innerWidth, height / innerHeight));
    const whole = [...document.querySelectorAll("[data-on] .panel:not([data-aside])")].map(
      (panel) => {
        const { left, right, top, bottom } = panel.getBoundingClientRect();
        return left > -3 && top > -3 && right < innerWidth + 3 && bottom < innerHeight + 3;
      },
    );
    return { letters: Math.min(99, ...letters), fill: Math.max(0, ...fills), whole };
  });

/** With the toolbar, which stays while it has the focus. */
async function inspect(page: Page, where: string) {
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Help" }).focus();
  await expectAccessible(page, where);
  await page.locator(".stage").focus();
}

/** Waits for the camera. */
async function settle(page: Page) {
  await page.waitForTimeout(100);
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
  );
}

async function reletter(ida: Author, storyId: string, panel: number, texts: string[]) {
  const story = await ida.call<{ scenes: { _id: string }[] }>("GET", `/stories/${storyId}`);
  await ida.call("PUT", `/scenes/${story.scenes[0]?._id}/panels/${panel}`, {
    textBubbles: texts.map((text, index) => ({
      id: `b${index}`,
      text,
      style: {},
      position: { x: 0.5, y: 0.2 + index * 0.4 },
    })),
  });
}

test.describe("as the device suggests", () => {
  test.use({ readingMode: null });

  test("page mode fills the window with readable letters, by keys, slider and drawer", async ({
    page,
    request,
    baseURL,
  }) => {
    const ida = await author(request, baseURL);
    const storyId = await ida.seed({ title: "In Pages", scenes });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/story/${storyId}/read`);
    await expect(page.locator(".title-cover")).toBeInViewport({ ratio: 0.99 });
    await expect(page.locator(".panel:visible")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "The End" })).toBeHidden();
    await press(page, "Read");
    await expect(status(page)).toHaveText("Page 1 of 3");
    await expect(page.getByRole("banner")).toBeHidden();
    for (const [width, height] of [
      [1440, 900],
      [2560, 1440],
      [820, 1180],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(async () => (await measure(page)).fill, `${width} px`)
        .toBeGreaterThanOrEqual(0.9);
      const { letters } = await measure(page);
      expect(letters, `letters at ${width} px`).toBeGreaterThanOrEqual(11.99);
      await inspect(page, `page at ${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    // The toolbar goes, and comes with a move of the mouse.
    const bar = page.getByRole("group", { name: "Reading" });
    await page.mouse.move(700, 300);
    await expect(bar).not.toBeInViewport({ timeout: 8_000 });
    await page.mouse.move(710, 310);
    await expect(bar).toBeInViewport();
    // Keys turn pages, moving on within an enlarged one first.
    for (const key of ["ArrowRight", "Space", "PageDown", "ArrowDown"]) {
      for (let step = 0; step < 4; step += 1) {
        if (/3 of 3/.test((await status(page).textContent()) ?? "")) break;
        await page.keyboard.press(key);
        await settle(page);
      }
    }
    await expect(status(page)).toHaveText("Page 3 of 3");
    await page.getByRole("slider", { name: "Page" }).fill("1");
    await expect(status(page)).toHaveText("Page 1 of 3");
    // Zoom by keys and wheel, and back.
    const scale = () =>
      page.locator("#scene-1 .comic-page").evaluate((it) => it.getBoundingClientRect().width);
    await settle(page);
    const fitted = await scale();
    await page.keyboard.press("+");
    await expect.poll(scale).toBeGreaterThan(fitted * 1.2);
    await page.keyboard.press("0");
    await expect.poll(scale).toBeCloseTo(fitted, 0);
    await page.mouse.move(700, 400);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    await expect.poll(scale).toBeGreaterThan(fitted * 1.2);
    await page.keyboard.press("0");
    await expect.poll(scale).toBeCloseTo(fitted, 0);
    await page.keyboard.press("f");
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    await page.keyboard.press("f");
    // What can be done with a scene is in its drawer.
    await page.mouse.move(600, 500);
    await press(page, "Scene");
    const drawer = page.getByRole("dialog", { name: "The bell rings 1 times" });
    await expect(drawer.getByRole("button", { name: /likes?/ })).toBeVisible();
    await expect(drawer.getByText("Transcript")).toBeVisible();
    await expectAccessible(page, "drawer");
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    const theEnd = page.getByRole("heading", { name: "The End" });
    await expect(theEnd).toBeHidden();
    await page.keyboard.press("End");
    await expect(status(page)).toHaveText("The end");
    await expect(theEnd).toBeVisible();
    // The toolbar stays at the end, also after the mouse has moved.
    await page.mouse.move(640, 480);
    await page.waitForTimeout(3_000);
    await expect(page.getByRole("button", { name: "Next page" })).toBeDisabled();
    await page.getByRole("link", { name: "Back to Top" }).click();
    await expect(page.locator(".title-cover")).toBeInViewport();
    // An address opens its page; Escape leads back to the title.
    await page.goto("/");
    await page.goto(`/story/${storyId}/read#scene-2`);
    await expect(status(page)).toHaveText("Page 2 of 3");
    await page.keyboard.press("Escape");
    await expect(status(page)).toHaveText("Title");
    // What the reader chooses is remembered.
    await press(page, "Scroll");
    await page.reload();
    await expect(page.locator("#scene-1 .panel").first()).toBeVisible();
  });
});

test("panel by panel shows each panel whole and readable, by keys, and leads back", {
  tag: "@phone",
}, async ({ page, request, baseURL, isMobile }) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "By Itself", scenes });
  await reletter(ida, storyId, 2, ["שלום, מי שם? ".repeat(3), "انتظر، لقد وصلنا تقريبا!"]);
  await page.goto(`/story/${storyId}/read`);
  await page.waitForLoadState("networkidle");
  const first = page.locator("#scene-1 .panel").first();
  await first.scrollIntoViewIfNeeded();
  // On a phone the first tap may bring back the toolbar.
  await expect(async () => {
    await (isMobile ? first.tap() : first.click());
    await expect(status(page)).toHaveText("Page 1 of 3, panel 1 of 3", { timeout: 2_000 });
  }).toPass();
  const seen = new Set<string>();
  for (let step = 0; step < 20; step += 1) {
    await settle(page);
    const place = (await status(page).textContent()) ?? "";
    const { letters, whole } = await measure(page);
    if (!seen.has(place)) {
      expect(whole, place).toEqual([true]);
      expect(letters, place).toBeGreaterThanOrEqual(11.9);
      if (seen.size === 1) await inspect(page, place);
    }
    seen.add(place);
    if (place === "Page 3 of 3, panel 1 of 1") break;
    await page.keyboard.press(step % 2 ? "ArrowRight" : "Space");
  }
  expect([...seen]).toEqual(
    scenes.flatMap((count, page) =>
      Array.from(
        { length: count },
        (_, panel) => `Page ${page + 1} of 3, panel ${panel + 1} of ${count}`,
      ),
    ),
  );
  // All of the page is one key away.
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await settle(page);
  await page.keyboard.press("0");
  await settle(page);
  await expect(page.locator(".stage[data-whole]")).toBeVisible();
  const width = await page
    .locator("#scene-1 .comic-page")
    .evaluate((it) => it.getBoundingClientRect().width);
  expect(width).toBeLessThanOrEqual((page.viewportSize()?.width ?? 0) + 1);
  await page.keyboard.press("0");
  await settle(page);
  await expect(page.locator(".stage[data-whole]")).toHaveCount(0);
  // Taps at the sides.
  const { width: across = 0, height = 0 } = page.viewportSize() ?? {};
  const tap = (x: number) =>
    isMobile ? page.touchscreen.tap(x, height / 2) : page.mouse.click(x, height / 2);
  await tap(across - 20);
  await expect(status(page)).toContainText("panel 2 of 3");
  await tap(20);
  await expect(status(page)).toContainText("panel 1 of 3");
  await page.keyboard.press("Escape");
  await expect(page.locator("html")).not.toHaveAttribute("data-reader", /./);
  await expect(first).toBeInViewport();
  await expect(first.getByRole("link")).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(across);
  // From its link as well.
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("panel 1 of 3");
});

test("on a phone the story begins high on the screen, and the toolbar goes while scrolling", {
  tag: "@phone-only",
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  await page.goto(`/story/${await ida.seed({ title: "A Long Way Down", scenes })}/read`);
  const bar = page.getByRole("group", { name: "Reading" });
  await expect(bar).toBeInViewport();
  await page.mouse.wheel(0, 900);
  await expect(bar).not.toBeInViewport();
  await expect(page.getByRole("banner")).not.toBeInViewport();
  const { letters } = await measure(page);
  expect(letters).toBeGreaterThanOrEqual(11.9);
  // A tap brings it back, and opens nothing.
  await page.touchscreen.tap(195, 400);
  await expect(bar).toBeInViewport();
  await expect(page.locator("html")).not.toHaveAttribute("data-reader", /./);
  await page.mouse.wheel(0, 300);
  await expect(bar).not.toBeInViewport();
  await page.mouse.wheel(0, -100);
  await expect(bar).toBeInViewport();
});
