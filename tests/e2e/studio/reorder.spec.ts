import type { Locator, Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { expectPanels, expectScenes, sceneActions } from "./reorder";
import { atWorkspace, panel } from "./workspace";

/** Presses Tab until it is there. */
async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Chooses from the menu that has the focus, by the keys of a menu alone. */
async function choose(page: Page, actions: Locator, entry: string): Promise<void> {
  await expect(actions).toBeFocused();
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: entry, exact: true });
  await expect(item).toBeVisible();
  for (let presses = 0; presses < 12; presses += 1) {
    if (await item.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await expect(item).toBeFocused();
  await page.keyboard.press("Enter");
}

const toast = (page: Page, text: string) => page.locator(".toast").filter({ hasText: text });

test("an added panel is in view, between the header and the prompt bar @full", {
  tag: "@phone",
}, async ({ page }) => {
  await atWorkspace(page, { scenes: [3] });
  await tabTo(page, sceneActions(page, 1));
  await choose(page, sceneActions(page, 1), "Add a panel");
  await expectPanels(page, 1, 1, 2, 3, null);
  const [added, header, bar] = await Promise.all(
    [panel(page, 1, 4), page.getByRole("banner"), page.locator(".prompt-bar")].map((part) =>
      part.boundingBox(),
    ),
  );
  if (!added || !header || !bar) throw new Error("Something is not there.");
  expect(added.y).toBeGreaterThanOrEqual(header.y + header.height);
  expect(added.y + added.height).toBeLessThanOrEqual(bar.y);
});

test("toasts cover no focused element, close after the focus has left, and Escape closes them alone @full", async ({
  page,
}) => {
  await atWorkspace(page, { scenes: [1] });
  await tabTo(page, sceneActions(page, 1));
  await choose(page, sceneActions(page, 1), "Duplicate");
  const message = toast(page, "Scene 1 was duplicated");
  const button = (name: string) => message.getByRole("button", { name });
  await expect(message).toBeVisible();
  // The copy has the focus once it is there.
  await expect(sceneActions(page, 2)).toBeFocused();
  await page.keyboard.press("F8");
  await expect(message).toBeFocused();
  await expect(message).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Tab");
  await expect(button("Undo")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(button("Close toast")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expectScenes(page, 1);

  const undone = toast(page, "Undone");
  await expect(sceneActions(page, 1)).toBeFocused();
  await page.keyboard.press("F8");
  await expect(undone).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(sceneActions(page, 1)).toBeFocused();
  await expect(undone).toBeHidden();

  await choose(page, sceneActions(page, 1), "Duplicate");
  await expect(message).toBeVisible();
  await choose(page, sceneActions(page, 2), "Change the order");
  const order = page.getByRole("dialog", { name: "Order of scenes and panels" });
  await expect(order.locator(":focus")).toBeVisible();
  await page.keyboard.press("F8");
  await expect(message).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(message).toBeHidden();
  await expect(order.locator(":focus")).toBeVisible();
});
