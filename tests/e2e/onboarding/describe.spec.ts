import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import {
  alert,
  description,
  expectStep,
  goBack,
  holdNext,
  loseFirst,
  openNewStory,
  proceed,
  savedStory,
  someAuthor,
  storyTitle,
} from "./wizard";

const letters = (count: number) => "x".repeat(count);

test.skip(({ isMobile }) => isMobile, "the same on a phone; its layout has a test of its own");
test.beforeEach(({ page }) => someAuthor(page));

test.describe("the description", () => {
  test.use({ allowedConsoleErrors: [/status of (400|429|502|503)/] });

  test("says what is wrong, and how long it is in its colour @full", async ({ page }) => {
    const storyId = await openNewStory(page);
    const box = description(page);
    await expect(box).toHaveValue("");
    await proceed(page);
    await expect(alert(page)).toHaveText("Please provide a story description");
    await expect(box).toBeFocused();

    const hint = page.getByText(/at most 8 characters and 6 locations/);
    const colours = () =>
      box.evaluate((area) => {
        const { backgroundColor, borderColor } = getComputedStyle(area);
        return `${backgroundColor} ${borderColor}`;
      });
    await box.fill(letters(600));
    await expect(hint).toBeHidden();
    const plain = await colours();
    await box.fill(letters(601));
    await expect(hint).toBeVisible();
    await box.fill(letters(900));
    expect(await colours()).toBe(plain);
    await box.fill(letters(901));
    const yellow = await colours();
    await box.fill(letters(1000));
    expect(await colours()).toBe(yellow);
    await box.fill(letters(1001));
    const red = await colours();
    expect(new Set([plain, yellow, red]).size).toBe(3);
    expect(yellow).toContain("rgb(154, 100, 0)");
    expect(red).toContain("rgb(212, 41, 31)");
    await expect(page.getByText("1001 / 1000")).toBeVisible();

    await proceed(page);
    await expect(page.getByText("Story description must be 1000 characters or less")).toBeVisible();
    await expectStep(page, 1);
    await box.fill("  A cat finds a key.  ");
    await proceed(page);
    await expectStep(page, 2);
    expect((await savedStory(page, storyId)).description).toBe("A cat finds a key.");
  });

  test("is improved, and one's own words come back @full", async ({ page }) => {
    await openNewStory(page);
    const box = description(page);
    const improve = page.getByRole("button", { name: "AI Improve" });
    await improve.click();
    await expect(page.getByText("Please enter some text to improve")).toBeVisible();
    await box.fill("123456789");
    await improve.click();
    await expect(page.getByText("Please enter at least 10 characters to improve")).toBeVisible();
    await box.fill(letters(1001));
    await improve.click();
    await expect(
      page.getByText("Text is too long for improvement (max 1000 characters)"),
    ).toBeVisible();

    const own = "a cat named tuna finds a very big key and then a door";
    await box.fill(own);
    await improve.click();
    await expect(box).not.toHaveValue(own);
    const improved = await box.inputValue();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(box).toHaveValue(own);
    await page.getByRole("button", { name: "Redo" }).click();
    await expect(box).toHaveValue(improved);
    await page.reload();
    await expect(box).toHaveValue(improved);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(box).toHaveValue(own);
  });

  for (const [marker, sentence] of [
    ["[[ai-busy]]", "AI service is busy - please try again in a moment!"],
    ["[[ai-down]]", "AI service temporarily unavailable"],
    ["[[bad-json]]", "The AI's answer could not be used. Please try again."],
  ] as const) {
    test(`that cannot be improved is kept: ${marker} @full`, async ({ page }) => {
      await openNewStory(page);
      const text = `A cat finds a key under the stairs ${marker}`;
      await description(page).fill(text);
      await page.getByRole("button", { name: "AI Improve" }).click();
      await expect(alert(page).getByText(sentence)).toBeVisible();
      await expect(description(page)).toHaveValue(text);
    });
  }

  test("that has nothing to improve is said to be as it was @full", async ({ page }) => {
    await openNewStory(page);
    const text = "A cat finds a key under the stairs.";
    await page.route("**/api/ai/improve-text", (route) =>
      route.fulfill({ json: { success: true, data: { improvedText: text } } }),
    );
    await description(page).fill(text);
    await page.getByRole("button", { name: "AI Improve" }).click();
    await expect(page.getByText("Nothing to improve. Your text is unchanged.")).toBeVisible();
    await expect(description(page)).toHaveValue(text);
  });

  test("that the server does not take for improvement says so @full", async ({ page }) => {
    await openNewStory(page);
    await page.route("**/api/ai/improve-text", (route) =>
      route.fulfill({ status: 400, json: { success: false, message: "no" } }),
    );
    await description(page).fill("A cat finds a key under the stairs");
    await page.getByRole("button", { name: "AI Improve" }).click();
    await expect(
      page.getByText(
        "Text validation failed. Please ensure your text is meaningful and between 10-1000 characters.",
      ),
    ).toBeVisible();
  });

  test("that cannot be saved stays, and Continue works again @full", async ({ page }) => {
    const storyId = await openNewStory(page);
    await description(page).fill("A cat finds a key under the stairs");
    await page.route(`**/api/stories/${storyId}`, (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({ status: 503, json: { success: false, message: "Please try again." } })
        : route.continue(),
    );
    await proceed(page);
    await expect(alert(page)).toHaveText("Please try again.");
    await page.unrouteAll();
    await proceed(page);
    await expectStep(page, 2);
  });

  test("that is being saved is the one that stays @full", async ({ page }) => {
    const storyId = await openNewStory(page);
    await description(page).fill("A cat finds a key.");
    const letGo = await holdNext(page, `**/api/stories/${storyId}`);
    const asked = page.waitForRequest(`**/api/stories/${storyId}`);
    await proceed(page);
    await asked;
    await description(page).pressSequentially(" And a door");
    letGo();
    await expectStep(page, 2);
    const { description: saved } = await savedStory(page, storyId);
    await goBack(page);
    await expect(description(page)).toHaveValue(saved);
  });

  test("starts from a seed where the author wants one @full", async ({ page }) => {
    await openNewStory(page);
    await description(page).fill("My own idea of a story");
    await page.getByRole("button", { name: "Or start from Story Seeds" }).click();
    const ideas = page.locator(".idea");
    await expect(ideas).toHaveCount(5);
    const before = await ideas.allTextContents();
    await page.getByRole("button", { name: "New story seeds" }).click();
    await expect.poll(() => ideas.allTextContents()).not.toEqual(before);
    const seed = await ideas.nth(2).locator("span").last().textContent();
    await ideas.nth(2).click();
    await expect(description(page)).toHaveValue(seed ?? "");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(description(page)).toHaveValue("My own idea of a story");
  });

  test("is told where seeds cannot be fetched @full", async ({ page }) => {
    await openNewStory(page, "A quiet harbour town [[ai-down]]");
    await page.getByRole("button", { name: "Or start from Story Seeds" }).click();
    await expect(page.getByText("Couldn't fetch new ideas right now")).toBeVisible();
  });
});

test.describe("the title of a new story", () => {
  test.use({ allowedConsoleErrors: [/status of 502/] });

  test("comes by itself while the author goes on, and is seen at once @full", async ({ page }) => {
    const storyId = await openNewStory(page, "A baker named Rosa finds a talking loaf of bread");
    await expect(description(page)).toHaveValue("A baker named Rosa finds a talking loaf of bread");
    await expect(storyTitle(page)).toHaveText("My New Story");
    await proceed(page);
    await expectStep(page, 2);
    await expect(storyTitle(page)).not.toHaveText("My New Story");
    expect((await savedStory(page, storyId)).title).toBe(await storyTitle(page).textContent());
  });

  test("comes after a reload that cut it off @full", async ({ page }) => {
    await openNewStory(page, "A baker named Rosa finds a talking loaf of bread");
    await loseFirst(page, "**/api/ai/generate-title");
    await proceed(page);
    await expectStep(page, 2);
    await page.reload();
    await expectStep(page, 2);
    await expect(storyTitle(page)).not.toHaveText("My New Story");
  });

  test("stays as it was where none can be thought of, without a word @full", async ({ page }) => {
    const storyId = await openNewStory(page, "A baker finds a talking loaf [[bad-json]]");
    const answered = page.waitForResponse("**/api/ai/generate-title");
    await proceed(page);
    await expectStep(page, 2);
    expect((await answered).status()).toBe(502);
    await expect(storyTitle(page)).toHaveText("My New Story");
    await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
    expect((await savedStory(page, storyId)).title).toBe("My New Story");
  });

  test("follows another description, where its author has not named it @full", async ({ page }) => {
    const storyId = await openNewStory(page, "A baker named Rosa finds a talking loaf of bread");
    await proceed(page);
    await expect(storyTitle(page)).not.toHaveText("My New Story");
    const title = (await storyTitle(page).textContent()) ?? "";
    await goBack(page);
    await description(page).fill("A sailor named Finn dives for a sunken bell");
    await proceed(page);
    await expectStep(page, 2);
    await expect(storyTitle(page)).not.toHaveText(title);

    await call(page, "PUT", `/stories/${storyId}`, { title: "The Bell of Finn" });
    await page.reload();
    await goBack(page);
    await description(page).fill("A sailor named Finn dives for a sunken crown");
    await proceed(page);
    await expectStep(page, 2);
    await expect(storyTitle(page)).toHaveText("The Bell of Finn");
  });
});
