import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { sql } from "@/tests/support/seeding";
import { atWorkspace, panel, publish } from "../studio/workspace";
import { openPanelWords } from "./story";

// The save that another tab was before.
test.use({ allowedConsoleErrors: [/status of 409 .*\/panels\/2/] });

test("a picture is put into words, and who cannot see it reads them @full", {
  tag: "@phone",
}, async ({ page }) => {
  const storyId = await atWorkspace(page, { scenes: [2] });
  const own = "The keeper holds a lamp against the storm.";
  let dialog = await openPanelWords(page, 1, 2);
  const field = dialog.getByLabel("Alt text");
  await field.fill(own);
  // Closed by accident: nothing that was typed is lost.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(panel(page, 1, 2).getByRole("button", { name: "Panel actions" })).toBeFocused();
  dialog = await openPanelWords(page, 1, 2);
  await expect(dialog.getByText("Your unsaved changes are back.")).toBeVisible();
  await expect(field).toHaveValue(own);
  await dialog.getByRole("button", { name: "Use the image prompt" }).click();
  await expect(field).not.toHaveValue(own);
  await dialog.getByRole("button", { name: "Undo this change" }).click();
  await expect(field).toHaveValue(own);
  // Words that were written since are what is before.
  await dialog.getByRole("button", { name: "Use the image prompt" }).click();
  await field.fill(own);
  await dialog.getByRole("button", { name: "Use the image prompt" }).click();
  await dialog.getByRole("button", { name: "Undo this change" }).click();
  await expect(field).toHaveValue(own);
  // Saved by another tab meanwhile: asked once.
  const elsewhere = "Somebody with a lamp.";
  await sql(
    `update panel set alt_text = $1, version = version + 1 where panel_number = 2
      and scene_id = (select id from scene where story_id = $2)`,
    [elsewhere, storyId],
  );
  await dialog.getByRole("button", { name: "Save Words" }).click();
  await expect(dialog.getByText(`Saved now: ${elsewhere}`)).toBeVisible();
  await expectAccessible(page, "words that were changed on two sides");
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await dialog.getByRole("button", { name: "Save Words" }).click();
  await expect(dialog).toBeHidden();
  await expect(panel(page, 1, 2).getByRole("img", { name: own })).toBeVisible();

  await publish(page);
  await page.goto(`/story/${storyId}/read`);
  await expect(page.getByRole("img", { name: own })).toBeAttached();
  await page.getByText("Transcript").first().click();
  await expect(page.getByText(own)).toBeVisible();
});
