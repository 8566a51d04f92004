import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { signIn } from "../accounts/users";
import { author } from "./author";

test("a visitor reads half, continues from the home page, and keeps the place after sign-in", {
  tag: "@phone",
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const id = await ida.seed({ title: "Half the Tide", scenes: [2, 2, 2] });
  await page.goto(`/story/${id}/read`);
  await page.locator("#scene-2 .panel").nth(1).scrollIntoViewIfNeeded();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("inkwright:places")))
    .toContain('"place":2');

  await page.goto("/");
  const row = page.getByRole("region", { name: "Continue reading" });
  const card = row.getByRole("link", { name: /^Half the Tide\s*Scene 2 of 3$/ });
  await expect(card).toBeVisible();
  await expectAccessible(page, "home with a story to continue");
  await card.click();
  await expect(page).toHaveURL(new RegExp(`/story/${id}/read#scene-2`));
  await expect(page.locator("#scene-2")).toBeInViewport();

  // The account gets what the visitor has read; after sign-out this device shows nothing of it.
  await signIn(page);
  await page.goto("/");
  await expect(card).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("inkwright:places")))
    .toContain('"by":');
  await row.getByRole("button", { name: "Remove Half the Tide from Continue reading" }).click();
  await expect(card).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "All stories" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(card).toHaveCount(0);
});

test("the link to a panel opens there, also without a script, and can be chosen in its scene", {
  tag: "@phone",
}, async ({ page, browser, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const id = await ida.seed({ title: "A Panel to Share", scenes: [2, 3] });
  await page.goto(`/story/${id}/panel/2-3`);
  await expect(page).toHaveURL(`/story/${id}/read#scene-2-panel-3`);
  const panel = page.locator("#scene-2 .panel").nth(2);
  await expect(panel).toBeInViewport({ ratio: 0.5 });

  await page.getByRole("button", { name: "Share a panel of scene 2" }).click();
  const dialog = page.getByRole("dialog", { name: "Share a panel" });
  await dialog.getByText("Panel 2").click();
  await expect(dialog.getByRole("radio", { name: "Panel 2" })).toBeChecked();
  await expectAccessible(page, "the choice of a panel");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog.getByRole("button", { name: "Copy Link" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(new RegExp(`/story/${id}/panel/2-2$`));

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const without = await plain.newPage();
  await without.goto(`${baseURL}/story/${id}/panel/2-3`);
  await expect(without).toHaveURL(`${baseURL}/story/${id}/read#scene-2-panel-3`);
  await expect(without.locator("#scene-2 .panel").nth(2)).toBeInViewport();
  // What the sheet holds opens without a script too.
  await without.getByRole("button", { name: "More", exact: true }).click();
  await expect(without.getByRole("link", { name: "Download as a book" })).toBeVisible();
  await plain.close();
});

test("on a phone the first panel begins on the first screen; the next story loads near the end", {
  tag: "@phone-only",
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const next = await ida.seed({ title: "The Next Tide" });
  const description = "The keeper climbs and the sea climbs too. ".repeat(8);
  const tags = ["sea", "night", "lamps"];
  const id = await ida.seed({
    title: "The Long Climb of the Sea",
    description,
    tags,
    scenes: [3, 3],
  });
  const prefetched: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().includes(`/story/${next}/read`)) prefetched.push(sent.url());
  });
  await page.goto(`/story/${id}/read`);
  const top = await page
    .locator(".panel")
    .first()
    .evaluate((one) => one.getBoundingClientRect().top);
  expect(top).toBeLessThanOrEqual(420);
  await page.getByRole("button", { name: "More", exact: true }).click();
  const about = page.getByRole("region", { name: "The Long Climb of the Sea" });
  await expect(about.getByRole("link", { name: "lamps" })).toBeVisible();
  await expectAccessible(page, "about the story");
  await about.getByRole("button", { name: "Close" }).click();
  expect(prefetched).toEqual([]);
  await page.locator("#end").scrollIntoViewIfNeeded();
  await expect(page.getByRole("link", { name: /Read Next/ })).toBeVisible();
  await expect.poll(() => prefetched.length).toBeGreaterThan(0);
});
