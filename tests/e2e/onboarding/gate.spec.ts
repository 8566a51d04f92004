import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { signIn } from "../accounts/users";
import {
  beginStory,
  description,
  expectStep,
  firstPrompt,
  goBack,
  openNewStory,
  proceed,
  proceedTo,
  skipToWorkspace,
  steps,
  storyPreview,
} from "./wizard";

test.beforeEach(({ page }) => signIn(page));

const told =
  "A clockmaker named Odile and her grandson Tom hunt a brass owl in the harbour of Lindhaven";

test("a new session begins in the wizard, with the input that was too long to be saved by skipping", {
  tag: "@full",
}, async ({ page, browser }) => {
  const storyId = await openNewStory(page);
  await description(page).fill("x".repeat(1001));
  await skipToWorkspace(page);
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await context.newPage();
  await other.goto(new URL(`/story/${storyId}`, page.url()).href);
  await expectStep(other, 1);
  await expect(description(other)).toHaveValue("x".repeat(1001));
  await context.close();
});

test("a reload in each step comes back to it with everything typed", { tag: "@full" }, async ({
  page,
}) => {
  await openNewStory(page);
  await description(page).fill(told);
  await page.reload();
  await expectStep(page, 1);
  await expect(description(page)).toHaveValue(told);
  for (const step of [2, 3, 4] as const) {
    await proceed(page);
    await expectStep(page, step);
    if (step === 4) await firstPrompt(page).fill("Odile opens the shutters");
    await page.reload();
    await expectStep(page, step);
  }
  await expect(firstPrompt(page)).toHaveValue("Odile opens the shutters");
});

test("the browser's Back leads to the previous step, and from the workspace to the page before the wizard @phone", async ({
  page,
}) => {
  await page.goto("/my-stories");
  await page.getByRole("button", { name: "New Story" }).first().click();
  await expectStep(page, 1);
  await description(page).fill(told);
  await proceedTo(page, 4);
  await page.goBack();
  await expectStep(page, 3);
  await goBack(page);
  await page.goForward();
  await expectStep(page, 3);
  // A reload keeps the way back.
  await page.reload();
  await expectStep(page, 3);
  await page.goBack();
  await expectStep(page, 2);
  await page.goBack();
  await expectStep(page, 1);
  await expect(description(page)).toHaveValue(told);
  await proceedTo(page, 3);
  await skipToWorkspace(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/my-stories$/);
});

test("Back leaves a wizard whose picture is being drawn, and the picture is there afterwards", {
  tag: "@full",
}, async ({ page }) => {
  await page.goto("/my-stories");
  await page.getByRole("button", { name: "New Story" }).first().click();
  await description(page).fill(told);
  await proceedTo(page, 4);
  const address = page.url();
  await page.getByRole("button", { name: "Create Your Story" }).click();
  await expect(page.getByRole("button", { name: "Create Your Story" })).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/my-stories$/);
  await page.goto(address);
  await expect(page.locator("#scene-1 figure").first()).toBeVisible({ timeout: 60_000 });
});

test("the first picture is in view when the workspace opens", { tag: "@full" }, async ({
  page,
}) => {
  await openNewStory(page, told);
  await proceedTo(page, 4);
  // Twice is once: a second press led out of the story.
  const address = page.url();
  await page.getByRole("button", { name: "Create Your Story" }).dblclick();
  const scene = page.locator("#scene-1");
  await expect(scene.locator("figure")).toBeInViewport({ ratio: 0.3, timeout: 60_000 });
  await expect(scene).toBeFocused();
  expect(page.url()).toBe(address);
  // The notice that it can be published is above it, below the header.
  const note = page.locator(".publish-banner");
  await expect(note.getByRole("button", { name: "Publish now" })).toBeVisible();
  const [bar, header] = await Promise.all([
    note.boundingBox(),
    page.getByRole("banner").boundingBox(),
  ]);
  expect(bar?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  await expect(scene.locator("h2")).toBeInViewport();
  // The new entities are listed below it.
  await expect(page.getByRole("button", { name: "View" })).toBeVisible({ timeout: 60_000 });
  await expect(scene.locator("figure")).toBeInViewport({ ratio: 0.3 });
});

/** Tabs until the control has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: "button" | "textbox" = "button") {
  const target = page.getByRole(role, { name }).first();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The keyboard does not reach ${name}`);
}

test("the keyboard alone leads from the idea to the first picture", async ({ page, isMobile }) => {
  test.skip(isMobile, "phones have no keyboard of this kind");
  await openNewStory(page);
  await tabTo(page, "What is your story about?", "textbox");
  await page.keyboard.type(told);
  await tabTo(page, "AI Improve");
  await tabTo(page, "Continue");
  await page.keyboard.press("Enter");
  await expectStep(page, 2);
  // The focus is on the question, so that it is read out.
  await expect(page.getByRole("heading", { name: steps[2] })).toBeFocused();
  await expect(page.getByRole("button", { name: "Continue" })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Manga Style" })).toBeChecked();
  await tabTo(page, "Continue");
  await page.keyboard.press("Enter");
  await expectStep(page, 3);
  await tabTo(page, "Generate From Your Story");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Edit Odile" })).toBeVisible();
  await tabTo(page, "Continue");
  await page.keyboard.press("Enter");
  await expectStep(page, 4);
  await expect(page.getByRole("heading", { name: steps[4] })).toBeFocused();
  await tabTo(page, "How does your story begin?", "textbox");
  await page.keyboard.press("Enter");
  await expect(page.locator("#scene-1 figure img")).toHaveCount(1, { timeout: 60_000 });
});

test("the actions of each step are in view at first and cover nothing", {
  tag: "@phone-full",
}, async ({ page }) => {
  await openNewStory(page, told);
  for (const step of [1, 2, 3, 4] as const) {
    if (step !== 1) await proceedTo(page, step);
    const bar = page.locator(".wizard-actions");
    await expect(bar).toBeInViewport({ ratio: 1 });
    const ends = () =>
      bar.evaluate((actions) => {
        const last = actions.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
        return actions.getBoundingClientRect().top - last;
      });
    await expect.poll(ends, `step ${step}`).toBeGreaterThanOrEqual(0);
  }
});

test("every step is accessible and does not scroll sideways", {
  tag: ["@phone-only", "@full"],
}, async ({ page }) => {
  // Eleven screens in two themes each.
  test.slow();
  await beginStory(page);
  const check = async () => {
    await expectAccessible(page);
    const { scroll, width } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      width: innerWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(width);
  };
  await check();
  await proceed(page);
  await check();
  await description(page).fill("x".repeat(1001));
  await check();
  await description(page).fill(told);
  await page.getByRole("button", { name: "Or start from Story Seeds" }).click();
  await expect(page.locator(".idea")).toHaveCount(5);
  await check();
  await proceedTo(page, 2);
  await check();
  await page.getByRole("button", { name: "Or use a Custom Style" }).click();
  await page.getByLabel("Describe your style").fill("Woodcut in two colours");
  await check();
  await proceedTo(page, 3);
  await check();
  await page.getByRole("button", { name: "Generate From Your Story" }).click();
  await expect(
    page.getByText(/^Found \d+ characters and locations in your story\. Edit/),
  ).toBeVisible({
    timeout: 60_000,
  });
  await check();
  await proceedTo(page, 4);
  await page.getByRole("button", { name: "Story Opening Ideas" }).click();
  await expect(page.locator(".idea")).toHaveCount(4);
  await check();
  await page.route("**/api/ai/generate-scene", () => undefined);
  await page.getByRole("button", { name: "Create Your Story" }).click();
  await expect(page.getByText("Preparing the panels...")).toBeVisible();
  await check();
  await expect(storyPreview(page)).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test.describe("a message", { tag: "@phone-only" }, () => {
  test.use({ allowedConsoleErrors: [/status of 502/] });
  test("covers no button at the bottom of a phone", { tag: "@full" }, async ({ page }) => {
    await openNewStory(page, `${told} [[bad-json]]`);
    await proceedTo(page, 3);
    await page.getByRole("button", { name: "Generate From Your Story" }).click();
    const message = page.locator(".toast");
    await expect(message).toBeVisible();
    await expect
      .poll(async () => {
        const [said, bar] = await Promise.all([
          message.boundingBox(),
          page.locator(".wizard-actions").boundingBox(),
        ]);
        return said && bar && said.y > 0 && said.y + said.height <= bar.y;
      })
      .toBe(true);
  });
});
