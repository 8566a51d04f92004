import type { Locator, Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { atLettering, editor, line, saveInOtherTab, words } from "./lettering";

test.use({ allowedConsoleErrors: [/status of 409/] });

const question = (page: Page) => editor(page).getByRole("alertdialog");

test("Back closes the overlay, asks about unsaved changes, and stays on the page", {
  tag: "@phone-only",
}, async ({ page }) => {
  await page.addInitScript(() => {
    type Watcher = EventTarget & { requestClose(): void; destroy(): void };
    const place = window as unknown as { CloseWatcher: new () => Watcher; back: () => void };
    const all = new Set<Watcher>();
    place.CloseWatcher = class extends place.CloseWatcher {
      constructor() {
        super();
        all.add(this);
        this.addEventListener("close", () => all.delete(this));
      }
      override destroy() {
        all.delete(this);
        super.destroy();
      }
    };
    // As a phone's Back is told: to the newest that listens.
    place.back = () => [...all].at(-1)?.requestClose();
  });
  const back = () => page.evaluate(() => (window as unknown as { back(): void }).back());
  await atLettering(page);
  const here = page.url();
  await line(page).click();
  await expect(editor(page)).toBeVisible();
  await back();
  await expect(editor(page)).toBeHidden();

  await line(page).click();
  await words(page).fill("Half a thought");
  // Above the sheet Back is told to the list, and to the question.
  const type = editor(page).getByRole("combobox", { name: "Type" });
  await type.click();
  await expect(page.getByRole("option", { name: "Thought" })).toBeVisible();
  await back();
  await expect(page.getByRole("option", { name: "Thought" })).toBeHidden();
  await back();
  await expect(question(page)).toBeVisible();
  await back();
  await expect(question(page)).toBeHidden();
  await expect(words(page)).toHaveValue("Half a thought");
  await back();
  await question(page).getByRole("button", { name: "Discard" }).click();
  await expect(editor(page)).toBeHidden();
  expect(page.url()).toBe(here);
});

test("on a phone a refused save scrolls to the conflict @full", {
  tag: "@phone-only",
}, async ({ page }) => {
  const lettering = await atLettering(page);
  await line(page).tap();
  await words(page).fill("Mine");
  await saveInOtherTab(page, lettering, (bubbles) =>
    bubbles.map((bubble, index) => (index === 0 ? { ...bubble, text: "Theirs" } : bubble)),
  );
  const told = editor(page).getByText(
    "The bubbles of this panel were changed elsewhere in the meantime",
  );
  await expect(told).toBeVisible();
  await words(page).scrollIntoViewIfNeeded();
  await editor(page).getByRole("button", { name: "Save Changes" }).tap();
  await expect(told).toBeFocused();
  const desk = editor(page).locator(".bubble-work-area");
  const foot = editor(page).locator(".dialog-foot");
  /** Whether it lies between the picture and the buttons at the foot. */
  const isInSight = (target: Locator) => async () => {
    const [box, above, below] = await Promise.all([
      target.boundingBox(),
      desk.boundingBox(),
      foot.boundingBox(),
    ]);
    return box && above && below && box.y >= above.y + above.height && box.y < below.y;
  };
  await expect.poll(isInSight(told)).toBe(true);
  await editor(page).getByRole("button", { name: "Use the saved ones" }).tap();
  await expect(words(page)).toHaveValue("Theirs");
  await expect.poll(isInSight(editor(page).getByText("Text", { exact: true }).first())).toBe(true);
});
