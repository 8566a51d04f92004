import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { atWorkspace, panel, promptBox, sheet } from "./workspace";

const scenes = 14;
const plan = { scenes: Array.from({ length: scenes }, () => 6) };

const pictures = (page: Page) => page.locator(".scene-section figure img").count();

test("only scenes near the viewport are rendered, and nothing shifts", {
  tag: ["@phone-full", "@full"],
}, async ({ page, request }) => {
  const storyId = await atWorkspace(page, plan);
  await expect(panel(page, 1, 1).locator("img")).toBeVisible();
  expect(await pictures(page)).toBeLessThanOrEqual(24);

  // The server's HTML has the pictures of the first scenes and the headings of all.
  const html = await (await page.request.get(`/story/${storyId}`)).text();
  expect(html.match(/<figure/g)).toHaveLength(12);
  expect(html.match(/<section id="scene-/g)).toHaveLength(scenes);
  expect(request).toBeTruthy();

  // Places are as large as what comes into them: the page is as long before and after.
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  for (let number = 2; number <= scenes; number += 1) {
    const scene = sheet(page, number);
    const tall = await scene.evaluate((element) => element.getBoundingClientRect().height);
    await scene.evaluate((element) => element.scrollIntoView({ block: "start" }));
    await expect(scene.locator("figure img")).toHaveCount(6);
    expect(await scene.evaluate((element) => element.getBoundingClientRect().height)).toBeCloseTo(
      tall,
      0,
    );
    expect(await pictures(page)).toBeLessThanOrEqual(30);
  }
  // The ideas at the foot come when they are near; the scenes above have not changed.
  await page.evaluate(() => scrollTo(0, 0));
  await expect(panel(page, 1, 1).locator("img")).toBeVisible();
  await expect(sheet(page, scenes).locator("figure")).toHaveCount(0);
  expect(Math.abs((await height()) - before)).toBeLessThan(400);
});

test("the address of a scene scrolls to it exactly", { tag: "@phone" }, async ({ page }) => {
  const storyId = await atWorkspace(page, plan);
  for (const number of [9, 14, 1]) {
    await page.goto(`/story/${storyId}/scene/${number}`);
    const scene = sheet(page, number);
    await expect(scene.locator("figure img").first()).toBeVisible();
    await expect
      .poll(() =>
        scene.evaluate((element) => {
          const margin = Number.parseFloat(
            getComputedStyle(document.documentElement).scrollPaddingTop,
          );
          return Math.abs(element.getBoundingClientRect().top - margin);
        }),
      )
      .toBeLessThanOrEqual(2);
  }
});

test("scrolling keeps the focused element, and find-in-page finds distant text", {
  tag: "@full",
}, async ({ page }) => {
  await atWorkspace(page, plan);
  const tool = panel(page, 1, 2).getByRole("button", { name: "Regenerate image" });
  await tool.focus();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(sheet(page, scenes).locator("figure img")).toHaveCount(6);
  await expect(sheet(page, 2).locator("figure")).toHaveCount(0);
  await expect(tool).toBeFocused();
  // It goes when the focus has gone.
  await promptBox(page).focus();
  await expect(sheet(page, 1).locator("figure")).toHaveCount(0);

  // Words of a bubble that is not in the page: the browser's own search opens its scene.
  await page.evaluate(() => scrollTo(0, 0));
  const far = sheet(page, 8);
  await expect(far.locator("figure")).toHaveCount(0);
  const words = far.locator("p[hidden]");
  await expect(words).toHaveAttribute("hidden", "until-found");
  expect(await words.textContent()).toContain("Nobody told me about the tide.");
  await words.evaluate((element) => element.dispatchEvent(new Event("beforematch")));
  await expect(far.locator("figure")).toHaveCount(6);
});

test("an edited scene stays rendered while its dialog is open", { tag: "@full" }, async ({
  page,
}) => {
  await atWorkspace(page, plan);
  await sheet(page, 5).getByRole("button", { name: "Edit scene" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Scene" });
  await dialog.getByLabel("Title").fill("A title that is being typed");
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForTimeout(500);
  await expect(dialog.getByLabel("Title")).toHaveValue("A title that is being typed");
});
