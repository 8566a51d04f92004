import type { Locator, Page } from "@playwright/test";
import type { Story } from "@/lib/stories/schema";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { expectPanels, expectScenes, sceneActions, sceneTitles } from "./reorder";
import { atWorkspace, sheet } from "./workspace";

test("scenes and panels are reordered by mouse, finger and keyboard", {
  tag: "@phone-full",
}, async ({ page, isMobile }) => {
  await atWorkspace(page, { scenes: [3, 1, 1] });
  const open = async () => {
    await sceneActions(page, 1).click();
    await page.getByRole("menuitem", { name: "Change the order" }).click();
    // It is fetched when it is wanted.
    await expect(dialog).toBeVisible();
  };
  const dialog = page.getByRole("dialog", { name: "Order of scenes and panels" });
  const grip = (number: number) =>
    dialog.getByRole("button", { name: `Move scene ${number}`, exact: true });
  const tile = (number: number) =>
    dialog.getByRole("button", { name: `Move panel ${number} of scene 1`, exact: true });
  const titles = dialog.locator(".reorder-scene p");
  await open();
  await expectAccessible(page);
  // Keys are spoken of where there are some.
  await expect(dialog.getByText("By keyboard: Enter")).toBeVisible({ visible: !isMobile });
  await expect(dialog.getByText("The actions of each scene and panel move it, too.")).toBeVisible({
    visible: isMobile,
  });
  // Screen reader users may have no pointer: the hint names the keys as well.
  await expect(grip(1)).toHaveAccessibleDescription(
    /Enter picks it up.* Without one: .*Move earlier or Move later/,
  );

  // A message in the footer moves no button there.
  const buttons = () =>
    dialog
      .locator(".dialog-foot > .btn")
      .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
  const atFirst = await buttons();

  await drag(page, grip(3), grip(1), isMobile);
  await expect(titles).toHaveText([
    "1. The bell rings 3 times",
    "2. The bell rings 1 times",
    "3. The bell rings 2 times",
  ]);
  await expect(dialog.getByRole("status")).toHaveText("Scene 3 is now scene 1 of 3");
  // The focus is on what was moved.
  await expect(grip(1)).toBeFocused();
  expect(await buttons()).toEqual(atFirst);
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(titles).toHaveText(
    sceneTitles(1, 2, 3).map((title, index) => `${index + 1}. ${title}`),
  );
  await expect(dialog.getByRole("status")).toHaveText("Undone");
  expect(await buttons()).toEqual(atFirst);

  await drag(page, tile(1), tile(3), isMobile);
  await expect(dialog.getByRole("status")).toHaveText("Panel 1 is now panel 3 of 3");
  await expect(tile(3)).toBeFocused();

  // Escape leaves it where it was, and the sheet open.
  await takeUp(page, grip(1));
  await page.keyboard.press("ArrowDown");
  await expect(dialog.locator(".reorder-scene[data-dnd-dragging]")).toHaveCSS(
    "outline-style",
    "solid",
  );
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("status")).toHaveText("It is left where it was.");
  await expect(titles.first()).toHaveText("1. The bell rings 1 times");
  await takeUp(page, grip(1));
  await expect(dialog.getByRole("status")).toHaveText("Picked up. Scene 1: position 1 of 3");
  // Where it is by now is said, and it keeps the focus.
  for (const [key, place] of [
    ["ArrowDown", 2],
    ["ArrowDown", 3],
    ["ArrowUp", 2],
  ] as const) {
    await page.keyboard.press(key);
    await expect(dialog.getByRole("status")).toHaveText(`Scene 1: position ${place} of 3`);
    await expect(grip(1)).toBeFocused();
  }
  await page.keyboard.press("NumpadEnter");
  await expect(dialog.getByRole("status")).toHaveText("Scene 1 is now scene 2 of 3");
  // Once it is at rest the library gives its handle the focus, wherever that is by then.
  await expect(page.locator("[data-dnd-dragging]")).toHaveCount(0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))));
  // Each step is undone, and the focus stays for the next one.
  const undoIt = dialog.getByRole("button", { name: "Undo" });
  await undoIt.focus();
  await page.keyboard.press("Enter");
  await expect(titles.first()).toHaveText("1. The bell rings 1 times");
  await expect(undoIt).toBeFocused();
  await takeUp(page, grip(1));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText("Scene 1 is now scene 2 of 3");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  await expectScenes(page, 2, 1, 3);
  await expectPanels(page, 2, 2, 3, 1);
  // Back at the scene that it was opened from.
  await expect(sceneActions(page, 2)).toBeFocused();
});

test("the reorder sheet opens at its scene, and Ctrl+Z undoes its changes @full", async ({
  page,
}) => {
  const storyId = await atWorkspace(page, { scenes: Array.from({ length: 12 }, () => 2) });
  // Scenes far away are not rendered yet.
  await sheet(page, 10).scrollIntoViewIfNeeded();
  await sceneActions(page, 10).click();
  await page.getByRole("menuitem", { name: "Change the order" }).click();
  const dialog = page.getByRole("dialog", { name: "Order of scenes and panels" });
  const grip = (number: number) =>
    dialog.getByRole("button", { name: `Move scene ${number}`, exact: true });
  const titles = dialog.locator(".reorder-scene p");
  await expect(grip(10)).toBeFocused();
  await expect(grip(10)).toBeInViewport();
  await expect(grip(1)).not.toBeInViewport();

  const move = async (key: string, from: number, to: number) => {
    await takeUp(page, grip(from));
    await page.keyboard.press(key);
    await page.keyboard.press("Enter");
    const said = `Scene ${from} is now scene ${to} of 12`;
    await expect(dialog.getByRole("status")).toHaveText(said);
    await expect(grip(to)).toBeFocused();
  };
  await move("ArrowUp", 10, 9);
  await move("ArrowUp", 9, 8);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(titles.nth(8)).toHaveText("9. The bell rings 10 times");
  await expect(grip(9)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(titles.nth(9)).toHaveText("10. The bell rings 10 times");
  await expect(grip(10)).toBeFocused();
  // There is nothing more, and the sheet stays open.
  await page.keyboard.press("ControlOrMeta+z");
  await expect(dialog.getByRole("button", { name: "Undo" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expect(titles.nth(9)).toHaveText("10. The bell rings 10 times");

  // A scene deleted in another tab is skipped: the next undo goes one step further back.
  await move("ArrowDown", 1, 2);
  await move("ArrowDown", 3, 4);
  const { scenes } = await call<Story>(page, "GET", `/stories/${storyId}`);
  const third = scenes.find(({ title }) => title === "The bell rings 3 times");
  await call(page, "DELETE", `/scenes/${third?._id}`);
  await expect(titles).toHaveCount(11);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("This scene is no longer there.")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(titles.first()).toHaveText("1. The bell rings 1 times");
});

/** By Enter, as soon as what was dragged before is at rest. */
async function takeUp(page: Page, grip: Locator): Promise<void> {
  await expect(async () => {
    // The dropped item takes the focus.
    await grip.focus();
    await page.keyboard.press("Enter");
    await expect(grip).toHaveAttribute("aria-pressed", "true", { timeout: 1000 });
  }).toPass();
}

/** By mouse, or by a finger that rests first: otherwise it scrolls. */
async function drag(page: Page, from: Locator, to: Locator, byFinger: boolean): Promise<void> {
  const centre = async (target: Locator) => {
    const box = await target.boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const start = await centre(from);
  const end = await centre(to);
  const steps = Array.from({ length: 16 }, (_, step) => ({
    x: start.x + ((end.x - start.x) * (step + 1)) / 16,
    y: start.y + ((end.y - start.y) * (step + 1)) / 16,
  }));
  if (!byFinger) {
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    for (const { x, y } of steps) {
      await page.mouse.move(x, y);
      await page.waitForTimeout(30);
    }
    await page.waitForTimeout(300);
    await page.mouse.up();
    return;
  }
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove", point: { x: number; y: number }) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: [point] });
  await touch("touchStart", start);
  await page.waitForTimeout(500);
  for (const point of steps) {
    await touch("touchMove", point);
    await page.waitForTimeout(30);
  }
  await page.waitForTimeout(300);
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
