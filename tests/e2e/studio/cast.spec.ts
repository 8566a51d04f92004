import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { sql } from "@/tests/support/seeding";
import { atWorkspace } from "./workspace";

test("the cast beside the table opens its sheets and lists @full", async ({ page }) => {
  const storyId = await atWorkspace(page, { scenes: [1], characters: 10, locations: 2 });
  const rail = page.getByRole("complementary", { name: "Characters and locations" });
  await expect(rail.getByRole("button", { name: /^Keeper \d/ })).toHaveCount(8);
  await expect(rail.getByRole("button", { name: /^Pier \d/ })).toHaveCount(2);

  await rail.getByRole("button", { name: /^Keeper 2/ }).click();
  const keeper = page.getByRole("dialog", { name: "Edit Character" });
  await expect(keeper.getByLabel("Name")).toHaveValue("Keeper 2");
  await page.keyboard.press("Escape");
  await expect(keeper).toBeHidden();
  await rail.getByRole("button", { name: /^Pier 1/ }).click();
  await expect(page.getByRole("dialog", { name: "Edit Location" })).toBeVisible();
  await page.keyboard.press("Escape");
  await rail.getByRole("button", { name: "Characters (10)" }).click();
  await expect(page.getByRole("dialog", { name: "Characters (10)" })).toBeVisible();
  await page.keyboard.press("Escape");
  await rail.getByRole("button", { name: "+2 Show all" }).click();
  await expect(page.getByRole("dialog", { name: "Characters (10)" })).toBeVisible();
  await page.keyboard.press("Escape");
  await rail.getByRole("button", { name: "Locations (2)" }).click();
  await expect(page.getByRole("dialog", { name: "Locations (2)" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expectAccessible(page);

  // One that is under three minutes old and has no picture yet is being drawn.
  await expect(rail.getByText("Generating Image")).toHaveCount(0);
  await sql(
    "update character set created_at = now() - interval '170 seconds' where story_id = $1 and name = 'Keeper 3'",
    [storyId],
  );
  await expect(rail.getByText("Generating Image")).toHaveCount(1);
  await expectAccessible(page);
  // And when the time is over it is not, without anything being said.
  await expect(rail.getByText("Generating Image")).toHaveCount(0, { timeout: 20_000 });
});
