import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { dialog, openSettings, openStory, signInWithStory } from "./story";

const storyOf = (storyId: string) => `/stories/${storyId}`;

test("one of six styles is chosen with the keyboard and saved at once @full", async ({ page }) => {
  const story = await signInWithStory(page);
  await openStory(page, story._id);
  const settings = await openSettings(page);
  await expect(settings.getByText("Classic Comic")).toBeVisible();
  const change = settings.getByRole("button", { name: "Change art style" });
  await change.focus();
  await page.keyboard.press("Enter");
  const styles = dialog(page, "Choose Art Style");
  await expect(styles).toBeVisible();
  const cards = styles.getByRole("group", { name: "Art style" }).getByRole("radio");
  await expect(cards).toHaveCount(6);
  await expect(styles.getByRole("radio", { name: "Classic Comic" })).toBeChecked();
  await expect(styles.getByRole("radio", { name: "Classic Comic" })).toBeFocused();
  await expect
    .poll(() =>
      styles
        .locator("img")
        .evaluateAll(
          (pictures) =>
            (pictures as HTMLImageElement[]).filter(({ naturalWidth }) => naturalWidth === 480)
              .length,
        ),
    )
    .toBe(6);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(styles.getByRole("radio", { name: "Film Noir" })).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(styles).toBeHidden();
  await expect(settings).toBeVisible();
  await expect(change).toBeFocused();
  await expect(settings.getByText("Film Noir")).toBeVisible();
  const saved = await call<{ artStyle: string }>(page, "GET", storyOf(story._id));
  expect(saved.artStyle).toMatch(/^Film noir comic/);

  // Escape closes one dialog at a time, and the focus goes back each time.
  await change.click();
  await expect(styles).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(styles).toBeHidden();
  await expect(settings).toBeVisible();
  await expect(change).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(settings).toBeHidden();
  await expect(page.getByRole("button", { name: "Settings", exact: true })).toBeFocused();
});

test("words of one's own: never blank, never lost, shown as 'Custom Style' @full", async ({
  page,
}) => {
  const story = await signInWithStory(page);
  await openStory(page, story._id);
  let settings = await openSettings(page);
  await settings.getByRole("button", { name: "Change art style" }).click();
  let styles = dialog(page, "Choose Art Style");
  const custom = () => styles.getByRole("switch", { name: "Use Custom Prompt" });
  const words = () => styles.getByLabel("Style Description");
  const apply = () => styles.getByRole("button", { name: "Apply" });
  await expect(words()).toBeHidden();
  await custom().press("Space");
  await expect(apply()).toBeDisabled();
  // It opens below what is to be seen, and is what is to be written in next.
  await expect(words()).toBeFocused();
  await expect(words()).toBeInViewport({ ratio: 1 });
  await words().fill("   ");
  await expect(apply()).toBeDisabled();
  await words().fill("Woodcut in two colours, coarse paper");
  await expect(apply()).toBeEnabled();
  for (const card of await styles.getByRole("radio").all()) await expect(card).not.toBeChecked();

  // Off and on, closed and reloaded: the words are still there.
  await custom().click();
  await expect(words()).toBeHidden();
  await custom().click();
  await expect(words()).toHaveValue("Woodcut in two colours, coarse paper");
  await page.keyboard.press("Escape");
  await expect(styles).toBeHidden();
  page.on("dialog", (question) => void question.accept());
  await page.reload();
  settings = await openSettings(page);
  await settings.getByRole("button", { name: "Change art style" }).click();
  styles = dialog(page, "Choose Art Style");
  await expect(styles.getByText("Your unsaved changes are back.")).toBeVisible();
  await expect(words()).toHaveValue("Woodcut in two colours, coarse paper");
  // A space at the end is saved by nobody, and missed by nobody.
  await words().press("End");
  await words().pressSequentially(" ");
  await apply().click();
  await expect(styles).toBeHidden();
  await expect(settings.getByText("Custom Style")).toBeVisible();

  await settings.getByRole("button", { name: "Change art style" }).click();
  await expect(custom()).toBeChecked();
  await expect(words()).toHaveValue("Woodcut in two colours, coarse paper");
  await expect(styles.getByText("Your unsaved changes are back.")).toBeHidden();

  // A card takes over; the words come back with the switch, also those that are too long to be saved.
  await words().fill("x".repeat(2001));
  await apply().click();
  await expect(styles.getByText(/^Style description must be at most/)).toBeVisible();
  await styles.getByText("Watercolor", { exact: true }).click();
  await expect(custom()).not.toBeChecked();
  await apply().click();
  await expect(settings.getByText("Watercolor")).toBeVisible();
});

test.describe("when it cannot be saved", () => {
  test.use({ allowedConsoleErrors: [/status of 500/] });

  test("the choice stays and the failure is said @full", async ({ page }) => {
    const story = await signInWithStory(page);
    await openStory(page, story._id);
    await page.route("**/art-style", (route) =>
      route.fulfill({ status: 500, json: { success: false, error: { code: "internal" } } }),
    );
    const settings = await openSettings(page);
    await settings.getByRole("button", { name: "Change art style" }).click();
    const styles = dialog(page, "Choose Art Style");
    await styles.getByText("Manga Style").click();
    await styles.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText("Failed to save art style")).toBeVisible();
    await expect(styles.getByRole("radio", { name: "Manga Style" })).toBeChecked();
    await page.unroute("**/art-style");
    await styles.getByRole("button", { name: "Apply" }).click();
    await expect(styles).toBeHidden();
    await expect(settings.getByText("Manga Style")).toBeVisible();
  });
});

test("dialogs rise and leave in 120 to 300 ms; with reduced motion they only fade", async ({
  page,
}) => {
  const story = await signInWithStory(page);
  await openStory(page, story._id);
  const settings = await openSettings(page);
  const motion = () =>
    settings.evaluate((element) => {
      const { transitionDuration, transitionProperty } = getComputedStyle(element);
      return { durations: transitionDuration.split(", "), properties: transitionProperty };
    });
  const { durations, properties } = await motion();
  expect(properties).toMatch(/opacity/);
  expect(properties).toMatch(/translate/);
  for (const duration of durations) {
    expect(Number.parseFloat(duration)).toBeGreaterThanOrEqual(0.12);
    expect(Number.parseFloat(duration)).toBeLessThanOrEqual(0.3);
  }
  // How long it takes to leave, from the key to the last frame.
  const leaving = settings.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        const watch = () =>
          element.isConnected ? requestAnimationFrame(watch) : resolve(performance.now() - start);
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
        watch();
      }),
  );
  expect(await leaving).toBeGreaterThanOrEqual(100);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await openSettings(page);
  expect((await motion()).properties).not.toMatch(/translate/);
});
