import { expect, test } from "@/tests/support/browser";
import { tabAndPress } from "../journeys/keyboard";
import { panel } from "../studio/table";
import { atLettering, editor, grips, stage, words } from "./lettering";

test("where a desk has little height, the field of a new bubble is in sight and has the focus", async ({
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
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("Escape");
  await expect(editor(page)).toBeHidden();
  await expect(add).toBeFocused();
});

test("the handles of a bubble without a word stand at its edges", async ({ page }) => {
  await atLettering(page);
  await panel(page, 1, 1).hover();
  await panel(page, 1, 1).getByRole("button", { name: "Add speech bubble" }).click();
  await expect(words(page)).toBeFocused();
  const handle = (name: string) => stage(page).getByRole("slider", { name }).boundingBox();
  const [bubble, left, right, corner] = await Promise.all([
    grips(page).last().boundingBox(),
    handle("Bubble width, left edge"),
    handle("Bubble width, right edge"),
    handle("Size of the letters"),
  ]);
  if (!bubble || !left || !right || !corner) throw new Error("Something is not there.");
  // Each lies over its edge, most of it outside.
  expect(left.x + left.width / 2).toBeLessThan(bubble.x);
  expect(left.x + left.width).toBeGreaterThan(bubble.x - 1);
  expect(right.x + right.width / 2).toBeGreaterThan(bubble.x + bubble.width);
  expect(right.x).toBeLessThan(bubble.x + bubble.width + 1);
  expect(corner.y + corner.height / 2).toBeGreaterThan(bubble.y + bubble.height);
});
