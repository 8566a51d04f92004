import type { Locator, Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { atLettering, line, words } from "../bubbles/lettering";
import { openMedia } from "../media/workspace";
import { openNewStory, signInSharedAuthor } from "../onboarding/wizard";
import { dialog, openScene, openSettings } from "../settings/story";
import { openAdd } from "../world/workspace";

// React takes 50 updates that each follow from another for an endless loop, and then drops what is
// typed. A box that sets something after each letter gets there where letters come faster than it
// is drawn: on a slow machine, or from a dictating or filling tool.
const text = "A door under the water and a lamp that nobody has lit for years";

/** All letters in one task, each an event of its own. */
async function typeAtOnce(box: Locator): Promise<void> {
  await box.evaluate((element: HTMLInputElement | HTMLTextAreaElement, typed) => {
    element.focus();
    element.select();
    for (const letter of typed) document.execCommand("insertText", false, letter);
  }, text);
  await expect(box).toHaveValue(text);
}

/** Types into every box that is shown. @returns how many there are */
async function typeIntoEach(within: Locator | Page): Promise<number> {
  const boxes = within.getByRole("textbox");
  await expect(boxes.first()).toBeEditable();
  for (const box of await boxes.all()) await typeAtOnce(box);
  return boxes.count();
}

async function leave(page: Page, name: string | RegExp): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(dialog(page, name)).toBeHidden();
}

test("no letter is lost in the wizard, however fast the author types @full", async ({ page }) => {
  await signInSharedAuthor(page);
  await openNewStory(page);
  expect(await typeIntoEach(page)).toBe(1);
  await expect(page.getByText(`${text.length} / 1000`)).toBeVisible();
});

test("no letter is lost in the workspace and its dialogs @full", async ({ page }) => {
  await atLettering(page, 1);
  expect(await typeIntoEach(page)).toBe(1);

  expect(await typeIntoEach(await openSettings(page))).toBeGreaterThan(1);
  await leave(page, "Story Settings");
  expect(await typeIntoEach(await openScene(page, 1))).toBeGreaterThan(1);
  await leave(page, "Edit Scene");
  expect(await typeIntoEach(await openMedia(page))).toBe(1);
  await leave(page, "Edit Media");
  const add = await openAdd(page, "character");
  expect(await typeIntoEach(add)).toBe(1);
  await add.getByRole("tab", { name: "Manual" }).click();
  expect(await typeIntoEach(add)).toBe(4);
  await leave(page, "Add Character");
  await dialog(page, /^Characters/)
    .getByRole("listitem")
    .first()
    .getByRole("button")
    .click();
  expect(await typeIntoEach(dialog(page, "Edit Character"))).toBeGreaterThan(3);
  await leave(page, "Edit Character");
  await leave(page, /^Characters/);
  await line(page).click();
  await typeAtOnce(words(page));
});
