import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { type Author, author } from "./author";

const alone = (page: Page) => page.getByRole("dialog", { name: /^Panel \d+ of \d+$/ });
const area = (page: Page) => alone(page).getByRole("region", { name: "Panel" });
const pictureOf = (page: Page, panel: number) => page.locator(".scenes .panel").nth(panel);

/** How tall the smallest letters of a panel are on the screen, in px. */
const letters = (page: Page, panel: string) =>
  page.locator(panel).evaluate((it) => {
    const scale = (it.querySelector("svg")?.getScreenCTM()?.a ?? 0) as number;
    const sizes = [...it.querySelectorAll(".lettering")].map((each) =>
      Number(each.getAttribute("font-size")),
    );
    return Math.min(...sizes) * scale;
  });

/** Nothing of the panel is out of sight, in either direction. */
const isWhole = (page: Page) =>
  area(page).evaluate((it) => {
    const panel = it.querySelector(".panel")?.getBoundingClientRect();
    const { left, right, top, bottom } = it.getBoundingClientRect();
    return (
      panel !== undefined &&
      panel.left >= left - 1 &&
      panel.right <= right + 1 &&
      panel.top >= top - 1 &&
      panel.bottom <= bottom + 1 &&
      // As large as that allows.
      (panel.width >= right - left - 1 || panel.height >= bottom - top - 1)
    );
  });

/** A finger that goes from one place of the screen to another. */
const draw = (page: Page, from: number, to: number) =>
  area(page).evaluate(
    (it, [start, stop]) => {
      for (const [type, x] of [
        ["pointerdown", start],
        ["pointerup", stop],
      ] as const) {
        const where = { clientX: x ?? 0, clientY: 400 };
        const finger = { bubbles: true, isPrimary: true, pointerType: "touch" };
        it.querySelector(".panel")?.dispatchEvent(new PointerEvent(type, { ...finger, ...where }));
      }
    },
    [from, to],
  );

async function reletter(ida: Author, storyId: string, panel: number, texts: string[]) {
  const story = await ida.call<{ scenes: { _id: string }[] }>("GET", `/stories/${storyId}`);
  await ida.call("PUT", `/scenes/${story.scenes[0]?._id}/panels/${panel}`, {
    textBubbles: texts.map((text, index) => ({
      id: `b${index}`,
      text,
      position: { x: 0.5, y: 0.2 + index * 0.4 },
      style: {},
    })),
  });
}

test(
  "a panel by itself: letters of 12 px and more, turned to the next, back where it was",
  {
    tag: "@phone",
  },
  async ({ page, request, baseURL, isMobile }, info) => {
    const ida = await author(request, baseURL);
    const storyId = await ida.seed({ title: "By Itself", scenes: [3, 1] });
    await reletter(ida, storyId, 2, ["שלום, מי שם? ".repeat(3), "انتظر، لقد وصلنا تقريبا!"]);
    await reletter(ida, storyId, 3, []);
    const scripts: string[] = [];
    page.on("request", (sent) => {
      if (sent.resourceType() === "script") scripts.push(sent.url());
    });
    await page.goto(`/story/${storyId}/read`);
    await expect(page.getByRole("group", { name: "Reading" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const before = scripts.length;
    const onPage: number[] = [];
    for (const width of isMobile ? [390] : [768, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      for (const panel of [0, 1]) {
        await pictureOf(page, panel).scrollIntoViewIfNeeded();
        onPage.push(await letters(page, `.scenes .panel >> nth=${panel}`));
      }
    }
    info.annotations.push({ type: "letters on the page, px", description: onPage.join(" ") });
    // Down the strip of a phone all are as tall, large panels and small: 12 px but for the frame's
    // share. On a page that is composed there is something to show larger.
    if (isMobile) for (const height of onPage) expect(height).toBeGreaterThan(11.9);
    else expect(Math.min(...onPage)).toBeLessThan(12);

    const tap = (panel: number) =>
      isMobile ? pictureOf(page, panel).tap() : pictureOf(page, panel).click();
    await pictureOf(page, 0).scrollIntoViewIfNeeded();
    await tap(0);
    await expect(alone(page)).toHaveAccessibleName("Panel 1 of 4");
    expect(scripts.length).toBeGreaterThan(before);
    const shown = ".panel-alone .panel";
    for (const name of ["Panel 1 of 4", "Panel 2 of 4"]) {
      await expect(alone(page)).toHaveAccessibleName(name);
      await expect.poll(() => isWhole(page)).toBe(true);
      const larger = alone(page).getByRole("button", { name: "Larger" });
      await larger.click();
      await expect(larger).toHaveAttribute("aria-pressed", "true");
      await expect.poll(() => letters(page, shown)).toBeGreaterThanOrEqual(11.99);
      await expectAccessible(page, name);
      await expect(page.locator(shown).locator("img")).toHaveJSProperty("complete", true);
      await alone(page).getByRole("button", { name: "Next" }).click();
    }
    // Each is seen whole first, on a phone that lies on its side too.
    await expect(alone(page)).toHaveAccessibleName("Panel 3 of 4");
    await expect.poll(() => isWhole(page)).toBe(true);
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(() => isWhole(page)).toBe(true);
    expect((await area(page).boundingBox())?.height).toBeGreaterThan(380);
    await page.setViewportSize({ width: isMobile ? 390 : 1440, height: 844 });
    await alone(page).getByRole("button", { name: "Next" }).click();
    await expect(alone(page)).toHaveAccessibleName("Panel 4 of 4");
    await expect(alone(page).getByRole("button", { name: "Next" })).toBeDisabled();
    await alone(page).getByRole("button", { name: "Close" }).click();
    await expect(alone(page)).toBeHidden();
    await expect(pictureOf(page, 3)).toBeInViewport({ ratio: 0.5 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
      page.viewportSize()?.width,
    );
  },
);

test("a panel opens with the keyboard alone, and fits words of any length", {
  tag: ["@phone", "@full"],
}, async ({ page, request, baseURL, isMobile }) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "One", scenes: [1] });
  await reletter(ida, storyId, 1, ["And then? ".repeat(50), "W".repeat(500)]);
  await page.goto(`/story/${storyId}/read`);
  const link = page.getByRole("link", { name: "Panel 1 of scene 1 in full size" });
  await expect(link).toHaveAttribute("href", /\/media\//);
  await page.waitForLoadState("networkidle");
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(alone(page)).toHaveAccessibleName("Panel 1 of 1");
  await expect(alone(page).getByRole("button", { name: "Next" })).toHaveCount(0);
  await expect(area(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(alone(page).getByRole("button", { name: "Larger" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => letters(page, ".panel-alone .panel")).toBeGreaterThanOrEqual(11.99);
  await page.keyboard.press("Shift+Tab");
  await expect(area(page)).toBeFocused();
  if (isMobile) {
    // The picture is larger than the window, and the arrows move it.
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => area(page).evaluate((it) => it.scrollLeft)).toBeGreaterThan(0);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
    page.viewportSize()?.width,
  );
  await page.keyboard.press("Escape");
  await expect(alone(page)).toBeHidden();
  await expect(link).toBeFocused();
});

test("arrows turn panels at full size, and a double tap still likes", {
  tag: ["@phone", "@full"],
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "Arrows", scenes: [2] });
  for (const panel of [1, 2]) await reletter(ida, storyId, panel, []);
  await page.goto(`/story/${storyId}/read`);
  await page.waitForLoadState("networkidle");
  await page.getByRole("link", { name: "Panel 1 of scene 1 in full size" }).focus();
  await page.keyboard.press("Enter");
  await expect(area(page)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(alone(page)).toHaveAccessibleName("Panel 2 of 2");
  await page.keyboard.press("ArrowRight");
  await expect(alone(page)).toHaveAccessibleName("Panel 2 of 2");
  await expect(area(page)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(alone(page)).toHaveAccessibleName("Panel 1 of 2");
  await page.keyboard.press("Escape");
  await expect(alone(page)).toBeHidden();
  await pictureOf(page, 0).dblclick({ position: { x: 90, y: 200 } });
  await expect(page.getByRole("dialog", { name: "Sign in to like this" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.waitForTimeout(400);
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("swipes turn a panel at full size, and a double tap zooms in", {
  tag: ["@phone-only", "@full"],
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "Drawn Aside", scenes: [3] });
  await page.goto(`/story/${storyId}/read`);
  await page.waitForLoadState("networkidle");
  await pictureOf(page, 0).tap();
  await expect(alone(page)).toHaveAccessibleName("Panel 1 of 3");
  await draw(page, 300, 100);
  await expect(alone(page)).toHaveAccessibleName("Panel 2 of 3");
  await draw(page, 100, 300);
  await expect(alone(page)).toHaveAccessibleName("Panel 1 of 3");
  await expect.poll(() => isWhole(page)).toBe(true);
  await page.touchscreen.tap(300, 500);
  await page.touchscreen.tap(300, 500);
  await expect.poll(() => isWhole(page)).toBe(false);
  // The tapped part is in view, and a finger pans the picture now.
  await expect.poll(() => area(page).evaluate((it) => it.scrollLeft)).toBeGreaterThan(0);
  await draw(page, 300, 100);
  await expect(alone(page)).toHaveAccessibleName("Panel 1 of 3");
  await page.touchscreen.tap(200, 400);
  await page.touchscreen.tap(200, 400);
  await expect.poll(() => isWhole(page)).toBe(true);
});

test("both reading modes have a label, and Remix looks like a button", {
  tag: ["@phone", "@full"],
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "Both Ways", scenes: [2, 1] });
  await page.goto(`/story/${storyId}/read`);
  const strip = page.getByRole("button", { name: "Strip" });
  const pages = page.getByRole("button", { name: "Page by page" });
  await expect(strip).toHaveAttribute("aria-pressed", "true");
  await expect(pages).toHaveAttribute("aria-pressed", "false");
  const remix = page.getByRole("button", { name: "Remix scene 1" });
  await remix.scrollIntoViewIfNeeded();
  await expect(remix).toHaveCSS("border-style", "solid");
  await expect(remix).toHaveCSS("cursor", "pointer");
  await expect(remix).toHaveAccessibleDescription("Sign in to remix");
  await expectAccessible(page);
  await pages.click();
  await expect(pages).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(strip).toBeInViewport({ ratio: 0.99 });
  await expect(page.getByRole("button", { name: "Help" })).toBeInViewport({ ratio: 0.99 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
    page.viewportSize()?.width,
  );
  await strip.click();
  await expect(strip).toHaveAttribute("aria-pressed", "true");
});
