import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { signIn } from "../accounts/users";
import { author } from "./author";

// Parts that are not there.
test.use({ allowedConsoleErrors: [/status of 404/] });

const scenes = (page: Page) => page.locator("[data-scene]");

test("a long story is read in parts, and resumed from any of them", {
  tag: ["@phone", "@full"],
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const id = await ida.seed({ title: "The Long Tide", scenes: Array(33).fill(1) });
  await signIn(page);
  await page.goto(`/story/${id}/read`);
  await expect(scenes(page)).toHaveCount(30);
  await expect(page.getByRole("heading", { name: "The End" })).toHaveCount(0);
  await expectAccessible(page, "the first part");

  // The end of a part does not count as finished.
  await page.locator("#end").scrollIntoViewIfNeeded();
  await page.getByRole("link", { name: "Read On: Scenes 31–33" }).click();
  await expect(page).toHaveURL(`/story/${id}/read/2`);
  await expect(page).toHaveTitle(/^The Long Tide, Scenes 31–33, by /);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The Long Tide");
  await expect(scenes(page)).toHaveCount(3);
  await expect(page.getByRole("heading", { name: "The End" })).toHaveCount(1);
  await expectAccessible(page, "the last part");
  // A reader who reads on is not sent back to an earlier part.
  await expect(page.getByRole("button", { name: /^Continue where you left off/ })).toHaveCount(0);
  const told = page.waitForRequest(
    (one) => one.method() === "PUT" && one.url().endsWith("/progress"),
  );
  await page.locator("#scene-32").scrollIntoViewIfNeeded();
  await page.locator("#scene-32 .panel").evaluate((panel) => panel.scrollIntoView());
  // Apps count the pages of the whole story.
  const { progression } = (await told).postDataJSON() as { progression: number };
  expect(progression).toBeGreaterThan(0.9);
  expect(progression).toBeLessThan(1);

  // Another device, or tomorrow: the story opens at its beginning, and offers the place.
  await page.goto(`/story/${id}/read`);
  const resume = page.getByRole("button", { name: /^Continue where you left off · Scene 32/ });
  await resume.click();
  await expect(page).toHaveURL(`/story/${id}/read/2#scene-32`);
  await expect(page.locator("#scene-32")).toBeInViewport();

  // In page mode the part's head is its first page, and its end leads on.
  await page.getByRole("link", { name: "Scenes 1–30" }).first().click();
  await expect(page).toHaveURL(`/story/${id}/read`);
  await page.getByRole("button", { name: "Page", exact: true }).click();
  const next = page.getByRole("button", { name: "Next page" });
  // Keys turn the pages once these are measured; until then they scroll.
  const pressEnd = async () => {
    await expect(page.getByRole("status").filter({ hasText: /^(Title|Page)/ })).toBeAttached();
    await page.keyboard.press("End");
  };
  await pressEnd();
  await expect(page.getByRole("link", { name: "Read On: Scenes 31–33" })).toBeInViewport();
  await expect(next).toBeEnabled();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveTitle(/^The Long Tide, Scenes 31–33, by /);
  await expect(scenes(page)).toHaveCount(3);
  await pressEnd();
  await expect(next).toBeDisabled();

  // A link to a scene that was made when the story was shorter, or by hand.
  await page.goto(`/story/${id}/read#scene-33`);
  await expect(page).toHaveURL(`/story/${id}/read/2#scene-33`);
  await expect(page.locator("#scene-33 .panel")).toBeInViewport();
  await page.goto(`/story/${id}/read#scene-99`);
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect(page).toHaveURL(`/story/${id}/read#scene-99`);

  for (const none of ["1", "3", "02", "x"]) {
    const answer = await request.get(`/story/${id}/read/${none}`);
    expect([none, answer.status()]).toEqual([none, 404]);
  }
});
