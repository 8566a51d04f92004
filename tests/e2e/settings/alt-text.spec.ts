import { expect, test } from "@/tests/support/browser";
import { atWorkspace, panel, publish } from "../studio/workspace";
import { openPanelWords } from "./story";

test("an alt text is edited at its panel, and screen readers read it @full", {
  tag: "@phone",
}, async ({ page }) => {
  const storyId = await atWorkspace(page, { scenes: [2] });
  const own = "The keeper holds a lamp against the storm.";
  let dialog = await openPanelWords(page, 1, 2);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(panel(page, 1, 2).getByRole("button", { name: "Panel actions" })).toBeFocused();
  dialog = await openPanelWords(page, 1, 2);
  await dialog.getByLabel("Alt text").fill(own);
  await dialog.getByRole("button", { name: "Save Words" }).click();
  await expect(dialog).toBeHidden();
  await expect(panel(page, 1, 2).getByRole("img", { name: own })).toBeVisible();

  await publish(page);
  await page.goto(`/story/${storyId}/read`);
  await expect(page.getByRole("img", { name: own })).toBeAttached();
  await page.getByText("Transcript").first().click();
  await expect(page.getByText(own)).toBeVisible();
});
