import { artStyles } from "@/lib/stories/art-styles";
import { expect, test } from "@/tests/support/browser";
import { signIn } from "../accounts/users";
import {
  description,
  expectStep,
  goBack,
  openNewStory,
  proceedTo,
  savedStory,
  storyPreview,
} from "./wizard";

test.skip(({ isMobile }) => isMobile, "the same on a phone; its layout has a test of its own");
test.beforeEach(({ page }) => signIn(page));

const told =
  "A clockmaker named Odile and her grandson Tom hunt a brass owl in the harbour of Lindhaven";

test("the colour of the counter shows the description's length @full", async ({ page }) => {
  await openNewStory(page);
  const box = description(page);
  const coloursAt = async (length: number) => {
    await box.fill("x".repeat(length));
    return box.evaluate((area) => {
      const { backgroundColor, borderColor } = getComputedStyle(area);
      return `${backgroundColor} ${borderColor}`;
    });
  };
  const plain = await coloursAt(600);
  expect(await coloursAt(900)).toBe(plain);
  const yellow = await coloursAt(901);
  expect(await coloursAt(1000)).toBe(yellow);
  const red = await coloursAt(1001);
  expect(new Set([plain, yellow, red]).size).toBe(3);
  expect(yellow).toContain("rgb(154, 100, 0)");
  expect(red).toContain("rgb(212, 41, 31)");
});

test("the field of a custom style is in view; pictures align with the panel beside them @full", async ({
  page,
}) => {
  await openNewStory(page, told);
  await proceedTo(page, 2);
  await page.getByRole("button", { name: "Or use a Custom Style" }).click();
  await expect(page.getByLabel("Describe your style")).toBeInViewport({ ratio: 1 });
  await page.getByText("Film Noir", { exact: true }).click();
  await proceedTo(page, 3);
  await page.getByRole("button", { name: "Generate From Your Story" }).click();
  await expect(page.getByText(/^Found \d+ .+ in your story\. Edit/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.locator(".wizard-cast img").first()).toBeVisible();
  const [places, first] = await Promise.all([
    storyPreview(page).locator(".story-preview-locations").boundingBox(),
    storyPreview(page).locator(".story-preview-panel").boundingBox(),
  ]);
  const endOf = (box: typeof first) => (box?.y ?? 0) + (box?.height ?? 0);
  expect(endOf(places)).toBeCloseTo(endOf(first), 0);
});

test("the world begins with the style that was chosen, also where the browser's Forward passed Continue @full", async ({
  page,
}) => {
  const storyId = await openNewStory(page, told);
  await proceedTo(page, 3);
  await goBack(page);
  await page.getByText("Film Noir", { exact: true }).click();
  await page.goForward();
  await expectStep(page, 3);
  await proceedTo(page, 4);
  const asked = page.waitForRequest("**/api/ai/generate-scene");
  await page.getByRole("button", { name: "Create Your Story" }).click();
  await asked;
  expect((await savedStory(page, storyId)).artStyle).toBe(
    artStyles.find(({ id }) => id === "noir")?.prompt,
  );
});
