import type { Locator, Page } from "@playwright/test";
import type { Story } from "@/lib/stories/schema";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { expectPanels, expectScenes, sceneActions, sceneTitles } from "./reorder";
import { atWorkspace, panel, promptBox, sheet } from "./workspace";

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

/** Takes back what the newest message tells. */
async function undo(page: Page, text: string): Promise<void> {
  const message = toast(page, text);
  await expect(message).toBeVisible();
  await page.keyboard.press("F8");
  await tabTo(page, message.getByRole("button", { name: "Undo" }));
  await page.keyboard.press("Enter");
  await expect(toast(page, "Undone").last()).toBeVisible();
}

// A scene that Undo takes away may be asked for once more.
test.use({ allowedConsoleErrors: [/status of 404 .*\/scene-status\//] });

const panelActions = (page: Page, scene: number, number: number) =>
  panel(page, scene, number).getByRole("button", { name: "Panel actions" });

test("Ctrl+Z takes back a change of the order as long as its message stands @full", {
  tag: "@phone",
}, async ({ page }) => {
  await atWorkspace(page, { scenes: [2, 1, 1] });
  await tabTo(page, sceneActions(page, 1));
  await choose(page, sceneActions(page, 1), "Move later");
  await expectScenes(page, 2, 1, 3);
  await expect(toast(page, "Scene 1 is now scene 2 of 3")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(toast(page, "Undone")).toBeVisible();
  await expectScenes(page, 1, 2, 3);
  await expect(sceneActions(page, 1)).toBeFocused();
});

test("the layout of a page is chosen by the keyboard alone, and that is undone @full", {
  tag: "@phone",
}, async ({ page }) => {
  const storyId = await atWorkspace(page, { scenes: [3] });
  const layout = async () =>
    (await call<Story>(page, "GET", `/stories/${storyId}`)).scenes[0]?.layout;
  await tabTo(page, sheet(page, 1).getByRole("button", { name: /Edit scene/ }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit Scene" });
  const undoIt = dialog.getByRole("button", { name: "Undo the layout" });
  const usual = dialog.getByRole("radio", { name: "One large with two beside it" });
  await expect(usual).toBeChecked();
  await expect(undoIt).toHaveCount(0);
  await tabTo(page, usual);
  await page.keyboard.press("ArrowRight");
  await expect.poll(layout).not.toBe(null);
  await expect(usual).not.toBeChecked();
  await tabTo(page, undoIt);
  await page.keyboard.press("Enter");
  await expect.poll(layout).toBe(null);
  await expect(usual).toBeChecked();
  await expect(usual).toBeFocused();
  await expect(undoIt).toHaveCount(0);
});

test("scenes are moved, duplicated and inserted by the keyboard alone, and each is undone @full", {
  tag: "@phone",
}, async ({ page }) => {
  const storyId = await atWorkspace(page, { scenes: [2, 1, 1] });
  await expectScenes(page, 1, 2, 3);
  await tabTo(page, sceneActions(page, 1));
  await choose(page, sceneActions(page, 1), "Move later");
  await expectScenes(page, 2, 1, 3);
  // The focus went along, and what was moved is in the database too.
  await expect(sceneActions(page, 2)).toBeFocused();
  await page.reload();
  await expectScenes(page, 2, 1, 3);
  await tabTo(page, sceneActions(page, 2));
  await choose(page, sceneActions(page, 2), "Move earlier");
  await undo(page, "Scene 2 is now scene 1 of 3");
  await expectScenes(page, 2, 1, 3);
  await expect(sceneActions(page, 2)).toBeFocused();

  await choose(page, sceneActions(page, 2), "Duplicate");
  await expectScenes(page, 2, 1, 1, 3);
  await expect(sceneActions(page, 3)).toBeFocused();
  await expectPanels(page, 3, 1, 2);
  await undo(page, "Scene 2 was duplicated: the copy is scene 3");
  await expectScenes(page, 2, 1, 3);

  await choose(page, sceneActions(page, 2), "Insert before");
  await expect(promptBox(page)).toBeFocused();
  await expect(page.getByText("This scene goes between scenes 1 and 2")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type("The keeper counts the steps down to the water.");
  await page.keyboard.press("Enter");
  await expect(toast(page, "The new scene is scene 2")).toBeVisible();
  await expect(page.locator(".scene-section")).toHaveCount(4);
  await expect(sheet(page, 3).locator("h2")).toHaveText(sceneTitles(1));
  await undo(page, "The new scene is scene 2");
  await expectScenes(page, 2, 1, 3);
  // Its words are the author's again, for the same place.
  await expect(promptBox(page)).toHaveValue("The keeper counts the steps down to the water.");
  await expect(page.getByText("This scene goes between scenes 1 and 2")).toBeVisible();
  await page.getByRole("button", { name: "At the end instead" }).click();
  await promptBox(page).fill("");
  const { scenes } = await call<Story>(page, "GET", `/stories/${storyId}`);
  expect(scenes.map(({ sceneNumber }) => sceneNumber)).toEqual([1, 2, 3]);
});

test("panels are moved, duplicated, added and taken out by the keyboard alone, and each is undone @full", {
  tag: "@phone",
}, async ({ page }) => {
  const storyId = await atWorkspace(page, { scenes: [3] });
  await expectPanels(page, 1, 1, 2, 3);
  await tabTo(page, panelActions(page, 1, 1));
  await choose(page, panelActions(page, 1, 1), "Move later");
  await expectPanels(page, 1, 2, 1, 3);
  await expect(panelActions(page, 1, 2)).toBeFocused();
  await undo(page, "Panel 1 is now panel 2 of 3");
  await expectPanels(page, 1, 1, 2, 3);

  await expect(panelActions(page, 1, 1)).toBeFocused();
  await choose(page, panelActions(page, 1, 1), "Duplicate");
  await expectPanels(page, 1, 1, 1, 2, 3);
  // Its bubbles are there as well.
  const words = (number: number) =>
    panel(page, 1, number).locator(".panel-bubbles").first().textContent();
  expect(await words(2)).toBe(await words(1));
  await undo(page, "The copy is panel 2");
  await expectPanels(page, 1, 1, 2, 3);

  await tabTo(page, panelActions(page, 1, 3));
  await choose(page, panelActions(page, 1, 3), "Remove this panel");
  await expectPanels(page, 1, 1, 2);
  await expect(panelActions(page, 1, 2)).toBeFocused();
  await undo(page, "Panel 3 was removed");
  await expectPanels(page, 1, 1, 2, 3);
  // Its scene has it back, too, when the message is gone, and the page as well.
  await choose(page, panelActions(page, 1, 3), "Remove this panel");
  await expectPanels(page, 1, 1, 2);
  await page.reload();
  await expectPanels(page, 1, 1, 2);
  await tabTo(page, sceneActions(page, 1));
  await choose(page, sceneActions(page, 1), "Put panel 3 back");
  await expectPanels(page, 1, 1, 2, 3);
  const [scene] = (await call<Story>(page, "GET", `/stories/${storyId}`)).scenes;
  const takes = await call<unknown[]>(page, "GET", `/scenes/${scene?._id}/panels/3/takes`);
  expect(takes).toHaveLength(1);

  await tabTo(page, panelActions(page, 1, 2), "Shift+Tab");
  await choose(page, panelActions(page, 1, 2), "Insert before");
  await expectPanels(page, 1, 1, null, 2, 3);
  await undo(page, "Panel 2 is new and empty");
  await expectPanels(page, 1, 1, 2, 3);

  await choose(page, sceneActions(page, 1), "Add a panel");
  await expectPanels(page, 1, 1, 2, 3, null);
  // Nobody has said yet what it shows: it is asked for.
  await expect(panelActions(page, 1, 4)).toBeFocused();
  // All of it is in sight, between the header and the prompt bar.
  const [added, header, bar] = await Promise.all(
    [panel(page, 1, 4), page.getByRole("banner"), page.locator(".prompt-bar")].map((part) =>
      part.boundingBox(),
    ),
  );
  if (!added || !header || !bar) throw new Error("Something is not there.");
  expect(added.y).toBeGreaterThanOrEqual(header.y + header.height);
  expect(added.y + added.height).toBeLessThanOrEqual(bar.y);
  await tabTo(
    page,
    panel(page, 1, 4).getByRole("button", { name: "Describe the picture" }),
    "Shift+Tab",
  );
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Edit Media" })).toBeVisible();
});

test("the neighbour of a removed panel has the focus, wherever it stands then @full", async ({
  page,
}) => {
  await atWorkspace(page, { scenes: [4] });
  await tabTo(page, panelActions(page, 1, 4));
  await choose(page, panelActions(page, 1, 4), "Remove this panel");
  await expectPanels(page, 1, 1, 2, 3);
  await expect(panelActions(page, 1, 3)).toBeFocused();
  await expect(panelActions(page, 1, 3)).toBeInViewport();
  await choose(page, panelActions(page, 1, 3), "Remove this panel");
  await expectPanels(page, 1, 1, 2);
  await expect(panelActions(page, 1, 2)).toBeFocused();
});

test("messages are seen where the focus is, go once it has left, and Escape closes them alone @full", async ({
  page,
}) => {
  await atWorkspace(page, { scenes: [1] });
  await tabTo(page, sceneActions(page, 1));
  await choose(page, sceneActions(page, 1), "Duplicate");
  const message = toast(page, "Scene 1 is there twice");
  const button = (name: string) => message.getByRole("button", { name });
  await expect(message).toBeVisible();
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
