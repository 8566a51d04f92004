import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { dialogOf, openEdit, openWorkspace } from "../world/workspace";
import { panel } from "./workspace";

test("a changed look marks the panels that show it; they are drawn again on request alone", {
  tag: ["@phone-full", "@full"],
}, async ({ page }) => {
  await openWorkspace(page);
  const frame = panel(page, 1, 1);
  const picture = frame.locator("figure > img");
  const before = await picture.getAttribute("src");
  await openEdit(page, "character", "Mara");
  const edit = dialogOf(page, "Edit", "character");
  await edit.getByLabel("Image prompt").fill("A young keeper with green hair and a blue coat");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(edit).toBeHidden();
  // The list below it.
  await page.keyboard.press("Escape");

  const mark = frame.getByRole("button", { name: "Out of date" });
  await expect(mark).toBeVisible();
  await expect(page.getByText("1 panel is out of date")).toBeVisible();
  expect(await picture.getAttribute("src")).toBe(before);
  await mark.click();
  await expect(page.getByRole("menu").getByText("Mara looks different now.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: /^Draw again/ }).click();
  await expect(mark).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByText("1 panel is out of date")).toHaveCount(0);
  await expect(picture).not.toHaveAttribute("src", before ?? "");
});
