import { expect, test } from "@/tests/support/browser";
import { signIn } from "../accounts/users";
import {
  description,
  expectStep,
  goBack,
  openNewStory,
  proceedTo,
  skipToWorkspace,
} from "./wizard";

test.beforeEach(({ page }) => signIn(page));

const told =
  "A clockmaker named Odile and her grandson Tom hunt a brass owl in the harbour of Lindhaven";

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
  const { pathname } = new URL(page.url());
  await page.getByRole("button", { name: "Create Your Story" }).dblclick();
  const scene = page.locator("#scene-1");
  await expect(scene.locator("figure")).toBeInViewport({ ratio: 0.3, timeout: 60_000 });
  await expect(scene).toBeFocused();
  await expect(page).toHaveURL(pathname);
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
