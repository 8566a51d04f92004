import { artStyles } from "@/lib/stories/art-styles";
import { expect, test } from "@/tests/support/browser";
import { signIn } from "../accounts/users";
import {
  description,
  expectStep,
  goBack,
  holdNext,
  loseFirst,
  openNewStory,
  proceed,
  proceedTo,
  savedStory,
  soFar,
  someAuthor,
} from "./wizard";

test.skip(({ isMobile }) => isMobile, "the same on a phone; its layout has a test of its own");

const told =
  "A clockmaker named Odile and her grandson Tom hunt a brass owl in the harbour of Lindhaven";
const promptOf = (id: string) => artStyles.find((style) => style.id === id)?.prompt;

test.describe("the visual style", () => {
  test.use({ allowedConsoleErrors: [/status of 500/] });
  test.beforeEach(({ page }) => someAuthor(page));

  test("is one of six, saved by Continue and kept by Back @full", async ({ page }) => {
    const storyId = await openNewStory(page, told);
    await proceedTo(page, 2);
    await expect(page.getByRole("main").getByRole("radio")).toHaveCount(6);
    await expect(page.getByRole("radio", { name: "Classic Comic" })).toBeChecked();
    await page.getByText("Film Noir", { exact: true }).click();
    await expect(soFar(page).getByText("Film Noir")).toBeVisible();
    await goBack(page);
    await expect(description(page)).toHaveValue(told);
    await proceedTo(page, 2);
    await expect(page.getByRole("radio", { name: "Film Noir" })).toBeChecked();
    await proceed(page);
    await expectStep(page, 3);
    expect((await savedStory(page, storyId)).artStyle).toBe(promptOf("noir"));
  });

  test("is one of the author's own, which cannot be blank @full", async ({ page }) => {
    const storyId = await openNewStory(page, told);
    await proceedTo(page, 2);
    await page.getByRole("button", { name: "Or use a Custom Style" }).click();
    await expect(page.getByLabel("Describe your style")).toBeFocused();
    await expect(page.getByLabel("Describe your style")).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("main").getByRole("radio", { checked: true })).toHaveCount(0);
    await page.getByLabel("Describe your style").fill("   ");
    await proceed(page);
    await expect(page.getByText("Style description cannot be blank")).toBeVisible();
    await page.getByLabel("Describe your style").fill(" Woodcut in two colours ");
    await expect(soFar(page).getByText("Custom Style")).toBeVisible();
    await page.reload();
    await expectStep(page, 2);
    await expect(page.getByLabel("Describe your style")).toHaveValue(" Woodcut in two colours ");
    await proceed(page);
    await expectStep(page, 3);
    expect((await savedStory(page, storyId)).artStyle).toBe("Woodcut in two colours");
  });

  test("that cannot be saved says so; while it is saved nothing else is chosen @full", async ({
    page,
  }) => {
    const storyId = await openNewStory(page, told);
    await proceedTo(page, 2);
    await page.route("**/art-style", (route) =>
      route.fulfill({ status: 500, json: { success: false, message: "no" } }),
    );
    await proceed(page);
    await expect(page.getByText("Failed to save art style")).toBeVisible();
    await page.unrouteAll();

    // What is pressed while it is being saved changes nothing, and the way back is no way on.
    let letGo = await holdNext(page, "**/art-style");
    const noir = page.getByRole("radio", { name: "Film Noir" });
    const classic = page.getByRole("radio", { name: "Classic Comic" });
    await classic.press("Enter");
    await page.getByText("Film Noir", { exact: true }).click();
    await expect(noir).not.toBeChecked();
    await goBack(page);
    const answered = page.waitForResponse("**/art-style");
    letGo();
    await answered;
    await proceedTo(page, 2);
    await expect(classic).toBeChecked();

    // Whoever pressed Enter on a style is not thrown off it.
    letGo = await holdNext(page, "**/art-style");
    await classic.press("Enter");
    await expect(classic).toBeFocused();
    letGo();
    await expectStep(page, 3);
    expect((await savedStory(page, storyId)).artStyle).toMatch(/^Classic/);
  });
});

test.describe("the world", () => {
  test.use({ allowedConsoleErrors: [/status of (429|502|503)/] });
  test.beforeEach(({ page }) => signIn(page));

  const generate = "Generate From Your Story";

  test("is found in the description; pictures appear as they are drawn @full", async ({ page }) => {
    const storyId = await openNewStory(page, told);
    await proceedTo(page, 3);
    await expect(page.getByText("about 15 to 40 seconds")).toBeVisible();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let calls = 0;
    await page.route("**/api/ai/extract-entities", async (route) => {
      calls += 1;
      await held;
      await route.continue();
    });
    await page.getByRole("button", { name: generate }).click();
    await expect(page.getByText("Finding characters and locations.")).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "Reading your story" })).toBeVisible();
    // A second press while the first is under way is no second search.
    await page.getByRole("button", { name: generate }).click({ force: true });
    // Nor is leaving by a link and coming back.
    await page.getByRole("link", { name: "Inkwright" }).first().click();
    await expect(page).toHaveURL("/");
    await page.goBack();
    await expect(page.getByText("Finding characters and locations.")).toBeVisible();
    answer();
    await expect(page.getByRole("button", { name: "Edit Odile" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit Tom" })).toBeVisible();
    expect(calls).toBe(1);
    await expect(
      page.getByText(/^Found \d+ characters and locations in your story\. Change/),
    ).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.locator(".wizard-cast img").first()).toBeVisible();
    const story = await savedStory(page, storyId);
    const all = [...story.characters, ...story.locations];
    expect(all.filter(({ primaryImageUrl }) => primaryImageUrl === null)).toEqual([]);
    await expect(page.locator(".wizard-cast img")).toHaveCount(all.length);
    await expect(soFar(page).getByText("Odile", { exact: true })).toBeAttached();

    // Whatever their shapes, the pictures end with the panel beside them.
    const [places, first] = await Promise.all([
      soFar(page).locator(".story-preview-locations").boundingBox(),
      soFar(page).locator(".story-preview-panel").boundingBox(),
    ]);
    const endOf = (box: typeof first) => (box?.y ?? 0) + (box?.height ?? 0);
    expect(endOf(places)).toBeCloseTo(endOf(first), 0);

    // What was found can be changed, and asking again finds nobody twice.
    await page.getByRole("button", { name: "Edit Odile" }).click();
    await expect(page.getByRole("dialog", { name: "Edit Character" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add a location" }).click();
    await expect(page.getByRole("dialog", { name: "Add Location" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.unrouteAll();
    await page.getByRole("button", { name: generate }).click();
    await expect(page.getByText(/Nothing new was found/)).toBeVisible();
  });

  test("an answer that cannot be read stays told for 8 s; another try works @full", async ({
    page,
  }) => {
    await openNewStory(page, `${told} [[bad-json]]`);
    await proceedTo(page, 3);
    await page.getByRole("button", { name: generate }).click();
    const toast = page.getByText(/^AI response format error: .+\. .+/);
    await expect(toast).toBeVisible();
    await page.waitForTimeout(6_000);
    await expect(toast).toBeVisible();
    await expect(toast).toBeHidden({ timeout: 6_000 });

    await goBack(page);
    await goBack(page);
    await description(page).fill(`${told} [[bad-json-once]]`);
    await proceedTo(page, 3);
    await page.getByRole("button", { name: generate }).click();
    await expect(page.getByRole("button", { name: "Edit Odile" })).toBeVisible();
  });

  test("a failure with details says both; who was there stays @full", async ({ page }) => {
    const storyId = await openNewStory(page, told);
    await proceedTo(page, 3);
    await page.getByRole("button", { name: generate }).click();
    await expect(page.getByRole("button", { name: "Edit Odile" })).toBeVisible();
    await goBack(page);
    await goBack(page);
    await description(page).fill(`${told} [[ai-down]]`);
    await proceedTo(page, 3);
    await page.getByRole("button", { name: generate }).click();
    await expect(page.getByText(/^AI service temporarily unavailable: .+/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit Odile" })).toBeVisible();
    expect((await savedStory(page, storyId)).characters.length).toBeGreaterThan(0);
  });

  test("a reload in the middle of the search finds it again @full", async ({ page }) => {
    await openNewStory(page, told);
    await proceedTo(page, 3);
    await loseFirst(page, "**/api/ai/extract-entities");
    await page.getByRole("button", { name: generate }).click();
    await expect(page.getByText("Finding characters and locations.")).toBeVisible();
    await page.reload();
    await expectStep(page, 3);
    await expect(page.getByRole("button", { name: "Edit Odile" })).toBeVisible();
    await expect(page.getByText(/^Found \d+ characters and locations/)).toBeVisible();
  });

  test("begins with the style that was chosen, also where the browser's Forward passed Continue @full", async ({
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
    expect((await savedStory(page, storyId)).artStyle).toBe(promptOf("noir"));
  });

  test("is no condition: Continue goes on without it @full", async ({ page }) => {
    await openNewStory(page, told);
    await proceedTo(page, 4);
  });
});
