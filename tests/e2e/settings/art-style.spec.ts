import { expect, test } from "@/tests/support/browser";
import { dialog, openSettings, openStory, signInWithStory } from "./story";

test("six styles have example pictures, and the field of a custom style is in view", {
  tag: "@full",
}, async ({ page }) => {
  const story = await signInWithStory(page);
  await openStory(page, story._id);
  const settings = await openSettings(page);
  await settings.getByRole("button", { name: "Change art style" }).click();
  const styles = dialog(page, "Choose Art Style");
  const widths = () =>
    styles
      .locator("img")
      .evaluateAll((pictures) =>
        (pictures as HTMLImageElement[]).map(({ naturalWidth }) => naturalWidth),
      );
  await expect.poll(widths).toEqual(Array(6).fill(480));
  await styles.getByRole("switch", { name: "Use Custom Prompt" }).press("Space");
  await expect(styles.getByLabel("Style Description")).toBeInViewport({ ratio: 1 });
});

test("dialogs open and close in 120 to 300 ms; with reduced motion they only fade", {
  tag: "@full",
}, async ({ page }) => {
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
