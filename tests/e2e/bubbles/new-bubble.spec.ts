import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { tabAndPress } from "../journeys/keyboard";
import { panel } from "../studio/workspace";
import { atLettering, editor, grips, savedPanel, stage, words } from "./lettering";

test("on a low desktop window, a new bubble and its field are in view, and the field has the focus @full", async ({
  page,
}) => {
  // As a page that is zoomed to 200 %.
  await page.setViewportSize({ width: 720, height: 450 });
  await atLettering(page);
  const add = panel(page, 1, 1).getByRole("button", { name: "Add speech bubble" });
  await tabAndPress(page, add);
  await expect(words(page)).toBeFocused();
  const foot = editor(page).locator(".dialog-foot");
  await expect
    .poll(async () => {
      const [field, bar] = await Promise.all([words(page).boundingBox(), foot.boundingBox()]);
      return field && bar && field.y >= 0 && field.y + field.height <= bar.y;
    })
    .toBe(true);
  await page.keyboard.type("Hm");
  await expect(words(page)).toHaveValue("Hm");
  // The whole picture is seen while it is written, and in a wide window each tool beside it.
  await expect(stage(page)).toBeInViewport({ ratio: 0.99 });
  await expect(grips(page).last()).toBeInViewport({ ratio: 0.99 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 600 });
  await expect(words(page)).toBeInViewport({ ratio: 0.99 });
  await expect(stage(page)).toBeInViewport({ ratio: 0.99 });
  await expect(editor(page).getByRole("button", { name: "Keys" })).toBeInViewport({ ratio: 0.99 });
  await page.setViewportSize({ width: 720, height: 450 });
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("Escape");
  await expect(editor(page)).toBeHidden();
  await expect(add).toBeFocused();
});

test("the handles of an empty bubble are at its edges @full", async ({ page }) => {
  await atLettering(page);
  await panel(page, 1, 1).hover();
  await panel(page, 1, 1).getByRole("button", { name: "Add speech bubble" }).click();
  await expect(words(page)).toBeFocused();
  const handle = (name: string) => stage(page).getByRole("slider", { name }).boundingBox();
  const [bubble, left, right, corner] = await Promise.all([
    grips(page).last().boundingBox(),
    handle("Bubble width, left edge"),
    handle("Bubble width, right edge"),
    handle("Text size"),
  ]);
  if (!bubble || !left || !right || !corner) throw new Error("Something is not there.");
  // Each lies over its edge, most of it outside.
  expect(left.x + left.width / 2).toBeLessThan(bubble.x);
  expect(left.x + left.width).toBeGreaterThan(bubble.x - 1);
  expect(right.x + right.width / 2).toBeGreaterThan(bubble.x + bubble.width);
  expect(right.x).toBeLessThan(bubble.x + bubble.width + 1);
  expect(corner.y + corner.height / 2).toBeGreaterThan(bubble.y + bubble.height);
});

test("handles cover no text of their bubble, at any size and position @full", {
  tag: "@phone",
}, async ({ page }) => {
  const lettering = await atLettering(page);
  const [line] = (await savedPanel(page, lettering)).textBubbles;
  if (!line) throw new Error("There is no bubble.");
  const style = { ...line.style, fontSize: 12, maxWidth: 80, tailTip: null };
  const places = [
    { text: "Up", position: { x: 0, y: 0, anchor: "top-left" } },
    { text: "Side", position: { x: 0.02, y: 0.6, anchor: "center" } },
    { text: "Amid", position: { x: 0.5, y: 0.5, anchor: "center" } },
    { text: "Down", position: { x: 1, y: 1, anchor: "bottom-right" } },
  ];
  await call(page, "PUT", `/scenes/${lettering.sceneId}/panels/1`, {
    textBubbles: places.map((place, index) => ({ ...line, ...place, style, id: `small-${index}` })),
  });
  await page.reload();
  const open = panel(page, 1, 1).getByRole("button", { name: /^Edit Keeper “Amid”/ });
  for (const [width, height] of [
    [390, 844],
    [720, 450],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open.click();
    // At rest: what is measured one after the other lies where it did.
    await editor(page).evaluate((dialog) =>
      Promise.all(dialog.getAnimations().map(({ finished }) => finished)),
    );
    for (const [index, { text }] of places.entries()) {
      await grips(page).nth(index).focus();
      const letters = await stage(page)
        .locator(".lettering")
        .filter({ hasText: text.toUpperCase() })
        .boundingBox();
      if (!letters) throw new Error("Nothing is written.");
      const handles = stage(page).locator(".bubble-handle");
      await expect(handles.last()).toHaveAccessibleName(/^Tip of the tail/);
      for (const handle of await handles.all()) {
        const box = await handle.boundingBox();
        if (!box) throw new Error("There is no handle.");
        // Nothing lies on it, and it is in sight: wherever the bubble stands it can be taken hold of.
        const isFree = await handle.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const there = document.elementFromPoint(x + width / 2, y + height / 2);
          return there?.closest(".bubble-handle") !== null;
        });
        expect(isFree, `${await handle.getAttribute("aria-label")} of ${text}, ${width} px`).toBe(
          true,
        );
        expect(Math.min(box.width, box.height)).toBeGreaterThan(23.9);
        const isBeside =
          box.x >= letters.x + letters.width ||
          box.x + box.width <= letters.x ||
          box.y >= letters.y + letters.height ||
          box.y + box.height <= letters.y;
        expect(isBeside, `${await handle.getAttribute("aria-label")} of ${text}, ${width} px`).toBe(
          true,
        );
      }
    }
    await page.keyboard.press("Escape");
    await expect(editor(page)).toBeHidden();
  }
});
